#if !os(Linux)
  import Foundation

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  /// Forwards the events of a session's tasks.
  final class SessionDelegate: NSObject, URLSessionDataDelegate, Sendable {
    private let exchanges: Exchanges
    private let answer: GraphQLURLSessionTransport.ChallengeHandler?
    private let metrics: (@Sendable (URLSessionTaskMetrics) -> Void)?

    /// - Parameters:
    ///   - answer: the closure for servers' challenges; unused on Android and Windows.
    ///   - metrics: receives Foundation's metrics, which do not exist on Android and Windows.
    init(
      _ exchanges: Exchanges, _ answer: GraphQLURLSessionTransport.ChallengeHandler? = nil,
      _ metrics: (@Sendable (URLSessionTaskMetrics) -> Void)? = nil
    ) {
      self.exchanges = exchanges
      self.answer = answer
      self.metrics = metrics
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      exchanges.receive(data, for: dataTask)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
      totalBytesExpectedToSend: Int64
    ) {
      exchanges.sent(totalBytesSent, for: task)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      exchanges.complete(task, error)
    }

    /// Foundation on Android and Windows loses the body when it follows a 307, so the transport follows redirects itself.
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
      guard let answer else { return answerAsUsual(challenge, task, completionHandler) }
      Task {
        let (disposition, credential) = await answer(challenge)
        if disposition == .performDefaultHandling {
          answerAsUsual(challenge, task, completionHandler)
        } else {
          completionHandler(disposition, credential)
        }
      }
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics
    ) {
      #if !canImport(FoundationNetworking)
        exchanges.note(metrics, for: task)
      #endif
      self.metrics?(metrics)
    }

    private func answerAsUsual(
      _ challenge: URLAuthenticationChallenge, _ task: URLSessionTask,
      _ completionHandler: @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      #if canImport(FoundationNetworking)
        // Otherwise the task would wait indefinitely for somebody to enter a password. The remaining challenges are about certificates, which the
        // system handles best.
        let passwordMethods = [
          NSURLAuthenticationMethodDefault, NSURLAuthenticationMethodHTTPBasic,
          NSURLAuthenticationMethodHTTPDigest, NSURLAuthenticationMethodNTLM,
          NSURLAuthenticationMethodNegotiate, NSURLAuthenticationMethodHTMLForm,
        ]
        if passwordMethods.contains(challenge.protectionSpace.authenticationMethod) {
          exchanges.noteRequestedPassword(for: task)
          return completionHandler(.rejectProtectionSpace, nil)
        }
      #endif
      completionHandler(.performDefaultHandling, nil)
    }
  }
#endif
