/// Answers the requests that a ``LoopbackServer`` receives, on the server's thread.
package protocol LoopbackService {
  func answer(_ request: HTTPRequest) -> HTTPAnswer
}
