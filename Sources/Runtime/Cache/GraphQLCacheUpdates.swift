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

  private let make: @Sendable () -> _Iterator.Source

  /// Updates from watches.
  init(_ makeWatch: @escaping @Sendable () -> Watch<Data>) {
    make = {
      let watch = makeWatch()
      return .watch(watch, SourceOwner(watch))
    }
  }

  /// The result of one request, of a client without a cache.
  init(once fetch: @escaping @Sendable () async throws -> Data) { make = { .request(fetch) } }

  public func makeAsyncIterator() -> _Iterator { _Iterator(source: make()) }

  /// Iterates over the updates.
  public struct _Iterator: AsyncIteratorProtocol {
    enum Source {
      case watch(Watch<Data>, SourceOwner<Data>)
      case request(@Sendable () async throws -> Data)
      case over
    }

    fileprivate var source: Source

    /// Starts the watch now rather than with the first call of ``next()``.
    package func begin() { if case .watch(let watch, _) = source { watch.start() } }

    /// Waits for the next update; `nil` if the task is cancelled.
    public mutating func next() async -> GraphQLUpdate<Data>? {
      switch source {
      case .watch(let watch, _): return await watch.next()
      case .request(let fetch):
        source = .over
        do {
          return GraphQLUpdate(data: try await fetch())
        } catch {
          return error is CancellationError ? nil : GraphQLUpdate(data: nil, error: error)
        }
      case .over: return nil
      }
    }
  }
}
