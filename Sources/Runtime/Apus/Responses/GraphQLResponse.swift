/// A response: data, errors, or both.
///
/// ```swift
/// let response = try LibraryQuery(first: 20).response(json: bytes)
/// if let data = response.data { print(data.viewer?.displayName ?? "a visitor") }
/// for error in response.errors { print(error.message) }
/// ```
/// Specification: <https://spec.graphql.org/draft/#sec-Response-Format>.
public struct GraphQLResponse<Data: GraphQLObject>: Hashable, Sendable {
  /// The requested data; fields that failed are null. It is nil if the request failed as a whole, or if a field threw
  /// its errors (`@semanticNonNull`, `@catch(to: THROW)`) and they were not caught.
  public var data: Data?

  /// The errors; empty if there are none.
  public var errors: [GraphQLError]

  /// Additional information from the server; nil if there is none.
  public var extensions: GraphQLValue?

  /// Whether this is the complete response: false while parts with `@defer` or `@stream` are still to come.
  public var isComplete: Bool

  /// How the response arrived, for use by the client. It is ignored when responses are compared.
  package var origin = ResponseOrigin()

  /// Creates a response, for tests and previews.
  public init(
    data: Data?, errors: [GraphQLError] = [], extensions: GraphQLValue? = nil, isComplete: Bool = true
  ) {
    self.data = data
    self.errors = errors
    self.extensions = extensions
    self.isComplete = isComplete
  }

  /// Returns the errors of a field and of fields within it.
  public func errors(at path: GraphQLPath) -> [GraphQLError] {
    errors.filter { $0.path?.starts(with: path) ?? false }
  }
}

extension GraphQLResponse: GraphQLObject {
  public init(_reading reader: inout GraphQLReader) throws {
    // Members are read in the order in which they were sent, because skipping the data to get to the errors would mean
    // reading it twice.
    data = nil
    errors = []
    reader.isResponse = true
    let dataIsFirst = reader.isNext("data")
    if dataIsFirst { data = try reader.dataOrNil(nil) }
    let hasErrors = try reader.has("errors")
    if hasErrors { errors = try reader.selectionsOrNil("errors") ?? [] }
    if !dataIsFirst {
      if try reader.has("data") {
        data = try reader.dataOrNil(errors)
      } else if !hasErrors {
        throw reader.missing("data", expected: "a response with data or errors")
      }
    }
    extensions = try reader.has("extensions") ? reader.value("extensions") : nil
    isComplete = try !reader.has("hasNext") || !reader.bool("hasNext")
  }

  public func _write(to writer: inout GraphQLWriter) {
    if !errors.isEmpty {
      writer.selections("errors", errors)
      if data != nil { writer.selections(ErrorPlaces.writtenKey, [GraphQLError]()) }
    }
    if data != nil || errors.isEmpty { writer.selection("data", data) }
    if let extensions { writer.value("extensions", extensions) }
    if !isComplete { writer.bool("hasNext", true) }
  }
}
