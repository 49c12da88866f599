public import Apus
import ApusClient

/// The updates of a watched query or fragment. Each loop is its own watch, which ends with the loop or when its task is cancelled.
///
/// A slow consumer receives only the newest update; older ones are dropped.
///
/// ```swift
/// for await update in cache.watch(AlbumCardData.self, GraphQLCacheKey("Album", "a1")) {
///   print(update.data?.title ?? "not in the cache")
/// }
/// ```
public struct GraphQLCacheUpdates<Data: GraphQLObject>: AsyncSequence, Sendable {
  public typealias Element = GraphQLUpdate<Data>

  private let make: @Sendable () -> Watch<Data>

  init(
    cache: GraphQLCache, name: String, root: PlanRoot, policy: GraphQLWatchPolicy,
    aging: WatchAging = WatchAging(), source: @escaping @Sendable () throws -> PlanSource,
    fetch: @escaping @Sendable () async throws -> Data
  ) {
    make = { Watch(cache, name, root, policy, aging, source, fetch) }
  }

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(watch: make()) }

  /// Creates an independent watch.
  func makeWatch() -> Watch<Data> { make() }

  /// Iterates over the updates.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let watch: Watch<Data>

    /// Starts the watch now rather than with the first call of ``next()``.
    package func begin() { watch.start() }

    /// Waits for the next update; nil if the task is cancelled.
    public mutating func next() async -> GraphQLUpdate<Data>? { await watch.next() }
  }
}
