import Apus
import Foundation

/// Why the client has no data to return.
///
/// A task that was cancelled throws `CancellationError` instead, and what interceptors and checks throw is passed on.
public enum GraphQLClientError: Error, Sendable {
  /// The server could not be reached, or the connection broke.
  case transport(any Error)
  /// No complete answer came after some of a request was sent that is not idempotent: the server may have carried out the mutation, or
  /// not. The client never sends it again.
  case outcomeUnknown(any Error)
  /// The answer did not come in time: in that of one attempt, or of everything. A mutation may have been carried out nevertheless.
  case timedOut(after: Duration)
  /// The answer's body has more bytes than ``GraphQLClient/maximumResponseBytes`` allows.
  case responseTooLarge(limit: Int)
  /// The response comes in more parts than ``GraphQLClient/maximumParts`` allows.
  case tooManyParts(limit: Int)
  /// The HTTP status says that it went wrong, and the body is not the GraphQL server's.
  case status(GraphQLHTTPFailure)
  /// The status is a success, but the body is not a GraphQL response.
  case notGraphQL(GraphQLHTTPFailure)
  /// The response comes in parts, of which one is not as it must be, or the last is missing.
  case invalidPart(String)
  /// The response has another form than the schema promised.
  case decoding(GraphQLDecodingError)
  /// The response has errors. It may also have data.
  case graphQL(GraphQLFailure)
  /// The request could not be made.
  case invalidRequest(String)
}

extension GraphQLClientError {
  /// The errors that the server reports, whatever the case: some servers answer an operation that failed with status 400
  /// and `application/json`, which is ``status(_:)``. Empty when there are none.
  public var graphQLErrors: [GraphQLError] {
    switch self {
    case .graphQL(let failure): failure.errors
    case .status(let failure), .notGraphQL(let failure): failure.errors
    case .transport, .outcomeUnknown, .timedOut, .responseTooLarge, .tooManyParts, .invalidPart, .decoding,
      .invalidRequest:
      []
    }
  }

  /// The response that has the errors, with its data; nil when there is none, or when it is another operation's.
  ///
  /// ```swift
  /// } catch let error as GraphQLClientError {
  ///   if let response = error.response(to: AlbumQuery.self) { show(response.data, response.errors) }
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
    case .transport(let error as URLError): "no answer from the server: \(error.localizedDescription)"
    case .transport(let error): "no answer from the server: \(error)"
    case .outcomeUnknown(let error):
      "no complete answer came after the request was sent; the mutation may have been carried out, and is not sent again: \(error.localizedDescription)"
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
