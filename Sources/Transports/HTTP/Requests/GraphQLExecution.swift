import Apus

/// Whether a server executed a request, as far as that is known. It decides whether the request can be sent again.
///
/// ```swift
/// do {
///   _ = try await client.perform(SaveAlbumMutation(id: "a1"))
/// } catch let error as GraphQLClientError where error.execution.isRuledOut {
///   print("Nothing has changed; try again.")
/// }
/// ```
/// A request that is not idempotent is sent again only if its execution ``isRuledOut``.
public enum GraphQLExecution: Hashable, Sendable {
  /// The request did not reach the server.
  case notSent
  /// The server rejected the request without executing it, for example because of its credentials.
  case rejected
  /// The request was sent at least in part, and its outcome is unknown.
  case unknown
  /// The server executed the request, at least in part.
  case executed

  /// Whether the server certainly did not execute the request.
  public var isRuledOut: Bool { self == .notSent || self == .rejected }
}

extension GraphQLExecution {
  /// The execution that a GraphQL response indicates.
  ///
  /// If `data` is missing or null, the errors usually come from before the execution. The exception is an error with a path, which comes from the
  /// execution.
  ///
  /// Specification: <https://spec.graphql.org/draft/#sec-Response-Format>.
  package init(hasData: Bool, _ errors: [GraphQLError]) {
    self =
      if hasData {
        .executed
      } else if errors.isEmpty || errors.contains(where: { $0.path != nil }) {
        .unknown
      } else {
        .rejected
      }
  }

  /// The execution that an HTTP response indicates.
  ///
  /// - Parameters:
  ///   - status: the HTTP status of the response.
  ///   - results: the execution that each GraphQL response in the body indicates; empty if the body is not GraphQL.
  package init(status: Int, _ results: [GraphQLExecution]) {
    self =
      if results.contains(.executed) {
        .executed
      } else if results.contains(.unknown) {
        .unknown
      } else if Self.rejects(status) || (200..<300 ~= status && !results.isEmpty) {
        .rejected
      } else {
        .unknown
      }
  }

  /// Whether a status rules out that the request was executed: the client made a mistake, or has to send it to another URL. 303 follows an execution,
  /// and proxies use 408 for slow servers.
  private static func rejects(_ status: Int) -> Bool {
    (300..<500).contains(status) && status != 303 && status != 408
  }
}

extension GraphQLHTTPResponse {
  /// The execution of the request according to the response. For a batch, ``GraphQLExecution/executed`` if one operation was executed.
  ///
  /// Reads the body each time.
  public var execution: GraphQLExecution {
    GraphQLExecution(status: status, results().map { GraphQLExecution(hasData: $0.hasData, $0.errors) })
  }
}

extension GraphQLClientError {
  /// The execution of the request according to the error.
  ///
  /// For a request that is not idempotent, ``GraphQLExecution/notSent`` is certain. For an idempotent one, such as a query, it only means that it can
  /// be sent again: the request may have arrived before the connection was lost.
  public var execution: GraphQLExecution {
    switch self {
    case .transport, .credentialsChanged, .invalidRequest, .repeatedCursor: .notSent
    case .outcomeUnknown, .timedOut, .responseTooLarge, .tooManyParts, .invalidPart: .unknown
    case .status(let failure), .notGraphQL(let failure): failure.execution
    case .graphQL(let failure):
      GraphQLExecution(
        status: failure.status ?? 200, [GraphQLExecution(hasData: failure.data != nil, failure.errors)])
    case .decoding: .executed
    }
  }
}
