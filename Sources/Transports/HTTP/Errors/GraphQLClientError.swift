import Apus
import ApusPlatform

/// An error of the client.
///
/// A cancelled task throws `CancellationError` instead. Errors of interceptors and checks are thrown unchanged.
///
/// ```swift
/// do {
///   let data = try await client.fetch(AlbumQuery(id: "a1"))
///   print(data.album?.title ?? "no such album")
/// } catch GraphQLClientError.transport {
///   print("There is no connection.")
/// } catch let error as GraphQLClientError {
///   print(error.graphQLErrors.map(\.message))
/// }
/// ```
public enum GraphQLClientError: Error, Sendable {
  /// No response arrived. The error is a ``GraphQLConnectionError`` if the server could not be reached or the connection was lost, or an error of
  /// your own transport. If the operation is not idempotent, it was not executed.
  case transport(any Error)
  /// A request had to be sent again, or a connection reopened, but the credentials are now another user's. Start the operation again if that user is
  /// to execute it. An idempotent operation, such as a mutation with a key, may have been executed by its first attempt.
  case credentialsChanged
  /// A mutation, or another request that is not idempotent, was sent at least in part, but no complete response arrived. It may have been
  /// executed, so the client does not send it again.
  case outcomeUnknown(any Error)
  /// The response did not arrive within the time for one attempt, or for the whole operation. A mutation may have been executed.
  case timedOut(after: Duration)
  /// The response's body is larger than ``GraphQLClient/maximumResponseBytes``.
  case responseTooLarge(limit: Int)
  /// The response has more parts than ``GraphQLClient/maximumParts`` allows.
  case tooManyParts(limit: Int)
  /// The HTTP status is not a success, and the body is not a GraphQL response.
  case status(GraphQLHTTPFailure)
  /// The status is a success, but the body is not a GraphQL response.
  case notGraphQL(GraphQLHTTPFailure)
  /// An incremental response has an invalid part, or ended before its last one.
  case invalidPart(String)
  /// The response does not match the schema. The error contains the path.
  case decoding(GraphQLDecodingError)
  /// The response has errors. It may also have data.
  case graphQL(GraphQLFailure)
  /// The request cannot be sent, for example because of a variable that JSON cannot represent, a missing file, or an invalid header field.
  case invalidRequest(String)
  /// A page of a list leads to a page that was already read, so reading would never end.
  case repeatedCursor(operation: String, variables: String)
}

extension GraphQLClientError {
  /// The GraphQL errors in the response; empty if there are none. ``status(_:)`` can have them, too: some servers report a failed operation with
  /// status 400 and `application/json`.
  public var graphQLErrors: [GraphQLError] {
    switch self {
    case .graphQL(let failure): failure.errors
    case .status(let failure), .notGraphQL(let failure): failure.errors
    case .transport, .credentialsChanged, .outcomeUnknown, .timedOut, .responseTooLarge, .tooManyParts,
      .invalidPart, .decoding, .invalidRequest, .repeatedCursor:
      []
    }
  }

  /// Returns the response that contains the errors, with its data; nil if there is no response, or if it belongs to another operation.
  ///
  /// ```swift
  /// do {
  ///   _ = try await client.fetch(AlbumQuery(id: "a1"))
  /// } catch let error as GraphQLClientError {
  ///   print(error.response(to: AlbumQuery.self)?.data?.album?.title ?? "no data")
  /// }
  /// ```
  public func response<Operation: GraphQLOperation>(
    to operation: Operation.Type
  ) -> GraphQLResponse<Operation.Data>? {
    guard case .graphQL(let failure) = self else { return nil }
    return failure.response(to: operation)
  }
}

extension GraphQLClientError: LocalizedError {
  /// Equal to ``description``.
  public var errorDescription: String? { description }
}

extension GraphQLClientError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .transport(let error):
      "no response from the server: \(GraphQLConnectionError(error)?.reason ?? "\(error)")"
    case .credentialsChanged:
      """
      the operation had to be sent again, but the credentials have changed, perhaps to another user's: start the operation \
      again. If they are the same user's, keep the token of requests with a GraphQLAuthenticationInterceptor before the \
      GraphQLRetryInterceptor, and return the same `user` in the GraphQLReconnectPolicy of subscriptions
      """
    case .outcomeUnknown(let error):
      "no complete response arrived after the request was sent, so it may have been executed and is not sent again: \(GraphQLConnectionError(error)?.reason ?? error.text)"
    case .timedOut(let timeout): "no response from the server within \(timeout)"
    case .responseTooLarge(let limit):
      "the response exceeds the limit of \(limit) bytes (`maximumResponseBytes`)"
    case .tooManyParts(let limit): "the response has more than \(limit) parts, the limit of `maximumParts`"
    case .status(let failure): "the server responded with status \(failure)"
    case .notGraphQL(let failure): "the response is not GraphQL: status \(failure)"
    case .invalidPart(let reason): "a part of the response is invalid or missing: \(reason)"
    case .decoding(let error): "\(error)"
    case .graphQL(let failure): "\(failure)"
    case .invalidRequest(let reason): reason
    case .repeatedCursor(let operation, let variables):
      "\(operation): the next page was already read, with the variables \(variables): the server repeats a cursor, or the closure for the cursor ignores the page's data"
    }
  }
}
