/// Cached data of a query or a fragment, complete or not.
///
/// ```swift
/// let cached = cache.partial(AlbumQuery(id: "a1"))
/// print(cached.data?.album?.title ?? "no title", cached.age, cached.missing)
/// ```
public struct GraphQLCached<Data: Sendable>: Sendable {
  /// The data. A missing value reads as null; if its field is non-null, the null moves up to the nearest nullable parent. Nil if it reaches
  /// the root.
  public var data: Data?
  /// The missing fields; at most a hundred.
  public var missing: [GraphQLCacheMiss]
  /// Whether any of it is older than its limit or was invalidated.
  public var isStale: Bool
  /// The age of the oldest field.
  public var age: Duration
  /// Whether optimistic layers changed any of the objects.
  public var isOptimistic: Bool

  /// Whether nothing is missing.
  public var isComplete: Bool { missing.isEmpty && data != nil }
}
