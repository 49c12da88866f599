import Apus
import ApusCache
import ApusCacheSQLite
import ApusClient
import CacheFixtures
import ApusOfflineMutations
import Foundation

/// A queue in a process that `Tests/Judges/MutationQueue/kills` kills: `apus-cache-child queue FOLDER URL key|none …`.
struct QueueChild {
  private let cache: GraphQLCache
  private let queue: GraphQLMutationQueue

  init(_ folder: String, _ url: String, key: String) async throws {
    let folder = URL(fileURLWithPath: folder)
    guard let url = URL(string: url) else { throw Failure("\(url) is no URL") }
    cache = GraphQLCache(
      schema: GraphQLCacheSchema(
        "1 Query Mutation -;*!id;Mutation.addNote:Note.renameNote:Note;Note;Query.note:Note?id"),
      storage: try GraphQLSQLiteStorage(url: folder.appendingPathComponent("account.cache")))
    let key = key == "key" ? GraphQLIdempotencyKey.header("Idempotency-Key") : .none
    let add = GraphQLMutationHandler(AddNoteMutation.self, key: key, creates: { $0.note.id })
    let rename = GraphQLMutationHandler(RenameNoteMutation.self, key: key)
    queue = try await GraphQLMutationQueue(
      GraphQLClient(url: url, cache: cache),
      storage: GraphQLSQLiteStorage(url: folder.appendingPathComponent("account.queue")), identity: "ada",
      handlers: [add, rename],
      configuration: .init(firstDelay: .milliseconds(10), maximumDelay: .milliseconds(100)))
    report("opened")
  }

  /// Enqueues mutations with numbers of their own until it is killed: each third one adds a note, which the others rename.
  func write(from start: Int) async throws {
    var number = start
    while true {
      let note = try await queue.enqueue(AddNoteMutation(text: "add \(number)"))
      report("enqueued add \(number)")
      for _ in 0..<2 {
        number += 1
        try await Task.sleep(for: .milliseconds(Int.random(in: 0...30)))
        try await queue.enqueue(RenameNoteMutation(id: note.temporaryID ?? "", text: "rename \(number)"))
        report("enqueued rename \(number)")
      }
      number += 1
    }
  }

  /// Decides about parked mutations, sends the others, and lists those that are left.
  ///
  /// - Parameter file: for each mutation that was carried out, the identifier of its note; nil to decide nothing.
  func finish(_ file: String?) async throws {
    if let file {
      let done = try GraphQLValue(json: Foundation.Data(contentsOf: URL(fileURLWithPath: file)))
      for mutation in await queue.mutations {
        if let id = done[mutation.variables["text"].string ?? ""].string {
          try await queue.confirm(mutation.id, createdID: id)
        } else {
          try await queue.resend(mutation.id)
        }
      }
    }
    for await mutations in await queue.updates() {
      guard mutations.allSatisfy({ $0.parking != nil || isHeld($0) }) else { continue }
      for mutation in mutations {
        report("\(mutation.parking?.reason.rawValue ?? "held") \(mutation.variables["text"].string ?? "")")
      }
      break
    }
    try await cache.flush()
    report("finished")
  }

  private func isHeld(_ mutation: GraphQLQueuedMutation) -> Bool {
    mutation.state == .waiting && mutation.variables["id"].string?.hasPrefix("apus-temporary-") == true
  }

  /// Says what the cache has of the notes whose identifiers are in a file.
  func show(_ file: String) throws {
    let ids = try GraphQLValue(json: Foundation.Data(contentsOf: URL(fileURLWithPath: file))).list ?? []
    for id in ids.compactMap(\.string) {
      report("cached \(id) \(cache.read(NoteQuery(id: id))?.note?.text ?? "nothing")")
    }
    report("finished")
  }

  static func run(_ words: [String]) async throws {
    guard words.count >= 5 else {
      throw Failure("queue FOLDER URL key|none write NUMBER|finish [FILE]|show FILE")
    }
    let child = try await QueueChild(words[1], words[2], key: words[3])
    switch (words[4], words.dropFirst(5).first) {
    case ("write", let number?): try await child.write(from: Int(number) ?? 0)
    case ("show", let file?): try child.show(file)
    default: try await child.finish(words.dropFirst(5).first)
    }
  }
}
