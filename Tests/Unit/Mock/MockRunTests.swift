import ApusLoopback
import ApusSource
import Foundation
import Testing

@testable import ApusMock

/// What `apus-tool mock` hands to the program, options and all.
@Suite(.timeLimit(.minutes(15))) struct MockRunTests {
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

  @Test func `the seed decides what is made up`() throws {
    let first = try files("\"seed\": 1")
    #expect(try files("\"seed\": 1") == first)
    #expect(try files("\"seed\": 2")["Lists.json"] != first["Lists.json"])
    #expect(try files("\"seed\": null") == files("\"seed\": 0"))
  }

  @Test func `lists and streams are as long as is asked`() throws {
    let made = try files("\"listLength\": 5, \"events\": 4")
    let lists = try #require(made["Lists.json"])
    let data = try JSONSerialization.jsonObject(with: Data(lists.utf8)) as? [String: [String: [Any]]]
    #expect(data?["data"]?["titles"]?.count == 5)
    #expect(made["Played.jsonl"]?.split(separator: "\n").count == 4)
  }

  /// A folder with a schema; it is deleted when the body is over.
  private func inFolder(_ body: (_ folder: URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("apus-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("type Query { title: String! }".utf8).write(to: folder.appendingPathComponent("schema.graphqls"))
    try body(folder)
  }

  /// The exit code of a run, and what it wrote to standard output and error.
  private func run(_ task: String) throws -> (code: Int32, result: String, failure: String) {
    var result = ""
    var failure = ""
    let run = try #require(
      MockRun(SourceFile(path: "task.json", text: task), result: { result += $0 }, failure: { failure += $0 })
    )
    let code = run.run { true }
    return (code, result, failure)
  }

  private func task(_ folder: URL, _ options: String, query: String = "query A{title}") -> String {
    """
    {"schemas": ["\(folder.path)/schema.graphqls"], "output": "\(folder.path)/Responses",
     "operations": [{"name": "A", "text": "\(query)"}], \(options)}
    """
  }

  @Test(arguments: ["", "[]", "{}", #"{"schemas": 1}"#])
  func `what apus-tool did not write is no task`(_ text: String) {
    #expect(MockRun(SourceFile(path: "task.json", text: text), result: { _ in }, failure: { _ in }) == nil)
  }

  @Test func `a file that a person may have edited is kept, and replaced on demand`() throws {
    try inFolder { folder in
      let path = "\(folder.path)/Responses/A.json"
      #expect(try run(task(folder, "\"replaces\": false")) == (0, "\(path) is written.\n", ""))
      try Data("edited".utf8).write(to: URL(fileURLWithPath: path))
      #expect(
        try run(task(folder, "\"replaces\": false")) == (
          0, "\(path) already exists and was not changed.\n", ""
        ))
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "edited")
      #expect(try run(task(folder, "\"replaces\": true")) == (0, "\(path) is written.\n", ""))
      #expect(try run(task(folder, "\"replaces\": true")) == (0, "\(path) is up to date.\n", ""))
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "{\"data\":{\"title\":\"Title\"}}\n")
    }
  }

  @Test func `examples are used, and a mistake in them ends the run`() throws {
    try inFolder { folder in
      let examples = folder.appendingPathComponent("examples.json")
      try Data(#"{"fields":{"Query.title":"Blue"}}"#.utf8).write(to: examples)
      let option = "\"examples\": \"\(examples.path)\""
      #expect(try run(task(folder, option)).code == 0)
      #expect(
        try String(contentsOfFile: "\(folder.path)/Responses/A.json", encoding: .utf8).contains("\"Blue\""))
      try Data(#"{"fields":{"Query.titel":"Blue"}}"#.utf8).write(to: examples)
      let (code, result, failure) = try run(task(folder, option + ", \"replaces\": true"))
      #expect(code == 1 && result.isEmpty)
      #expect(
        failure.contains("examples.json:1:12: error: The type \"Query\" has no field \"titel\""), "\(failure)"
      )
    }
  }

  @Test func `an operation that cannot be answered ends the run`() throws {
    try inFolder { folder in
      let (code, _, failure) = try run(task(folder, "\"replaces\": true", query: "query A{titel}"))
      #expect(code == 1)
      #expect(
        failure.hasPrefix("error: No response to the operation \"A\" can be generated: {\"errors\":"),
        "\(failure)")
    }
  }

  @Test func `files that cannot be read or written are named`() throws {
    try inFolder { folder in
      let schema = try run(#"{"schemas": ["\#(folder.path)/none.graphqls"]}"#)
      #expect(schema.code == 1)
      #expect(
        schema.failure.hasPrefix("error: '\(folder.path)/none.graphqls' cannot be read: "),
        "\(schema.failure)")
      let examples = try run(task(folder, "\"examples\": \"\(folder.path)/none.json\""))
      #expect(examples.code == 1)
      #expect(examples.failure.hasPrefix("error: '\(folder.path)/none.json' cannot be read: "))
      try Data().write(to: folder.appendingPathComponent("Responses"))
      let output = try run(task(folder, "\"replaces\": true"))
      #expect(output.code == 1)
      #expect(
        output.failure.contains("\(folder.path)/Responses/A.json' cannot be written: "), "\(output.failure)")
    }
  }

  @Test func `a server tells where it is, and a port in use is an error`() throws {
    try inFolder { folder in
      let served = try run("{\"schemas\": [\"\(folder.path)/schema.graphqls\"], \"port\": 0}")
      #expect(served.code == 0)
      #expect(
        served.result.wholeMatch(
          of: #/http://127\.0\.0\.1:\d+/graphql responds with generated data\. Press Ctrl-C to stop\.\n/#)
          != nil,
        "\(served.result)")
      let server = try LoopbackServer(MockEndpoint.ofTwoFields(), port: 0)
      let taken = try run(
        "{\"schemas\": [\"\(folder.path)/schema.graphqls\"], \"port\": \(server.port)}")
      let reason = String(cString: strerror(EADDRINUSE))
      #expect(taken == (1, "", "error: The server cannot listen on port \(server.port): \(reason).\n"))
    }
  }
}
