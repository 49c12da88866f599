public import Apus

/// A value in a document: an argument of a field or directive, or the default of a variable.
///
/// ```swift
/// Field("albums", arguments: ["first": 10, "order": .enum("NEWEST"), "filter": ["artist": .variable("artist")]])
/// ```
/// Strings are escaped. Enum values are not strings; use ``enum(_:)``.
public enum Argument: Hashable, Sendable {
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
  case list([Argument])
  /// A value that is an input object.
  case object(Arguments)
}

extension Argument {
  /// Converts a JSON value. Object members are sorted by name.
  public init(_ value: GraphQLValue) {
    switch value {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .number(let value): self = .number(value)
    case .string(let value): self = .string(value)
    case .list(let elements): self = .list(elements.map { Argument($0) })
    case .object(let members):
      let sorted = members.sorted { $0.key < $1.key }
      self = .object(Arguments(sorted.map { (name: $0.key, value: Argument($0.value)) }))
    }
  }
}

/// An ordered list of named values: the arguments of a field, or the members of an input object.
public struct Arguments: Sendable {
  /// The values, each with its name.
  public var items: [(name: String, value: Argument)]

  /// Creates arguments in this order.
  public init(_ items: [(name: String, value: Argument)] = []) { self.items = items }
}

extension Arguments: Hashable {
  public static func == (first: Arguments, second: Arguments) -> Bool {
    first.items.elementsEqual(second.items) { $0.name == $1.name && $0.value == $1.value }
  }

  public func hash(into hasher: inout Hasher) {
    for item in items {
      hasher.combine(item.name)
      hasher.combine(item.value)
    }
  }
}

extension Arguments: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral items: (String, Argument)...) {
    self.items = items.map { (name: $0.0, value: $0.1) }
  }
}

extension Argument: ExpressibleByNilLiteral {
  public init(nilLiteral: ()) { self = .null }
}

extension Argument: ExpressibleByBooleanLiteral {
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension Argument: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int64) { self = .number(GraphQLNumber(value)) }
}

extension Argument: ExpressibleByFloatLiteral {
  public init(floatLiteral value: Double) { self = .number(GraphQLNumber(floatLiteral: value)) }
}

extension Argument: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) { self = .string(value) }
}

extension Argument: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Argument...) { self = .list(elements) }
}

extension Argument: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral items: (String, Argument)...) {
    self = .object(Arguments(items.map { (name: $0.0, value: $0.1) }))
  }
}
