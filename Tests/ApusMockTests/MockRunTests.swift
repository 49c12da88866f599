import ApusDiagnostics
import Foundation
import Testing

@testable import ApusMock

/// What `apusc mock` hands to the program, options and all.
@Suite(.timeLimit(.minutes(5))) struct MockRunTests {
  /// The files that a run writes, by name.
  private func files(_ options: String) throws -> [String: String] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("apus-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let schema = """
      type Query { titles: [String!]! years: [Int!]! }
      type Subscription { played: Int! }
      """
    try Data(schema.utf8).write(to: folder.appendingPathComponent("schema.graphqls"))
    let task = """
      {"schemas": ["\(folder.path)/schema.graphqls"], "output": "\(folder.path)/Responses", "replaces": false,
       "operations": [{"name": "Lists", "text": "query Lists{titles years}"},
                      {"name": "Played", "text": "subscription Played{played}"}], \(options)}
      """
    let run = try #require(
      MockRun(SourceFile(path: "task.json", text: task), result: { _ in }, failure: { Issue.record("\($0)") })
    )
    #expect(run.run { true } == 0)
    var files: [String: String] = [:]
    for name in ["Lists.json", "Played.jsonl"] {
      files[name] = try String(
        contentsOf: folder.appendingPathComponent("Responses/\(name)"), encoding: .utf8)
    }
    return files
  }

  @Test func theSeedDecidesWhatIsMadeUp() throws {
    let first = try files("\"seed\": 1")
    #expect(try files("\"seed\": 1") == first)
    #expect(try files("\"seed\": 2")["Lists.json"] != first["Lists.json"])
    #expect(try files("\"seed\": null") == files("\"seed\": 0"))
  }

  @Test func listsAndStreamsAreAsLongAsIsAsked() throws {
    let made = try files("\"listLength\": 5, \"events\": 4")
    let lists = try #require(made["Lists.json"])
    let data = try JSONSerialization.jsonObject(with: Data(lists.utf8)) as? [String: [String: [Any]]]
    #expect(data?["data"]?["titles"]?.count == 5)
    #expect(made["Played.jsonl"]?.split(separator: "\n").count == 4)
  }
}
