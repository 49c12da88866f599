/// A mutation's response on its way from the decoder to the caller.
///
/// After a cancellation or at the end of a time limit, the request may still be completed. Its response is then decoded after the caller has gone on.
package enum ResponseArrival<Response: Sendable>: Sendable {
  /// The caller waits, and takes the response if there is one.
  case awaited(Response?)
  /// The caller has gone on.
  case over

  /// - Returns: whether the caller will take the response.
  package mutating func note(_ response: Response) -> Bool {
    guard case .awaited = self else { return false }
    self = .awaited(response)
    return true
  }

  /// Ends the wait.
  ///
  /// - Returns: the response, if it arrived.
  package mutating func end() -> Response? {
    defer { self = .over }
    guard case .awaited(let response) = self else { return nil }
    return response
  }
}
