public import Foundation

/// How much a cache keeps, and for how long.
///
/// ```swift
/// let cache = GraphQLCache(
///   schema: cacheSchema, configuration: GraphQLCacheConfiguration(sizeLimit: 16 << 20))
/// ```
/// How old data may become before it is asked for again stands in `apus.json`, under `maxAge`.
public struct GraphQLCacheConfiguration: Sendable {
  /// The limit for the size of all objects in bytes, in memory and on disk; nil for none. When they exceed it, the least recently used
  /// objects are evicted, until the rest takes three quarters of the limit. What is watched or retained stays.
  public var sizeLimit: Int?

  /// How many bytes of objects may be in memory; nil keeps all of them there. Above it, the values of the least recently used are left to
  /// the storage, and are read from there when they are used again. It has no effect without a storage that can be written.
  ///
  /// Reading then waits for the disk, some hundredths of a millisecond for each object that is not in memory: set it to more than
  /// what is on the screen.
  public var memoryLimit: Int?

  /// How long something stays that is neither watched nor retained, after it was last read or written.
  public var gracePeriod: Duration

  /// Whether a response's `Cache-Control: max-age` says how long its query is fresh, where nothing in `apus.json` says less.
  public var usesCacheControl: Bool

  /// Whether the fields without errors of a response with errors are kept. The others never are.
  public var cachesPartialResponses: Bool

  /// The time of day: tests set it.
  public var now: @Sendable () -> Date

  /// Settings of a cache.
  public init(
    sizeLimit: Int? = 64 << 20, memoryLimit: Int? = nil, gracePeriod: Duration = .seconds(86_400),
    usesCacheControl: Bool = false, cachesPartialResponses: Bool = true,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.sizeLimit = sizeLimit
    self.memoryLimit = memoryLimit
    self.gracePeriod = gracePeriod
    self.usesCacheControl = usesCacheControl
    self.cachesPartialResponses = cachesPartialResponses
    self.now = now
  }
}
