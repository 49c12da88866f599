/// A response: data, errors, or both.
///
/// ```swift
/// let response = try HomeQuery().response(json: bytes)
/// if let data = response.data { show(data) }
/// for error in response.errors { log(error.message) }
/// ```
/// Specification: <https://spec.graphql.org/draft/#sec-Response-Format>.
public struct GraphQLResponse<Data: GraphQLObject>: Hashable, Sendable {
  /// What was asked for; fields that failed are null in it. Nil when nothing could be answered, and when a field threw its errors
  /// (`@semanticNonNull`, `@catch(to: THROW)`) and nothing around it caught them.
  public var data: Data?

  /// What went wrong; empty when nothing did.
  public var errors: [GraphQLError]

  /// What the server adds; nil when nothing.
  public var extensions: GraphQLValue?

  /// Whether nothing follows: false while parts of the response, of `@defer` and `@stream`, are still to come.
  public var isComplete: Bool

  /// How it came, for the client. It does not count when responses are compared.
  package var origin = ResponseOrigin()

  /// A response of these parts, as tests and previews need one.
  public init(
    data: Data?, errors: [GraphQLError] = [], extensions: GraphQLValue? = nil, isComplete: Bool = true
  ) {
    self.data = data
    self.errors = errors
    self.extensions = extensions
    self.isComplete = isComplete
  }

  /// The errors of a field, or of what lies within it.
  public func errors(at path: GraphQLPath) -> [GraphQLError] {
    errors.filter { $0.path?.starts(with: path) ?? false }
  }
}

extension GraphQLResponse: GraphQLObject {
  public init(_reading reader: inout ObjectReader) throws {
    // Whichever the server sends first is read first: to pass over the data to get at the errors would be to read it twice.
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

  public func _write(to writer: inout ObjectWriter) {
    if !errors.isEmpty { writer.selections("errors", errors) }
    if data != nil || errors.isEmpty { writer.selection("data", data) }
    if let extensions { writer.value("extensions", extensions) }
    if !isComplete { writer.bool("hasNext", true) }
  }
}
