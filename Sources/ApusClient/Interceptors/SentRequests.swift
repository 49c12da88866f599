import ApusConcurrency

/// What is known about the requests that one run of an ``InterceptorChain`` has sent and that must be sent once.
///
/// Interceptors may call `next` as often as they like. This is the only place that decides whether another call may send the request.
final class SentRequests: Sendable {
  private struct Sent {
    let request: GraphQLHTTPRequest
    /// Unknown while the request is under way.
    var execution = GraphQLExecution.unknown
  }

  private let all = Locked<[Sent]>([])

  /// Notes that a request is being sent.
  ///
  /// - Returns: its number.
  /// - Throws: ``GraphQLClientError/outcomeUnknown(_:)`` with a ``GraphQLRepetitionError`` if the server may have executed it already.
  func begin(_ request: GraphQLHTTPRequest) throws -> Int {
    let number = all.withLock { all -> Int? in
      if all.contains(where: { !$0.execution.isRuledOut && Self.areSame($0.request, request) }) { return nil }
      all.append(Sent(request: request))
      return all.count - 1
    }
    guard let number else { throw GraphQLClientError.outcomeUnknown(GraphQLRepetitionError()) }
    return number
  }

  /// Notes what became of a request.
  func end(_ number: Int, _ execution: GraphQLExecution) {
    all.withLock { $0[number].execution = execution }
  }

  /// Whether two requests would do the same. An interceptor may change the header fields, the URL or members of the body between attempts.
  private static func areSame(_ first: GraphQLHTTPRequest, _ second: GraphQLHTTPRequest) -> Bool {
    first.operations == second.operations || (first.body == second.body && first.body.byteCount > 0)
  }
}
