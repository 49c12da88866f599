// Except on Apple systems, Foundation spins while a task is suspended, which is how a slow reader makes the server wait.
#if !canImport(FoundationNetworking)
  import ApusPlatform
  import ApusHTTP
  import Foundation

  /// A session for responses that are read as they arrive. They may last for hours, so they do not share connections with other requests.
  final class SessionStreams: NSObject, URLSessionDataDelegate, Sendable {
    private struct Stream {
      let response: StreamedResponse
      /// Whether the status and the header fields were delivered.
      var hasHead = false
    }

    private let streams = Locked<[Int: Stream]>([:])
    private let session = Locked<URLSession?>(nil)
    private let answer: GraphQLURLSessionTransport.ChallengeHandler?

    /// - Parameters:
    ///   - configuration: the session's configuration.
    ///   - answer: responds to servers' challenges.
    init(_ configuration: URLSessionConfiguration, _ answer: GraphQLURLSessionTransport.ChallengeHandler?) {
      // Streams must not wait for each other.
      configuration.httpMaximumConnectionsPerHost = 1000
      self.answer = answer
      super.init()
      let made = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
      session.withLock { $0 = made }
    }

    /// Sends a request and waits for the header fields of the response.
    func stream(_ request: URLRequest) async throws -> GraphQLHTTPStream {
      guard let session = session.withLock({ $0 }) else { throw CancellationError() }
      let task = session.dataTask(with: request)
      let response = StreamedResponse(resume: { task.resume() }, cancel: { task.cancel() })
      streams.withLock { $0[task.taskIdentifier] = Stream(response: response) }
      task.resume()
      return try await GraphQLHTTPStream(response)
    }

    /// Releases the session, which retains its delegate, once its streams have ended.
    func invalidate() {
      let made = session.withLock { $0 }
      made?.finishTasksAndInvalidate()
    }

    // MARK: - The session's side

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      takeHead(of: dataTask)
      guard let response = streams.withLock({ $0[dataTask.taskIdentifier]?.response }) else { return }
      data.withUnsafeBytes { response.receive($0) }
      _ = response.pauseWhenFull { dataTask.suspend() }
    }

    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
      takeHead(response, of: dataTask)
      completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      takeHead(of: task)
      guard let stream = streams.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
      if let error {
        stream.response.finish(
          .failure((error as? URLError).map(GraphQLConnectionError.init) ?? error))
      } else {
        stream.response.finish(.success(()))
      }
    }

    /// Delivers the status and the header fields once they are known.
    private func takeHead(_ known: URLResponse? = nil, of task: URLSessionTask) {
      guard let head = (known ?? task.response) as? HTTPURLResponse else { return }
      let response = streams.withLock { streams -> StreamedResponse? in
        guard streams[task.taskIdentifier]?.hasHead == false else { return nil }
        streams[task.taskIdentifier]?.hasHead = true
        return streams[task.taskIdentifier]?.response
      }
      let answer = GraphQLHTTPResponse(head, body: Data())
      response?.receive((answer.status, answer.headers))
    }

    /// The transport follows redirects itself.
    func urlSession(
      _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
      newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      completionHandler(nil)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler:
        @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      guard let answer else { return completionHandler(.performDefaultHandling, nil) }
      Task {
        let (disposition, credential) = await answer(challenge)
        completionHandler(disposition, credential)
      }
    }
  }

  extension GraphQLURLSessionTransport: GraphQLStreamingTransport {
    public func stream(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPStream {
      switch request.body {
      case .none, .bytes: break
      case .file, .parts:
        throw GraphQLClientError.invalidRequest(
          "files cannot be uploaded if the response is read as it arrives")
      }
      return try await request.followingRedirections { request in
        let stream = try await streams.stream(Self.urlRequest(for: request))
        return (stream, GraphQLHTTPResponse(status: stream.status, headers: stream.headers))
      }
    }
  }
#endif
