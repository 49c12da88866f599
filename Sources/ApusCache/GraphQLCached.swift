/// What a cache has for a query or a fragment, complete or not.
public struct GraphQLCached<Data: Sendable>: Sendable {
  /// The data. Where something is missing it is null, or what is around it as far as it may not be null; nil when that is everything.
  public var data: Data?
  /// What is missing; at most a hundred.
  public var missing: [GraphQLCacheMiss]
  /// Whether something is older than it may be, or was invalidated.
  public var isStale: Bool
  /// How old the oldest of it is.
  public var age: Duration
  /// Whether optimistic layers changed some of the objects.
  public var isOptimistic: Bool

  /// Whether nothing is missing.
  public var isComplete: Bool { missing.isEmpty && data != nil }
}
