public import Apus

/// What can be done in a transaction. It sees its own writes.
public struct GraphQLCacheTransaction: ~Copyable {
  private let writer: CacheStore.CacheWriter

  init(_ writer: CacheStore.CacheWriter) { self.writer = writer }

  // MARK: - Queries

  /// What the cache has for a query; nil when anything is missing, or has another form than the query expects.
  ///
  /// - Throws: ``GraphQLCacheError``.
  public func read<Query: GraphQLQuery>(_ query: Query) throws -> Query.Data? {
    try writer.value(try PlanSource(query), .operation)
  }

  /// Writes what a query should answer.
  ///
  /// - Throws: ``GraphQLCacheError/unidentified(path:)`` for an object that does not say which it is,
  ///   ``GraphQLCacheError/incomplete(path:)`` for a value that was made without a member that the variables ask for.
  public func write<Query: GraphQLQuery>(_ data: Query.Data, for query: Query) throws {
    try write(GraphQLValue(json: data.json()), PlanSource(query), .operation)
  }

  /// Changes what the cache has for a query; does nothing when ``read(_:)`` returns nil.
  ///
  /// - Returns: whether there was something to change.
  /// - Throws: as ``write(_:for:)``, and what `change` throws.
  @discardableResult
  public func update<Query: GraphQLQuery>(
    _ query: Query, _ change: (inout Query.Data) throws -> Void
  ) throws -> Bool {
    guard var data = try read(query) else { return false }
    try change(&data)
    try write(data, for: query)
    return true
  }

  // MARK: - Fragments

  /// What the cache has of an object; nil when anything is missing, or has another form than the fragment expects.
  ///
  /// - Parameters:
  ///   - type: the fragment.
  ///   - key: which object.
  ///   - variables: those that the fragment uses.
  /// - Throws: ``GraphQLCacheError``.
  public func read<Fragment: GraphQLFragment>(
    _ type: Fragment.Type, _ key: GraphQLCacheKey, variables: [String: GraphQLValue] = [:]
  ) throws -> Fragment? {
    try read(type, key, variables, PlanSource(type, variables))
  }

  private func read<Fragment: GraphQLFragment>(
    _ type: Fragment.Type, _ key: GraphQLCacheKey, _ variables: [String: GraphQLValue], _ source: PlanSource
  ) throws -> Fragment? {
    try writer.value(source, .object(key.description))
  }

  /// Writes a part of an object.
  ///
  /// - Throws: as ``write(_:for:)``.
  public func write<Fragment: GraphQLFragment>(
    _ value: Fragment, _ key: GraphQLCacheKey, variables: [String: GraphQLValue] = [:]
  ) throws {
    try write(value, key, PlanSource(Fragment.self, variables))
  }

  private func write<Fragment: GraphQLFragment>(
    _ value: Fragment, _ key: GraphQLCacheKey, _ source: PlanSource
  ) throws {
    try write(GraphQLValue(json: value.json()), source, .object(key.description))
  }

  /// Changes a part of an object; does nothing when ``read(_:_:variables:)`` returns nil.
  ///
  /// - Returns: whether there was something to change.
  /// - Throws: as ``write(_:for:)``, and what `change` throws.
  @discardableResult
  public func update<Fragment: GraphQLFragment>(
    _ type: Fragment.Type, _ key: GraphQLCacheKey, variables: [String: GraphQLValue] = [:],
    _ change: (inout Fragment) throws -> Void
  ) throws -> Bool {
    let source = try PlanSource(type, variables)
    guard var value = try read(type, key, variables, source) else { return false }
    try change(&value)
    try write(value, key, source)
    return true
  }

  // MARK: - Removing

  /// Notes that an object is gone: lists drop it, and a reference to it reads null. A response that has it brings it back.
  public func delete(_ key: GraphQLCacheKey) { writer.remove(key.description, isDeleted: true) }

  /// Forgets an object: what reads it is missing something, and queries that are watched are sent again.
  public func evict(_ key: GraphQLCacheKey) { writer.remove(key.description, isDeleted: false) }

  /// Forgets all objects of a type; of `Query` what the fields at the root have.
  public func evict(type: String) { writer.remove(where: Self.isOfType(type)) }

  /// Forgets what the fields at a query's root have. Objects stay.
  ///
  /// - Throws: ``GraphQLCacheError``.
  public func evict<Query: GraphQLQuery>(_ query: Query) throws { try writer.removeRoot(PlanSource(query)) }

  // MARK: - Invalidating

  /// Makes an object old: it is still shown, and watched queries that have it are sent again. In an optimistic layer this waits until the
  /// layer is committed.
  public func invalidate(_ key: GraphQLCacheKey) { writer.invalidate(key.description) }

  /// Makes what a query's root has old, as an object.
  ///
  /// - Throws: ``GraphQLCacheError``.
  public func invalidate<Query: GraphQLQuery>(_ query: Query) throws {
    try writer.invalidateRoot(PlanSource(query))
  }

  /// Makes all objects of a type old, or one field of them.
  ///
  /// ```swift
  /// transaction.invalidate(type: "Query", field: "albums") { $0["text"] == "jazz" }
  /// ```
  ///
  /// - Parameters:
  ///   - type: an object type; `Query` for the fields at the root.
  ///   - field: the field, with whatever arguments; nil for all fields.
  ///   - isMeant: whether a field with these arguments is meant.
  public func invalidate(
    type: String, field: String? = nil, where isMeant: ([String: GraphQLValue]) -> Bool = { _ in true }
  ) {
    writer.invalidate(where: Self.isOfType(type)) { text in
      FieldText(text).map { (field == nil || $0.name == field) && isMeant($0.arguments) } ?? false
    }
  }

  /// Whether a key is of an object of a type: it begins with the type, and so does that of a field at the root.
  private static func isOfType(_ type: String) -> (String) -> Bool {
    { $0.hasPrefix(type + ":") || $0.hasPrefix(CacheRoot.key(type, "")) }
  }

  private func write(_ value: GraphQLValue, _ source: PlanSource, _ root: PlanRoot) throws {
    let json = try writer.completed(value, source, root).json()
    try json.withUnsafeBufferPointer { try writer.write($0, source, root, isLocal: true) }
  }
}
