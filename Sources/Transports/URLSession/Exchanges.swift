#if !os(Linux)
  import ApusPlatform
  import ApusHTTP
  import Foundation

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  /// The running requests, by task.
  ///
  /// An exchange is removed before it ends, so its continuation is resumed only once: by the end of the task, its cancellation, or a response that is
  /// too large. Later events find no exchange.
  final class Exchanges: Sendable {
    typealias Continuation = CheckedContinuation<GraphQLHTTPResponse, any Error>

    private struct Exchange {
      let task: URLSessionTask
      let continuation: Continuation
      let maximumBytes: Int
      var progress: GraphQLProgress
      let tellProgress: (@Sendable (GraphQLProgress) -> Void)?
      var body = Data()
      let start = ContinuousClock.now
      var timing: GraphQLTiming?
      #if canImport(FoundationNetworking)
        /// Whether the server asked for a password that the client did not provide.
        var wasAskedForPassword = false
      #endif

      /// Foundation on Android and Windows measures nothing. The first byte of a body is the first sign of a response.
      mutating func noteFirstByte() {
        if timing == nil { timing = GraphQLTiming(firstByte: start.duration(to: .now), total: .zero) }
      }

      /// The system's timing, or our own measurement where it has none.
      var measured: GraphQLTiming {
        var timing = timing ?? GraphQLTiming(total: .zero)
        if timing.total == .zero { timing.total = start.duration(to: .now) }
        return timing
      }
    }

    private struct State {
      var exchanges: [ObjectIdentifier: Exchange] = [:]
    }

    private let state = Locked(State())

    /// Starts a task. Its response or error resumes the continuation.
    func begin(_ task: URLSessionTask, _ request: GraphQLHTTPRequest, _ continuation: Continuation) {
      state.withLock { state in
        state.exchanges[ObjectIdentifier(task)] = Exchange(
          task: task, continuation: continuation, maximumBytes: request.maximumResponseBytes,
          progress: GraphQLProgress(totalBytesToSend: request.body.byteCount), tellProgress: request.progress)
      }
      // A cancellation before the exchange was added had no effect, so check again: nothing may be sent after a cancellation.
      guard !Task.isCancelled else { return end(task, throwing: CancellationError()) }
      task.resume()
    }

    /// Records how many bytes of the request's body were sent.
    func sent(_ count: Int64, for task: URLSessionTask) {
      change(task) { exchange in exchange.progress.sentBytes = Int(count) }
    }

    /// Adds a piece of the response's body, or ends an exchange whose response is too large.
    func receive(_ data: Data, for task: URLSessionTask) {
      let isPacked = (task.response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Encoding") != nil
      let expected = task.response.flatMap {
        $0.expectedContentLength < 0 ? nil : Int($0.expectedContentLength)
      }
      var tooLong: Int?
      change(task) { exchange in
        exchange.noteFirstByte()
        let limit = exchange.maximumBytes
        guard max(isPacked ? 0 : expected ?? 0, exchange.body.count + data.count) <= limit else {
          tooLong = limit
          return
        }
        if exchange.body.isEmpty, !isPacked, let expected {
          exchange.body.reserveCapacity(expected)
          exchange.progress.totalBytesToReceive = expected
        }
        exchange.body.append(data)
        exchange.progress.receivedBytes = exchange.body.count
      }
      if let tooLong { end(task, throwing: GraphQLClientError.responseTooLarge(limit: tooLong)) }
    }

    /// Changes an exchange, and reports its progress.
    private func change(_ task: URLSessionTask, _ change: (inout Exchange) -> Void) {
      let exchange = state.withLock { state -> (GraphQLProgress, (@Sendable (GraphQLProgress) -> Void)?)? in
        guard let index = state.exchanges.index(forKey: ObjectIdentifier(task)) else { return nil }
        change(&state.exchanges.values[index])
        return (state.exchanges.values[index].progress, state.exchanges.values[index].tellProgress)
      }
      if let (progress, tell) = exchange { tell?(progress) }
    }

    #if !canImport(FoundationNetworking)
      /// Records the system's timing, which arrives before the end of the task.
      func note(_ metrics: URLSessionTaskMetrics, for task: URLSessionTask) {
        let timing = GraphQLTiming(metrics)
        state.withLock { state in state.exchanges[ObjectIdentifier(task)]?.timing = timing }
      }
    #endif

    #if canImport(FoundationNetworking)
      /// Records that the server asked for a password and will not get one.
      func noteRequestedPassword(for task: URLSessionTask) {
        state.withLock { state in state.exchanges[ObjectIdentifier(task)]?.wasAskedForPassword = true }
      }
    #endif

    /// Ends an exchange before its response has arrived, and stops the task, which closes the connection.
    func end(_ task: URLSessionTask, throwing error: any Error) {
      guard let exchange = take(task) else { return }
      exchange.continuation.resume(throwing: error)
      task.cancel()
    }

    /// Ends an exchange whose task has ended.
    func complete(_ task: URLSessionTask, _ error: (any Error)?) {
      guard let exchange = take(task) else { return }
      #if canImport(FoundationNetworking)
        // Foundation cancels a task whose password was rejected, when the whole response has arrived.
        let error = exchange.wasAskedForPassword ? nil : error
      #endif
      if let error {
        exchange.continuation.resume(throwing: (error as? URLError).map(GraphQLConnectionError.init) ?? error)
      } else if let response = task.response as? HTTPURLResponse {
        var answer = GraphQLHTTPResponse(response, body: exchange.body)
        answer.timing = exchange.measured
        exchange.continuation.resume(returning: answer)
      } else {
        exchange.continuation.resume(throwing: GraphQLConnectionError(.badServerResponse))
      }
    }

    private func take(_ task: URLSessionTask) -> Exchange? {
      state.withLock { state in state.exchanges.removeValue(forKey: ObjectIdentifier(task)) }
    }
  }

  extension GraphQLHTTPResponse {
    package init(_ response: HTTPURLResponse, body: Data) {
      let fields = response.allHeaderFields.compactMap { name, value -> GraphQLHTTPHeaders.Field? in
        guard let name = name as? String, let value = value as? String else { return nil }
        return GraphQLHTTPHeaders.Field(name: name, value: value)
      }
      self.init(status: response.statusCode, headers: GraphQLHTTPHeaders(fields), body: body)
    }
  }
#endif
