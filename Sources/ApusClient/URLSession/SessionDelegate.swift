import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Tells what happens to a session's tasks.
final class SessionDelegate: NSObject, URLSessionDataDelegate, Sendable {
  private let exchanges: Exchanges

  init(_ exchanges: Exchanges) { self.exchanges = exchanges }

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

  /// Foundation on Linux loses the body when it follows a 307, so the transport follows on its own.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  /// There is nobody to type a password: on Linux a task would wait for one for ever. What is left is a certificate, where
  /// the system knows best.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    let passwordMethods = [
      NSURLAuthenticationMethodDefault, NSURLAuthenticationMethodHTTPBasic,
      NSURLAuthenticationMethodHTTPDigest, NSURLAuthenticationMethodNTLM,
      NSURLAuthenticationMethodNegotiate, NSURLAuthenticationMethodHTMLForm,
    ]
    let asksForPassword = passwordMethods.contains(challenge.protectionSpace.authenticationMethod)
    if asksForPassword { exchanges.refusePassword(for: task) }
    completionHandler(asksForPassword ? .rejectProtectionSpace : .performDefaultHandling, nil)
  }
}
