/// An error that the server reports in a response.
///
/// ```swift
/// let response = try await client.response(for: AlbumQuery(id: "a1"))
/// for error in response.errors {
///   print(error.path?.description ?? "the request", error.message, error.code ?? "")
/// }
/// ```
///
/// Specification: <https://spec.graphql.org/draft/#sec-Errors>.
public struct GraphQLError: Error, Hashable, Sendable {
  /// A location in the document that was sent.
  public struct Location: Hashable, Sendable {
    /// The line, starting at 1.
    public var line: Int
    /// The column, starting at 1.
    public var column: Int

    /// Creates a location from a line and a column, both starting at 1.
    public init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }
  }

  /// A description of the error, for developers.
  public var message: String

  /// The associated places in the document; empty if the server does not provide them.
  public var locations: [Location]

  /// The response field with the error; nil if it concerns the whole request.
  public var path: GraphQLPath?

  /// Additional information from the server, such as `code`.
  public var extensions: [String: GraphQLValue]

  /// Creates an error as a server would report it.
  public init(
    message: String, locations: [Location] = [], path: GraphQLPath? = nil,
    extensions: [String: GraphQLValue] = [:]
  ) {
    self.message = message
    self.locations = locations
    self.path = path
    self.extensions = extensions
  }

  /// `extensions.code`, which most servers use to classify errors.
  public var code: String? { extensions["code"]?.string }
}

extension GraphQLError: CustomStringConvertible {
  public var description: String { path.map { "\($0): \(message)" } ?? message }
}

// Optional members are ignored if they do not have the specified form, so that a server's own additions do not hide its
// errors.
extension GraphQLError: GraphQLObject {
  public init(_reading reader: inout GraphQLReader) throws {
    message = try reader.string("message")
    locations = try reader.errorMember("locations").list?.compactMap(Location.init) ?? []
    path = try reader.errorMember("path").list.map { steps in
      GraphQLPath(steps.compactMap(GraphQLPath.Component.init))
    }
    extensions = try reader.errorMember("extensions").object ?? [:]
  }

  public func _write(to writer: inout GraphQLWriter) {
    writer.string("message", message)
    if !locations.isEmpty { writer.value("locations", GraphQLValue.list(locations.map(\.value))) }
    if let path { writer.value("path", GraphQLValue.list(path.components.map(\.value))) }
    if !extensions.isEmpty { writer.value("extensions", GraphQLValue.object(extensions)) }
  }
}

extension GraphQLReader {
  fileprivate mutating func errorMember(_ key: StaticString) throws -> GraphQLValue {
    try has(key) ? value(key) : .null
  }
}

extension GraphQLError.Location {
  fileprivate init?(_ value: GraphQLValue) {
    guard let line = value["line"].int, let column = value["column"].int else { return nil }
    self.init(line: line, column: column)
  }

  fileprivate var value: GraphQLValue {
    ["line": .number(GraphQLNumber(line)), "column": .number(GraphQLNumber(column))]
  }
}

extension GraphQLPath.Component {
  fileprivate init?(_ value: GraphQLValue) {
    if let key = value.string {
      self = .key(key)
    } else if let index = value.int {
      self = .index(index)
    } else {
      return nil
    }
  }

  fileprivate var value: GraphQLValue {
    switch self {
    case .key(let key): .string(key)
    case .index(let index): .number(GraphQLNumber(index))
    }
  }
}
