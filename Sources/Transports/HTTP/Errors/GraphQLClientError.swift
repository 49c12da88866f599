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
  /// No response arrived: a ``GraphQLConnectionError`` if the server could not be reached or the connection was lost, or the error of a
  /// transport of your own. A mutation that is not idempotent was not executed.
  case transport(any Error)
  /// A request had to be sent again, or a connection to be opened again, but the credentials are now another user's. Start the operation again
  /// if that user is to execute it. An idempotent operation, such as a mutation with a key, may have been executed by its first attempt.
  case credentialsChanged
  /// A mutation, or another request that is not idempotent, was sent at least in part, but no complete response arrived. It may have been
  /// executed, so the client does not send it again.
  case outcomeUnknown(any Error)
  /// The response did not arrive within the time for one attempt, or for the whole operation. A mutation may have been executed.
  case timedOut(after: Duration)
  /// The response's body has more bytes than ``GraphQLClient/maximumResponseBytes`` allows.
  case responseTooLarge(limit: Int)
  /// The response has more parts than ``GraphQLClient/maximumParts`` allows.
  case tooManyParts(limit: Int)
  /// The HTTP status is not a success, and the body is not a GraphQL response.
  case status(GraphQLHTTPFailure)
  /// The status is a success, but the body is not a GraphQL response.
  case notGraphQL(GraphQLHTTPFailure)
  /// A part of an incremental response is invalid, or the last part is missing.
  case invalidPart(String)
  /// The response does not match the schema. The error says where.
  case decoding(GraphQLDecodingError)
  /// The response has errors. It may also have data.
  case graphQL(GraphQLFailure)
  /// The request cannot be sent, for example because of a variable that JSON cannot represent, a missing file, or an invalid header field.
  case invalidRequest(String)
}

extension GraphQLClientError {
  /// The errors that the server reports, whatever the case: some servers answer an operation that failed with status 400
  /// and `application/json`, which is ``status(_:)``. Empty when there are none.
  public var graphQLErrors: [GraphQLError] {
    switch self {
    case .graphQL(let failure): failure.errors
    case .status(let failure), .notGraphQL(let failure): failure.errors
    case .transport, .credentialsChanged, .outcomeUnknown, .timedOut, .responseTooLarge, .tooManyParts,
      .invalidPart, .decoding, .invalidRequest:
      []
    }
  }

  /// The response that has the errors, with its data; nil when there is none, or when it is another operation's.
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
  /// The description: `localizedDescription` says the same.
  public var errorDescription: String? { description }
}

extension GraphQLClientError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .transport(let error):
      "no answer from the server: \(GraphQLConnectionError(error)?.reason ?? "\(error)")"
    case .credentialsChanged:
      """
      the operation had to be sent again, and the credentials are now others, perhaps of another user: start the operation \
      again. Of subscriptions, `user` of GraphQLReconnectPolicy can say that they are the same user's; of requests, an \
      AuthenticationInterceptor before the RetryInterceptor keeps the token
      """
    case .outcomeUnknown(let error):
      "no complete response arrived after the request was sent, so it may have been carried out; it is not sent again: \(GraphQLConnectionError(error)?.reason ?? error.text)"
    case .timedOut(let timeout): "no answer from the server within \(timeout)"
    case .responseTooLarge(let limit): "the answer has more than the \(limit) bytes that are allowed"
    case .tooManyParts(let limit): "the response has more than \(limit) parts, the limit of `maximumParts`"
    case .status(let failure): "the server answers with status \(failure)"
    case .notGraphQL(let failure): "the answer is no GraphQL response: status \(failure)"
    case .invalidPart(let reason): "the response comes in parts, and breaks off: \(reason)"
    case .decoding(let error): "\(error)"
    case .graphQL(let failure): "\(failure)"
    case .invalidRequest(let reason): reason
    }
  }
}
