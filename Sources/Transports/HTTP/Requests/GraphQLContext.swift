/// The caller's values that travel with a request to the interceptors and the transport.
///
/// ```swift
/// enum Screen: GraphQLContextKey {
///   static var defaultValue: String { "unknown" }
/// }
/// options.context[Screen.self] = "Home"       // where the operation is sent
/// let screen = request.context[Screen.self]   // in an interceptor
/// ```
public struct GraphQLContext: Sendable {
  private struct Entry: Sendable {
    let key: ObjectIdentifier
    var value: any Sendable
  }

  /// A few values at most: comparing keys is cheaper than hashing them.
  private var entries: [Entry] = []

  /// No values: each key has its default.
  public init() {}

  /// The value of a key; its default when none was set.
  public subscript<Key: GraphQLContextKey>(key: Key.Type) -> Key.Value {
    get {
      // A cast of nil to an optional type would succeed.
      guard let value = value(of: ObjectIdentifier(key)) else { return Key.defaultValue }
      return value as? Key.Value ?? Key.defaultValue
    }
    set {
      let key = ObjectIdentifier(key)
      if let index = entries.firstIndex(where: { $0.key == key }) {
        entries[index].value = newValue
      } else {
        entries.append(Entry(key: key, value: newValue))
      }
    }
  }

  private func value(of key: ObjectIdentifier) -> (any Sendable)? {
    entries.first { $0.key == key }?.value
  }

  /// Whether the contexts have equal values. A value that is not `Equatable` equals no other.
  ///
  /// - Parameter keys: the keys whose values do not count.
  package func isEqual(to other: GraphQLContext, apartFrom keys: any GraphQLContextKey.Type...) -> Bool {
    let ignored = Set(keys.map { ObjectIdentifier($0) })
    let mine = entries.filter { !ignored.contains($0.key) }
    let others = other.entries.filter { !ignored.contains($0.key) }
    return mine.count == others.count
      && mine.allSatisfy { entry in
        guard let value = entry.value as? any Equatable, let other = other.value(of: entry.key) else {
          return false
        }
        return Self.areEqual(value, other)
      }
  }

  private static func areEqual<Value: Equatable>(_ first: Value, _ second: Any) -> Bool {
    first == second as? Value
  }
}

/// Names a value in a ``GraphQLContext``, and declares its type.
public protocol GraphQLContextKey {
  /// The type of the key's value.
  associatedtype Value: Sendable

  /// The value where none was set.
  static var defaultValue: Value { get }
}
