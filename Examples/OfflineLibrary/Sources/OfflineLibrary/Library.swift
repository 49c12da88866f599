import Apus
import ApusCache
import ApusCacheSQLite
import ApusClient
import Foundation

/// The client with a cache that lasts, and what this program shows of it.
struct Library {
  let client: GraphQLCachedClient

  /// - Parameters:
  ///   - endpoint: the server.
  ///   - file: where the cache is kept; each account of a real program would have its own.
  init(_ endpoint: URL, _ file: URL) throws {
    let cache = GraphQLCache(schema: cacheSchema, storage: try SQLiteStorage(url: file)) { event in
      if case .storage(let event) = event { report("storage: \(event)") }
    }
    client = GraphQLCachedClient(GraphQLClient(url: endpoint), cache: cache)
  }

  /// The shelf, from the server or, without a network, as it was last.
  func showShelf() async throws {
    var isOffline = false
    for await update in client.watch(ShelfQuery(), policy: .cacheAndNetwork) {
      if let error = update.error {
        isOffline = true
        report("offline: \(error)")
      }
      if update.isFetching { continue }
      guard let data = update.data else { break }
      print(isOffline ? "Shelf (offline)" : "Shelf")
      print(lines(data).joined(separator: "\n"))
      break
    }
  }

  /// Renames a medium while the shelf and its card are watched: one mutation, and both show the new title.
  func rename(_ id: String, to title: String) async throws {
    let shelf = client.watch(ShelfQuery())
    let card = client.watch(CardQuery(id: id))
    let watchers = Task {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await follow(shelf, "shelf", until: title) { lines($0).joined(separator: ", ") } }
        group.addTask {
          await follow(card, "card", until: title) { data in
            "\(data.media?.title ?? "nothing"), by \(data.media?.creator?.name ?? "nobody")"
          }
        }
      }
    }
    // Both have something to change.
    _ = try await client.fetch(ShelfQuery())
    _ = try await client.fetch(CardQuery(id: id))
    _ = try await client.perform(RenameMutation(id: id, title: title))
    await watchers.value
  }

  /// Waits until everything is on the disk.
  func save() async throws { try await client.cache.flush() }

  private func follow<Data>(
    _ updates: GraphQLCacheUpdates<Data>, _ name: String, until title: String, _ text: (Data) -> String
  ) async {
    for await update in updates {
      guard let data = update.data, !update.isFetching else { continue }
      print("\(name): \(text(data))")
      if text(data).contains(title) { return }
    }
  }

  private func lines(_ data: ShelfQuery.Data) -> [String] {
    data.allMedia.edges.compactMap { edge in edge.node.map { "\($0.id) \($0.title)" } }
  }
}

/// Writes a line beside what is shown.
func report(_ line: String) { FileHandle.standardError.write(Foundation.Data((line + "\n").utf8)) }
