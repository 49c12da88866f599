/// A place in a response: `animals[3].owner.name`.
///
/// Specification: <https://spec.graphql.org/draft/#sec-Errors>, "path".
public struct GraphQLPath: Hashable, Sendable {
  /// One step: into an object by response key, or into a list by position.
  public enum Component: Hashable, Sendable {
    /// A member of an object, by its response key.
    case key(String)
    /// An element of a list, counted from 0.
    case index(Int)
  }

  /// The steps from the root; empty for the root itself.
  public var components: [Component]

  /// A path of these components, the outermost first.
  public init(_ components: [Component] = []) { self.components = components }

  /// Whether this place is `other` or lies within it.
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
