import Apus
import ApusCache
import ApusClient
import ApusInspector
import ApusPlatform
import ApusTesting
import CacheFixtures
import Foundation

/// A client with many objects and events, and its inspector's page: `apus-inspector-child OBJECTS EVENTS`.
///
/// It prints the page's URL, and a line for each line that it reads: `fetch` sends an operation, `rename` a mutation, `record FILE` writes a
/// recording, and `threads` counts the threads. It ends with its input.
@main
struct InspectorChild {
  static func main() async throws {
    let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
    guard numbers.count == 2 else { throw Failure("usage: apus-inspector-child OBJECTS EVENTS") }
    let child = Self(objectCount: numbers[0])
    try await child.fill(events: numbers[1])
    // The main actor waits for input.
    let watching = Task.detached {
      for await _ in child.client.watch(NoteQuery(id: "1")) {}
    }
    let serving = Task.detached {
      try await child.inspector.serve { url in
        Self.say(url.absoluteString)
      }
    }
    while let line = readLine() {
      Self.say(try await child.answer(line))
    }
    watching.cancel()
    serving.cancel()
    _ = await serving.result
  }

  private static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

  private let cache: GraphQLCache
  private let client: GraphQLClient
  private let inspector: GraphQLInspector
  private let objectCount: Int

  private static let schema = GraphQLCacheSchema(
    "1 Query Mutation -;*!id;Item;Note;Query.items:Item;Item.next:Item;Query.note:Note;Mutation.renameNote:Note"
  )

  init(objectCount: Int) {
    self.objectCount = objectCount
    cache = GraphQLCache(schema: Self.schema)
    client = GraphQLClient(
      url: URL(fileURLWithPath: "/graphql"), transport: AnsweringTransport(),
      headers: ["Authorization": "Bearer hidden", "X-Screen": "home"], cache: cache)
    inspector = GraphQLInspector(client)
  }

  private func fill(events: Int) async throws {
    for group in 0..<(objectCount / 1000) { try cache.writeItems(group: group, value: group, count: 1000) }
    for number in 0..<events / 2 {
      _ = try await client.fetch(
        NoteQuery(id: "\(number % 500)"), policy: number % 3 == 0 ? .networkOnly : .cacheFirst)
    }
  }

  private func answer(_ line: String) async throws -> String {
    let words = line.split(separator: " ").map(String.init)
    switch words.first {
    case "fetch": return try await client.fetch(NoteQuery(id: "1"), policy: .networkOnly).note?.text ?? ""
    case "rename":
      return try await client.perform(
        RenameNoteMutation(id: "1", text: "renamed"),
        optimistically: { transaction in
          try transaction.update(NoteQuery(id: "1")) { $0.note?.text = "expected" }
        }
      ).note.text
    case "record" where words.count == 2:
      try inspector.recording().write(to: URL(fileURLWithPath: words[1]))
      return "recorded"
    case "threads":
      return "\(try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count)"
    default: throw Failure("unknown: \(line)")
    }
  }
}

/// A server of notes.
private struct AnsweringTransport: GraphQLTransport {
  private let count = Locked(0)

  func send(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse {
    let number = count.withLock { count in
      count += 1
      return count
    }
    let note: (field: String, id: String, text: String)
    if let query = request.operation(NoteQuery.self) {
      note = ("note", query.id, "text \(number)")
    } else if let mutation = request.operation(RenameNoteMutation.self) {
      note = ("renameNote", mutation.id, mutation.text)
    } else {
      throw Failure("no answer to \(request.operationName ?? "")")
    }
    let json =
      "{\"data\":{\"\(note.field)\":{\"id\":\"\(note.id)\",\"text\":\"\(note.text)\",\"___\":\"Note\"}}}"
    return GraphQLHTTPResponse(
      status: 200, headers: ["Content-Type": "application/graphql-response+json"], body: Data(json.utf8),
      timing: GraphQLTiming(
        nameLookup: .milliseconds(1), connect: .milliseconds(2), tls: .milliseconds(3),
        firstByte: .milliseconds(9),
        total: .milliseconds(11), isReused: false))
  }
}
