/// Values that the caller passes along with a request to interceptors and the transport.
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

  /// There are only a few, so comparing keys is faster than hashing them.
  private var entries: [Entry] = []

  /// Creates an empty context, in which each key has its default value.
  public init() {}

  /// The value of a key, or the key's default value if none was set.
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

  /// Whether two contexts have equal values. A value that is not `Equatable` is never equal to another.
  ///
  /// - Parameter keys: the keys to ignore.
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

/// A key for a value in a ``GraphQLContext``. It declares the value's type.
public protocol GraphQLContextKey {
  /// The type of the key's value.
  associatedtype Value: Sendable

  /// The value if none was set.
  static var defaultValue: Value { get }
}
