/// Values of the caller's own that travel with a request to the interceptors and the transport.
///
/// ```swift
/// enum Screen: GraphQLContextKey {
///   static var defaultValue: String { "unknown" }
/// }
/// options.context[Screen.self] = "Home"       // where the operation is sent
/// let screen = request.context[Screen.self]   // in an interceptor
/// ```
public struct GraphQLContext: Sendable {
  private var values: [ObjectIdentifier: any Sendable] = [:]

  /// No values: each key has its default.
  public init() {}

  /// The value of a key; its default when none was set.
  public subscript<Key: GraphQLContextKey>(key: Key.Type) -> Key.Value {
    get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }

  /// Whether the contexts have equal values. A value that is not `Equatable` equals no other.
  ///
  /// - Parameter keys: the keys whose values do not count.
  package func isEqual(to other: GraphQLContext, apartFrom keys: any GraphQLContextKey.Type...) -> Bool {
    let ignored = Set(keys.map { ObjectIdentifier($0) })
    let mine = values.filter { !ignored.contains($0.key) }
    let others = other.values.filter { !ignored.contains($0.key) }
    return mine.count == others.count
      && mine.allSatisfy { key, value in
        guard let value = value as? any Equatable, let other = others[key] else { return false }
        return Self.areEqual(value, other)
      }
  }

  private static func areEqual<Value: Equatable>(_ first: Value, _ second: Any) -> Bool {
    first == second as? Value
  }
}

/// Names a value in a ``GraphQLContext``, and says its type.
public protocol GraphQLContextKey {
  /// The type of the key's value.
  associatedtype Value: Sendable

  /// The value where none was set.
  static var defaultValue: Value { get }
}
