import Apus

/// A response to a document as text: data, errors, or both.
///
/// ```swift
/// let text = try GraphQLText("{ newest { title } }")
/// let response = try await client.response(for: text, as: GraphQLValue.self)
/// print(response.data?["newest"]["title"].string ?? "no title", response.errors)
/// ```
public struct GraphQLTextResponse<Value> {
  /// The data. It is nil if the server sent none, or if a field failed and `Value` requires a value for it. ``object`` then contains everything else.
  public var data: Value?

  /// The data as the server sent it.
  public var object: GraphQLAnyObject?

  /// The errors in the response.
  public var errors: [GraphQLError]

  /// The server's additional information; nil if there is none.
  public var extensions: GraphQLValue?

  /// Whether the response is complete: false while parts with `@defer` or `@stream` are still to come.
  public var isComplete: Bool

  /// The client's notes about how the response arrived.
  let origin: ResponseOrigin

  /// Returns the errors of a field and of fields within it.
  public func errors(at path: GraphQLPath) -> [GraphQLError] {
    errors.filter { $0.path?.starts(with: path) ?? false }
  }
}

extension GraphQLTextResponse: Sendable where Value: Sendable {}
extension GraphQLTextResponse: Equatable where Value: Equatable {}
extension GraphQLTextResponse: Hashable where Value: Hashable {}

extension GraphQLTextResponse where Value: Decodable {
  /// - Throws: ``GraphQLClientError/decoding(_:)`` if the data is not a `Value` and no error explains it.
  init(_ response: GraphQLResponse<GraphQLAnyObject>, to text: GraphQLText) throws {
    object = response.data
    errors = response.errors
    extensions = response.extensions
    isComplete = response.isComplete
    origin = response.origin
    do {
      data = try text.value(of: response.data)
    } catch {
      if errors.isEmpty { throw error }
    }
  }
}

extension GraphQLText {
  /// Decodes data.
  ///
  /// - Throws: ``GraphQLClientError/decoding(_:)``.
  func value<Value: Decodable>(of data: GraphQLAnyObject?) throws -> Value? {
    guard let data else { return nil }
    do {
      return try data.decode(as: Value.self)
    } catch let error as GraphQLDecodingError {
      throw named(GraphQLClientError.decoding(error))
    }
  }

  /// Adds the operation's name to an error. The decoder of a document as text does not know it.
  func named(_ error: any Error) -> any Error {
    guard case GraphQLClientError.decoding(var error) = error else { return error }
    error.operationName = operation.shownName
    return GraphQLClientError.decoding(error)
  }
}
