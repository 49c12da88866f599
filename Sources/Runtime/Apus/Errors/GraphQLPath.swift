/// The path of a value in a response: `animals[3].owner.name`.
///
/// ```swift
/// let path: GraphQLPath = ["animals", 3, "owner", "name"]
/// print(path.starts(with: ["animals", 3]))
/// ```
///
/// Specification: <https://spec.graphql.org/draft/#sec-Errors>, "path".
public struct GraphQLPath: Hashable, Sendable {
  /// One step of a path: a response key or a list index.
  public enum Component: Hashable, Sendable {
    /// A member of an object, by response key.
    case key(String)
    /// An element of a list, starting at 0.
    case index(Int)
  }

  /// The steps from the root, which itself has an empty path.
  public var components: [Component]

  /// Creates a path from components, outermost first.
  public init(_ components: [Component] = []) { self.components = components }

  /// Converts the path of a decoder or an encoder.
  package init(_ path: some Sequence<any CodingKey>) {
    self.init(path.map { key in key.intValue.map { .index($0) } ?? .key(key.stringValue) })
  }

  /// Whether this path is `other` or within it.
  public func starts(with other: GraphQLPath) -> Bool { components.starts(with: other.components) }
}

extension GraphQLPath: CustomStringConvertible {
  public var description: String {
    var text = ""
    for component in components {
      switch component {
      case .key(let key): text += text.isEmpty ? key : "." + key
      case .index(let index): text += "[\(index)]"
      }
    }
    return text
  }
}

extension GraphQLPath: ExpressibleByArrayLiteral {
  public init(arrayLiteral components: Component...) { self.init(components) }
}

extension GraphQLPath.Component: ExpressibleByStringLiteral {
  public init(stringLiteral key: String) { self = .key(key) }
}

extension GraphQLPath.Component: ExpressibleByIntegerLiteral {
  public init(integerLiteral index: Int) { self = .index(index) }
}
