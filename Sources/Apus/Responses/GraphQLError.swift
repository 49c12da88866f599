#if canImport(FoundationEssentials) && !canImport(Darwin)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An error that the server reports in a response.
///
/// Specification: <https://spec.graphql.org/draft/#sec-Errors>.
public struct GraphQLError: Error, Hashable, Sendable {
  /// A place in the document that was sent.
  public struct Location: Hashable, Sendable {
    /// The line, from 1.
    public var line: Int
    /// The column, from 1.
    public var column: Int

    /// A place by its line and column, both counted from 1.
    public init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }
  }

  /// What went wrong, for developers.
  public var message: String

  /// Where in the document it belongs; empty when the server does not say.
  public var locations: [Location]

  /// The field of the response that it befell; nil when it befell the whole request.
  public var path: GraphQLPath?

  /// What the server adds, such as `code`.
  public var extensions: [String: GraphQLValue]

  /// An error as a server would report it.
  public init(
    message: String, locations: [Location] = [], path: GraphQLPath? = nil,
    extensions: [String: GraphQLValue] = [:]
  ) {
    self.message = message
    self.locations = locations
    self.path = path
    self.extensions = extensions
  }

  /// `extensions.code`, by which most servers classify errors.
  public var code: String? { extensions["code"]?.string }
}

extension GraphQLError: CustomStringConvertible {
  public var description: String { path.map { "\($0): \(message)" } ?? message }
}

extension GraphQLError: LocalizedError {
  /// The description: `localizedDescription` says the same.
  public var errorDescription: String? { description }
}

// Members that the specification makes optional are read where they are in its form and passed over where not: a server
// that adorns its errors in another way must not hide them.
extension GraphQLError: GraphQLObject {
  public init(_reading reader: inout ObjectReader) throws {
    message = try reader.string("message")
    locations = try reader.errorMember("locations").list?.compactMap(Location.init) ?? []
    path = try reader.errorMember("path").list.map { steps in
      GraphQLPath(steps.compactMap(GraphQLPath.Component.init))
    }
    extensions = try reader.errorMember("extensions").object ?? [:]
  }

  public func _write(to writer: inout ObjectWriter) {
    writer.string("message", message)
    if !locations.isEmpty { writer.value("locations", GraphQLValue.list(locations.map(\.value))) }
    if let path { writer.value("path", GraphQLValue.list(path.components.map(\.value))) }
    if !extensions.isEmpty { writer.value("extensions", GraphQLValue.object(extensions)) }
  }
}

extension ObjectReader {
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
