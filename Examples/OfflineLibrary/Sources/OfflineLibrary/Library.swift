import Apus
import ApusCache
import ApusCacheSQLite
import ApusOfflineMutations
import ApusClient
import Foundation

/// The client with a cache that lasts, a queue of mutations, and what this program shows of them.
struct Library {
  let cache: GraphQLCache
  let client: GraphQLClient
  let queue: GraphQLMutationQueue

  /// - Parameters:
  ///   - endpoint: the server.
  ///   - file: where the cache is kept; each account of a real program would have its own. The queue's file has its name and `.mutations`.
  init(_ endpoint: URL, _ file: URL) async throws {
    cache = GraphQLCache(schema: cacheSchema, storage: try GraphQLSQLiteStorage(url: file)) { event in
      if case .storage(let event) = event { report("storage: \(event)") }
    }
    client = GraphQLClient(url: endpoint, cache: cache)
    let rename = GraphQLMutationHandler(RenameMutation.self, key: .header("Idempotency-Key")) {
      mutation, transaction in
      try transaction.update(ShelfQuery()) { data in
        for index in data.allMedia.edges.indices where data.allMedia.edges[index].node?.id == mutation.id {
          data.allMedia.edges[index].node?.title = mutation.title
        }
      }
    }
    queue = try await GraphQLMutationQueue(
      client, storage: GraphQLSQLiteStorage(url: file.appendingPathExtension("mutations")),
      identity: "reader",
      handlers: [rename])
  }

  /// Renames a medium now or, without a network, in a later run of the program.
  func renameLater(_ id: String, to title: String) async throws {
    try await queue.enqueue(RenameMutation(id: id, title: title))
  }

  /// Gives each mutation that waits one chance, and shows those that are left.
  func sendWaiting() async {
    let attempts = Dictionary(uniqueKeysWithValues: await queue.mutations.map { ($0.id, $0.attempts) })
    for await mutations in await queue.updates() {
      let hasFailed = mutations.contains { $0.state == .waiting && $0.attempts > attempts[$0.id] ?? 0 }
      guard hasFailed || mutations.allSatisfy({ $0.parking != nil }) else { continue }
      for mutation in mutations {
        let state = mutation.parking?.reason.rawValue ?? "waiting"
        print("\(state): \(mutation.operationName) \(mutation.variables)")
      }
      break
    }
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
  func save() async throws { try await cache.flush() }

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
