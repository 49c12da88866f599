// What generated code of Apollo iOS looks like from outside, as far as the app in ../App uses it: written for this test.

public protocol JSONDecodableValue { static func decode(_ value: Any?) -> Self? }

extension String: JSONDecodableValue {
  public static func decode(_ value: Any?) -> String? { value as? String }
}
extension Int: JSONDecodableValue {
  public static func decode(_ value: Any?) -> Int? { value as? Int }
}
extension Double: JSONDecodableValue {
  public static func decode(_ value: Any?) -> Double? { value as? Double ?? (value as? Int).map(Double.init) }
}
extension Bool: JSONDecodableValue {
  public static func decode(_ value: Any?) -> Bool? { value as? Bool }
}
extension Optional: JSONDecodableValue where Wrapped: JSONDecodableValue {
  public static func decode(_ value: Any?) -> Wrapped?? { .some(Wrapped.decode(value)) }
}
extension Array: JSONDecodableValue where Element: JSONDecodableValue {
  public static func decode(_ value: Any?) -> [Element]? { (value as? [Any])?.compactMap(Element.decode) }
}

public struct DataDict: @unchecked Sendable {
  public var data: [String: Any]
  public init(_ data: [String: Any]) { self.data = data }
  public subscript<Value: JSONDecodableValue>(key: String) -> Value {
    get {
      guard let value = Value.decode(data[key]) else { fatalError("no \(key) of \(Value.self)") }
      return value
    }
    set { data[key] = DataDict.json(newValue) }
  }

  private static func json(_ value: Any) -> Any {
    switch value {
    case let value as any SelectionSet: value.__data.data
    case let value as any OptionalValue: value.wrapped.map(json) as Any
    default: value
    }
  }
}

private protocol OptionalValue { var wrapped: Any? { get } }
extension Optional: OptionalValue { fileprivate var wrapped: Any? { self } }

public protocol SelectionSet: JSONDecodableValue, Sendable {
  var __data: DataDict { get }
  init(_dataDict: DataDict)
}
extension SelectionSet {
  public static func decode(_ value: Any?) -> Self? {
    (value as? [String: Any]).map { Self(_dataDict: DataDict($0)) }
  }
  public func _asInlineFragment<T: SelectionSet>(_ types: Set<String>) -> T? {
    types.contains(__data["__typename"]) ? T(_dataDict: __data) : nil
  }
}
public protocol FragmentContainer {
  var __data: DataDict { get }
}
extension FragmentContainer {
  public func _toFragment<T: SelectionSet>() -> T { T(_dataDict: __data) }
}

public protocol EnumType: RawRepresentable<String>, Hashable, CaseIterable, Sendable {}

public enum GraphQLEnum<T: EnumType>: Hashable, Sendable, JSONDecodableValue {
  case `case`(T)
  case unknown(String)
  public init(_ value: T) { self = .case(value) }
  public init(_ rawValue: String) { self.init(rawValue: rawValue) }
  public var value: T? { if case .case(let value) = self { value } else { nil } }
  public init(rawValue: String) { self = T(rawValue: rawValue).map { .case($0) } ?? .unknown(rawValue) }
  public var rawValue: String {
    switch self {
    case .case(let value): value.rawValue
    case .unknown(let text): text
    }
  }
  public static func decode(_ value: Any?) -> GraphQLEnum<T>? {
    (value as? String).map { GraphQLEnum(rawValue: $0) }
  }
}

public enum GraphQLNullable<Wrapped: Sendable>: Sendable, ExpressibleByNilLiteral {
  case none, null
  case some(Wrapped)
  public init(nilLiteral: ()) { self = .none }
  public var unwrapped: Wrapped? { if case .some(let value) = self { value } else { nil } }
}
extension GraphQLNullable {
  public init<T: EnumType>(_ value: T) where Wrapped == GraphQLEnum<T> { self = .some(.case(value)) }
}
extension GraphQLNullable: ExpressibleByIntegerLiteral where Wrapped == Int {
  public init(integerLiteral value: Int) { self = .some(value) }
}
extension GraphQLNullable: ExpressibleByUnicodeScalarLiteral where Wrapped == String {
  public init(unicodeScalarLiteral value: String) { self = .some(value) }
}
extension GraphQLNullable: ExpressibleByExtendedGraphemeClusterLiteral where Wrapped == String {
  public init(extendedGraphemeClusterLiteral value: String) { self = .some(value) }
}
extension GraphQLNullable: ExpressibleByStringLiteral where Wrapped == String {
  public init(stringLiteral value: String) { self = .some(value) }
}
public func ?? <T>(left: T?, right: GraphQLNullable<T>) -> GraphQLNullable<T> {
  left.map { .some($0) } ?? right
}

public protocol GraphQLOperation: Sendable {
  associatedtype Data: SelectionSet
  static var operationName: String { get }
  var __variables: [String: Any] { get }
}
public protocol GraphQLQuery: GraphQLOperation {}
public protocol LocalCacheMutation: Sendable {
  associatedtype Data: SelectionSet
  var __variables: [String: Any] { get }
}
public protocol GraphQLMutation: GraphQLOperation {}
public protocol GraphQLSubscription: GraphQLOperation {}

/// A variable as JSON; nil where it is left out.
public func variable<T>(_ value: GraphQLNullable<T>) -> Any? {
  switch value {
  case .none: nil
  case .null: "null"
  case .some(let value): "\(value)"
  }
}
