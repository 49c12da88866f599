public import Apus

/// A value in a document: an argument of a field or directive, or the default of a variable.
///
/// ```swift
/// GraphQLField("albums", arguments: ["first": 10, "order": .enum("NEWEST"), "filter": ["artist": .variable("artist")]])
/// ```
/// Strings are escaped. Enum values are not strings; use ``enum(_:)``.
public enum GraphQLArgument: Hashable, Sendable {
  /// `$name`
  case variable(String)
  /// An enum value: `NEWEST`.
  case `enum`(String)
  /// `null`
  case null
  /// `true` or `false`
  case bool(Bool)
  /// A number with its exact digits.
  case number(GraphQLNumber)
  /// A value that is a string.
  case string(String)
  /// A value that is a list.
  case list([GraphQLArgument])
  /// A value that is an input object.
  case object(GraphQLArguments)
}

extension GraphQLArgument {
  /// Converts a JSON value. Object members are sorted by name.
  public init(_ value: GraphQLValue) {
    switch value {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .number(let value): self = .number(value)
    case .string(let value): self = .string(value)
    case .list(let elements): self = .list(elements.map { GraphQLArgument($0) })
    case .object(let members):
      let sorted = members.sorted { $0.key < $1.key }
      self = .object(GraphQLArguments(sorted.map { (name: $0.key, value: GraphQLArgument($0.value)) }))
    }
  }
}

/// An ordered list of named values: the arguments of a field, or the members of an input object.
public struct GraphQLArguments: Sendable {
  /// The values, each with its name.
  public var items: [(name: String, value: GraphQLArgument)]

  /// Creates arguments in this order.
  public init(_ items: [(name: String, value: GraphQLArgument)] = []) { self.items = items }
}

extension GraphQLArguments: Hashable {
  public static func == (first: GraphQLArguments, second: GraphQLArguments) -> Bool {
    first.items.elementsEqual(second.items) { $0.name == $1.name && $0.value == $1.value }
  }

  public func hash(into hasher: inout Hasher) {
    for item in items {
      hasher.combine(item.name)
      hasher.combine(item.value)
    }
  }
}

extension GraphQLArguments: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral items: (String, GraphQLArgument)...) {
    self.items = items.map { (name: $0.0, value: $0.1) }
  }
}

extension GraphQLArgument: ExpressibleByNilLiteral {
  public init(nilLiteral: ()) { self = .null }
}

extension GraphQLArgument: ExpressibleByBooleanLiteral {
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension GraphQLArgument: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int64) { self = .number(GraphQLNumber(value)) }
}

extension GraphQLArgument: ExpressibleByFloatLiteral {
  public init(floatLiteral value: Double) { self = .number(GraphQLNumber(floatLiteral: value)) }
}

extension GraphQLArgument: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) { self = .string(value) }
}

extension GraphQLArgument: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: GraphQLArgument...) { self = .list(elements) }
}

extension GraphQLArgument: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral items: (String, GraphQLArgument)...) {
    self = .object(GraphQLArguments(items.map { (name: $0.0, value: $0.1) }))
  }
}
