import Apus
import ApusCacheSQLite
import ApusClient
import Foundation

@testable import ApusCache
import CacheFixtures

/// Where a cache keeps what it has.
enum Place: CaseIterable, Sendable {
  case memory, file
}

/// A cache that, where its place is a file, can begin anew with nothing but what is stored.
final class Kept {
  private(set) var cache: GraphQLCache
  let clock = Clock()
  let events = Events()
  private let url: URL?
  private let schema: GraphQLCacheSchema
  private var configuration: GraphQLCacheConfiguration

  /// - Parameter limits: what the schema's table has beside, such as `Post@60`.
  init(
    _ place: Place, limits: String = "",
    configuration: GraphQLCacheConfiguration = GraphQLCacheConfiguration()
  ) async throws {
    // A folder, for the file has others beside it.
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "apus-kept-\(UUID().uuidString)")
    url = place == .file ? folder.appendingPathComponent("account.cache") : nil
    if url != nil { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
    schema = GraphQLCacheSchema(table: cacheSchema.table + (limits.isEmpty ? "" : ";" + limits))
    self.configuration = configuration
    self.configuration.now = { [clock] in clock.now }
    cache = GraphQLCache(schema: schema)
    try await open()
  }

  deinit {
    if let url { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
  }

  private func open() async throws {
    let storage = try url.map { try GraphQLSQLiteStorage(url: $0) }
    cache = GraphQLCache(schema: schema, storage: storage, configuration: configuration) { [events] in
      events.add($0)
    }
    await cache.load()
  }

  /// Ends the cache, and begins with what is stored. In memory nothing happens.
  func restart() async throws {
    if url == nil { return }
    try await cache.flush()
    cache = GraphQLCache(schema: schema)
    try await open()
  }

  func client(_ server: any GraphQLTransport) throws -> GraphQLClient {
    guard let url = URL(string: "https://example.org/graphql") else { throw URLError(.badURL) }
    return GraphQLClient(url: url, transport: server, timeout: .seconds(3600), cache: cache)
  }
}

extension GraphQLCache {
  /// Writes a response as if it had come.
  ///
  /// - Parameters:
  ///   - data: the response's data, as JSON.
  ///   - errors: the list of its errors, as JSON.
  func receive<Operation: GraphQLOperation>(
    _ data: String, for operation: Operation, errors: String? = nil, ticket: Int? = nil
  ) throws {
    let text = "{" + (errors.map { "\"errors\":\($0)," } ?? "") + "\"data\":\(data)}"
    let decoded = try GraphQLDecodedBody.decoding(Data(text.utf8), of: operation)
    write(decoded.body, of: operation, ticket: ticket)
  }

  /// Whether a root field with these arguments is kept.
  func hasRootField(_ field: String) -> Bool {
    let id = store.pending.find(CacheRoot.key("Query", field))
    return (id.flatMap { store.table.blob($0) }?.count ?? 0) > 0
  }

  /// Whether something is kept of an object.
  func has(_ type: String, _ id: String) -> Bool {
    let found = store.pending.find(GraphQLCacheKey(type, id).description)
    return (found.flatMap { store.table.blob($0) }?.count ?? 0) > 0
  }
}

/// A shelf, as the server sends it: its key behind `members`.
func shelf(_ id: String, _ members: String) -> String {
  "{\(members),\"___\":\"Shelf\",\"___id\":\"\(id)\"}"
}
