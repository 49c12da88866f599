import ApusCache
import ApusCacheSQLite
import ApusClient
import Foundation

/// 100 responses of 100 objects each, stored in a file and read: by the cache, by rows of an app's own, and as a text for each query.
///
/// The other two do less. Rows are written for one schema by hand, without keys for other types, ages or watchers. A text for each query shares
/// no object: a change in one query is not seen in another.
struct SQLitePeers {
  private static let groups = 100
  let rounds: Int

  func run() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("apus-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let responses = (0..<Self.groups).map { Data(ShelfQuery.json(group: $0, value: 0)) }
    var writes = ["10,000 objects decoded and stored", "  SQLite by rows", "  SQLite, a text for each query"]
      .map { Measurement($0, byteCount: 0) }
    var reads = ["100 queries read", "  SQLite by rows", "  SQLite, a text for each query"]
      .map { Measurement($0, byteCount: 0) }
    for round in 0..<min(rounds, 15) {
      let cache = GraphQLCache(
        schema: ShelfQuery.cacheSchema,
        storage: try GraphQLSQLiteStorage(url: folder.appendingPathComponent("\(round).cache")),
        configuration: GraphQLCacheConfiguration(sizeLimit: nil))
      try waitFor { await cache.load() }
      let rows = try ShelfRows(folder.appendingPathComponent("\(round).rows").path)
      let texts = try ShelfTexts(folder.appendingPathComponent("\(round).texts").path)
      try writes[0].run {
        for (group, response) in responses.enumerated() {
          try cache.write(response: response, to: ShelfQuery(group: group))
        }
        try waitFor { try await cache.flush() }
      }
      try writes[1].run { try rows.write(responses) }
      try writes[2].run { try texts.write(responses) }
      var shelves: [[ShelfQuery.Data]] = [[], [], []]
      reads[0].run { shelves[0] = (0..<Self.groups).compactMap { cache.read(ShelfQuery(group: $0)) } }
      try reads[1].run { shelves[1] = try (0..<Self.groups).map(rows.read) }
      try reads[2].run { shelves[2] = try (0..<Self.groups).map(texts.read) }
      guard
        shelves.allSatisfy({ $0.map(\.items.count) == Array(repeating: ShelfQuery.size, count: Self.groups) })
      else { throw Failure("a file has not what was written") }
    }
    for steps in [writes, reads] {
      print(steps[0].line)
      for step in steps.dropFirst() {
        print(step.line + String(format: "   %.2f of the cache", step.median / steps[0].median))
      }
    }
  }
}

/// A row for each object, and one for each place in a list.
private struct ShelfRows {
  let file: PlainSQLite
  let insertItem, insertPlace, select: OpaquePointer?

  init(_ path: String) throws {
    file = try PlainSQLite(path)
    try file.run(
      """
      CREATE TABLE item(id TEXT PRIMARY KEY, title TEXT, count INTEGER, isNew INTEGER) WITHOUT ROWID;
      CREATE TABLE place(shelf INTEGER, position INTEGER, item TEXT, PRIMARY KEY(shelf, position)) WITHOUT ROWID;
      """)
    insertItem = try file.statement("INSERT OR REPLACE INTO item VALUES(?, ?, ?, ?)")
    insertPlace = try file.statement("INSERT OR REPLACE INTO place VALUES(?, ?, ?)")
    select = try file.statement(
      "SELECT id, title, count, isNew FROM place JOIN item ON id = item WHERE shelf = ? ORDER BY position")
  }

  func write(_ responses: [Data]) throws {
    try file.run("BEGIN")
    for (group, response) in responses.enumerated() {
      let shelf = try ShelfQuery.response(json: response).data
      for (position, item) in (shelf?.items ?? []).enumerated() {
        let id = Array(item.id.utf8)
        try file.run(
          insertItem,
          [.text(id), .text(Array(item.title.utf8)), .integer(item.count), .integer(item.isNew ? 1 : 0)])
        try file.run(insertPlace, [.integer(group), .integer(position), .text(id)])
      }
    }
    try file.run("COMMIT")
  }

  func read(_ group: Int) throws -> ShelfQuery.Data {
    var items: [ShelfQuery.Data.Item] = []
    try file.run(select, [.integer(group)]) {
      items.append(
        ShelfQuery.Data.Item(
          id: String(decoding: file.text(select, 0), as: UTF8.self),
          title: String(decoding: file.text(select, 1), as: UTF8.self), count: file.integer(select, 2),
          isNew: file.integer(select, 3) != 0))
    }
    return ShelfQuery.Data(items: items)
  }
}

/// A row for each query, with its response.
private struct ShelfTexts {
  let file: PlainSQLite
  let insert, select: OpaquePointer?

  init(_ path: String) throws {
    file = try PlainSQLite(path)
    try file.run("CREATE TABLE response(query TEXT PRIMARY KEY, json TEXT) WITHOUT ROWID")
    insert = try file.statement("INSERT OR REPLACE INTO response VALUES(?, ?)")
    select = try file.statement("SELECT json FROM response WHERE query = ?")
  }

  private func key(_ group: Int) -> PlainSQLite.Column { .text(Array("Shelf({\"group\":\(group)})".utf8)) }

  func write(_ responses: [Data]) throws {
    try file.run("BEGIN")
    for (group, response) in responses.enumerated() {
      // A client decodes what it stores.
      _ = try ShelfQuery.response(json: response)
      try file.run(insert, [key(group), .text(Array(response))])
    }
    try file.run("COMMIT")
  }

  func read(_ group: Int) throws -> ShelfQuery.Data {
    var data: ShelfQuery.Data?
    try file.run(select, [key(group)]) { data = try ShelfQuery.response(json: file.text(select, 0)).data }
    guard let data else { throw Failure("a query is missing") }
    return data
  }
}
