/// Any JSON value: an unmapped custom scalar, or the extensions of a response.
///
/// ```swift
/// let settings: GraphQLValue = ["theme": "dark", "sizes": [12, 14.5], "beta": true]
/// settings["theme"].string       // "dark"
/// settings["sizes"][1].double    // 14.5
/// settings["none"][7].string     // nil
/// ```
/// Numbers are exact. The order of members is not preserved; they are written sorted by name, so that equal values are
/// equal bytes.
public enum GraphQLValue: Hashable, Sendable {
  /// JSON's `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number with its exact digits.
  case number(GraphQLNumber)
  /// A value that is a string.
  case string(String)
  /// A list of values.
  case list([GraphQLValue])
  /// An object. The order of its members is not preserved.
  case object([String: GraphQLValue])
}

extension GraphQLValue {
  /// Whether it is null.
  public var isNull: Bool { self == .null }

  /// The Boolean; nil for any other value.
  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The number; nil for any other value.
  public var number: GraphQLNumber? {
    if case .number(let value) = self { value } else { nil }
  }

  /// The number as an integer; nil for any other value.
  public var int: Int? { number?.int }

  /// The nearest `Double` to the number; nil for any other value.
  public var double: Double? { number?.double }

  /// The string; nil for any other value.
  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The elements; nil for any other value.
  public var list: [GraphQLValue]? {
    if case .list(let value) = self { value } else { nil }
  }

  /// The members; nil for any other value.
  public var object: [String: GraphQLValue]? {
    if case .object(let value) = self { value } else { nil }
  }

  /// A member; null if it does not exist or this is not an object. Setting a member of any other value replaces it with
  /// an object.
  public subscript(name: String) -> GraphQLValue {
    get { object?[name] ?? .null }
    set {
      var members = object ?? [:]
      members[name] = newValue
      self = .object(members)
    }
  }

  /// An element; null if it does not exist or this is not a list.
  public subscript(index: Int) -> GraphQLValue {
    guard case .list(let elements) = self, elements.indices.contains(index) else { return .null }
    return elements[index]
  }
}

extension GraphQLValue: ExpressibleByNilLiteral {
  public init(nilLiteral: ()) { self = .null }
}

extension GraphQLValue: ExpressibleByBooleanLiteral {
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension GraphQLValue: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int64) { self = .number(GraphQLNumber(value)) }
}

extension GraphQLValue: ExpressibleByFloatLiteral {
  public init(floatLiteral value: Double) { self = .number(GraphQLNumber(floatLiteral: value)) }
}

extension GraphQLValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) { self = .string(value) }
}

extension GraphQLValue: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: GraphQLValue...) { self = .list(elements) }
}

extension GraphQLValue: ExpressibleByDictionaryLiteral {
  /// If a name is repeated, the first member counts, as when reading JSON.
  public init(dictionaryLiteral members: (String, GraphQLValue)...) {
    self = .object(Dictionary(members) { first, _ in first })
  }
}

extension GraphQLValue: CustomStringConvertible {
  /// The value as compact JSON.
  public var description: String {
    (try? json()).map { String(decoding: $0, as: UTF8.self) } ?? "null"
  }
}
