import Apus

/// A response to a document as text: data, errors, or both.
///
/// ```swift
/// let text = try GraphQLText("{ newest { title } }")
/// let response = try await client.response(for: text, as: GraphQLValue.self)
/// print(response.data?["newest"]["title"].string ?? "no title", response.errors)
/// ```
public struct GraphQLTextResponse<Value> {
  /// The data. Nil if the server sent none, or if failed fields are null where `Value` is not optional: then
  /// ``object`` contains the rest.
  public var data: Value?

  /// The data, as the server sent it.
  public var object: GraphQLAnyObject?

  /// The errors of the response; empty without errors.
  public var errors: [GraphQLError]

  /// The response's `extensions`; nil if there are none.
  public var extensions: GraphQLValue?

  /// Whether nothing follows: false while parts of the response, of `@defer` and `@stream`, are still to come.
  public var isComplete: Bool

  /// How it came.
  let origin: ResponseOrigin

  /// The errors of a field, or of what lies within it.
  public func errors(at path: GraphQLPath) -> [GraphQLError] {
    errors.filter { $0.path?.starts(with: path) ?? false }
  }
}

extension GraphQLTextResponse: Sendable where Value: Sendable {}
extension GraphQLTextResponse: Equatable where Value: Equatable {}
extension GraphQLTextResponse: Hashable where Value: Hashable {}

extension GraphQLTextResponse where Value: Decodable {
  /// - Throws: ``GraphQLClientError/decoding(_:)`` when the data is not a `Value` and no error explains it.
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

  /// The error with the operation's name added, which the decoder of a document as text does not know.
  func named(_ error: any Error) -> any Error {
    guard case GraphQLClientError.decoding(var error) = error else { return error }
    error.operationName = operation.shownName
    return GraphQLClientError.decoding(error)
  }
}
