public import ApusPlatform

/// The limits of a cache: size and time.
///
/// ```swift
/// let cache = GraphQLCache(
///   schema: cacheSchema, configuration: GraphQLCacheConfiguration(sizeLimit: 16 << 20))
/// ```
/// Maximum ages are configured in `apus.json`, under `maxAge`.
public struct GraphQLCacheConfiguration: Sendable {
  /// The maximum size of all objects in bytes, in memory and on disk; nil for no limit. Above it, the least recently used objects are
  /// evicted until the cache is at three quarters of the limit. Watched and retained objects stay.
  public var sizeLimit: Int?

  /// The time for which an unwatched, unretained object stays after it was last read or written.
  public var gracePeriod: Duration

  /// Whether a response's `Cache-Control: max-age` limits how long its query is fresh. Lower limits in `apus.json` still apply.
  public var usesCacheControl: Bool

  /// Whether to keep the fields without errors of a response with errors. Fields with errors are never kept.
  public var cachesPartialResponses: Bool

  /// The current time; tests replace it.
  public var now: @Sendable () -> Date

  /// Creates a configuration.
  public init(
    sizeLimit: Int? = 64 << 20, gracePeriod: Duration = .seconds(86_400),
    usesCacheControl: Bool = false, cachesPartialResponses: Bool = true,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.sizeLimit = sizeLimit
    self.gracePeriod = gracePeriod
    self.usesCacheControl = usesCacheControl
    self.cachesPartialResponses = cachesPartialResponses
    self.now = now
  }
}
