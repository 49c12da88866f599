public import Apus

/// The operations of a transaction, which sees its own writes.
///
/// ```swift
/// try cache.transaction { transaction in
///   try transaction.update(AlbumCardData.self, GraphQLCacheKey("Album", "a1")) { $0.title = "Blue Train" }
///   transaction.evict(GraphQLCacheKey("Album", "a2"))
/// }
/// ```
public struct GraphQLCacheTransaction: ~Copyable {
  private let writer: CacheStore.CacheWriter

  // Inlined into a generic function that is specialized, it crashes the optimizer of Swift 6.3: "Cannot initialize a nonCopyable type with a
  // guaranteed value".
  @inline(never) init(_ writer: CacheStore.CacheWriter) { self.writer = writer }

  // MARK: - Queries

  /// Reads a query.
  ///
  /// - Returns: the data; nil if anything is missing, or does not decode as the query's type.
  /// - Throws: ``GraphQLCacheError``.
  public func read<Query: GraphQLQuery>(_ query: Query) throws -> Query.Data? {
    try writer.value(try PlanSource(query), .operation)
  }

  /// Writes data as the response to a query.
  ///
  /// - Throws: ``GraphQLCacheError/unidentified(path:)`` if an object lacks a key, ``GraphQLCacheError/incomplete(path:)`` if the value
  ///   lacks a member that the variables include.
  public func write<Query: GraphQLQuery>(_ data: Query.Data, for query: Query) throws {
    try writer.write(data.json(), PlanSource(query), .operation)
  }

  /// Changes the cached data of a query; does nothing if ``read(_:)`` returns nil.
  ///
  /// - Returns: whether there was data to change.
  /// - Throws: as ``write(_:for:)``, and the error of `change`.
  @discardableResult
  public func update<Query: GraphQLQuery>(
    _ query: Query, _ change: (inout Query.Data) throws -> Void
  ) throws -> Bool {
    try update(PlanSource(query), .operation, change)
  }

  // MARK: - Fragments

  /// Reads an object through a fragment.
  ///
  /// - Parameters:
  ///   - type: the fragment.
  ///   - key: the object's key.
  ///   - variables: the variables that the fragment uses.
  /// - Returns: the fragment; nil if anything is missing, or does not decode as the fragment's type.
  /// - Throws: ``GraphQLCacheError``.
  public func read<Fragment: GraphQLFragment>(
    _ type: Fragment.Type, _ key: GraphQLCacheKey, variables: [String: GraphQLValue] = [:]
  ) throws -> Fragment? {
    try writer.value(PlanSource(type, variables), .object(key.description))
  }

  /// Writes a fragment of an object.
  ///
  /// - Throws: as ``write(_:for:)``.
  public func write<Fragment: GraphQLFragment>(
    _ value: Fragment, _ key: GraphQLCacheKey, variables: [String: GraphQLValue] = [:]
  ) throws {
    try writer.write(value.json(), PlanSource(Fragment.self, variables), .object(key.description))
  }

  /// Changes an object through a fragment; does nothing if ``read(_:_:variables:)`` returns nil.
  ///
  /// - Returns: whether there was something to change.
  /// - Throws: as ``write(_:for:)``, and the error of `change`.
  @discardableResult
  public func update<Fragment: GraphQLFragment>(
    _ type: Fragment.Type, _ key: GraphQLCacheKey, variables: [String: GraphQLValue] = [:],
    _ change: (inout Fragment) throws -> Void
  ) throws -> Bool {
    try update(PlanSource(type, variables), .object(key.description), change)
  }

  // MARK: - Lists

  /// Adds an object to the end of cached lists. In a list that contains it, it stays at its place.
  ///
  /// ```swift
  /// transaction.append(GraphQLCacheKey("Album", "a1"), to: GraphQLCacheLists("Query", "albums"))
  /// ```
  /// A connection gets an edge with the object as its node. If a query selects other fields of the edge, it becomes incomplete, and is sent again
  /// if it is watched: `@appendEdge` in the mutation adds the whole edge. Counts such as `totalCount` stay.
  ///
  /// - Parameters:
  ///   - key: the object's key. If the object is not cached, the lists become incomplete.
  ///   - lists: the lists.
  public func append(_ key: GraphQLCacheKey, to lists: GraphQLCacheLists) {
    writer.change(lists, .append(ListChange.Element(node: writer.record(key))))
  }

  /// Adds an object to the start of cached lists; otherwise like ``append(_:to:)``.
  ///
  /// - Parameters:
  ///   - key: the object's key.
  ///   - lists: the lists.
  public func prepend(_ key: GraphQLCacheKey, to lists: GraphQLCacheLists) {
    writer.change(lists, .prepend(ListChange.Element(node: writer.record(key))))
  }

  /// Removes an object from cached lists. The object stays in the cache; ``delete(_:)`` removes it from every list.
  ///
  /// - Parameters:
  ///   - key: the object's key.
  ///   - lists: the lists.
  public func remove(_ key: GraphQLCacheKey, from lists: GraphQLCacheLists) {
    writer.change(lists, .remove(writer.record(key)))
  }

  // MARK: - Removing

  /// Marks an object as deleted: lists drop it, and references to it read as null. A response that contains it restores it.
  public func delete(_ key: GraphQLCacheKey) { writer.remove(key.description, isDeleted: true) }

  /// Removes an object from the cache: queries that read it become incomplete, and watched ones are sent again.
  public func evict(_ key: GraphQLCacheKey) { writer.remove(key.description, isDeleted: false) }

  /// Evicts all objects of a type; for `Query`, the root fields.
  public func evict(type: String) { writer.remove(type: type) }

  /// Evicts a query's root fields. Objects stay.
  ///
  /// - Throws: ``GraphQLCacheError``.
  public func evict<Query: GraphQLQuery>(_ query: Query) throws { try writer.removeRoot(PlanSource(query)) }

  // MARK: - Invalidating

  /// Makes an object stale: it stays readable, but watched queries that contain it are sent again. In an optimistic layer this waits until
  /// the layer is committed.
  public func invalidate(_ key: GraphQLCacheKey) { writer.invalidate(key.description) }

  /// Makes a query's root fields stale: they stay readable, but watched queries that contain them are sent again.
  ///
  /// - Throws: ``GraphQLCacheError``.
  public func invalidate<Query: GraphQLQuery>(_ query: Query) throws {
    try writer.invalidateRoot(PlanSource(query))
  }

  /// Makes all objects of a type stale, or one of their fields.
  ///
  /// ```swift
  /// transaction.invalidate(type: "Query", field: "albums") { $0["text"] == "jazz" }
  /// ```
  ///
  /// - Parameters:
  ///   - type: an object type; `Query` for root fields.
  ///   - field: the field, with any arguments; nil for all fields.
  ///   - isMeant: whether to make a field with these arguments stale.
  public func invalidate(
    type: String, field: String? = nil, where isMeant: ([String: GraphQLValue]) -> Bool = { _ in true }
  ) {
    writer.invalidate(type: type) { text in
      FieldText(text).map { (field == nil || $0.name == field) && isMeant($0.arguments) } ?? false
    }
  }

  private func update<Value: GraphQLObject>(
    _ source: PlanSource, _ root: PlanRoot, _ change: (inout Value) throws -> Void
  ) throws -> Bool {
    guard var stored: (value: Value, json: [UInt8]) = try writer.stored(source, root) else { return false }
    let moment = writer.moment
    try change(&stored.value)
    // If the closure itself wrote, the stored value may not be the one that was read.
    let old = writer.moment == moment ? stored.json : nil
    try writer.write(stored.value.json(), changedFrom: old, source, root)
    return true
  }
}
