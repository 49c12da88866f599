import ApusDriver
import ApusSource
import Foundation
import Testing

@testable import ApusLanguageServer

/// Projects as builds have noted them.
@Suite(.timeLimit(.minutes(15))) struct RecordedRunTests {
  private let schema = "type Query { a: Int b: String }"

  /// A package of two targets, the upper of which uses the lower's fragment, and a document that the build leaves out.
  private func package() throws -> Session {
    let session = try Session([
      "Package.swift": "", "schema.graphqls": schema, "Other/z.graphqls": "type Query { z: Int }",
      "Sources/App/Home.graphql": "query Home { ...F }", "Sources/App/Out.graphql": "query Out { nothing }",
      "Sources/Below/F.graphql": "fragment F on Query { a }",
      "Sources/Below/apus.json": "{\"accessLevel\": \"public\"}",
    ])
    let root = session.folder
    let output = "\(root)/.build/plugins/outputs/p/App/destination/ApusPlugin"
    try session.write(
      """
      --output
      \(output)
      --target
      App
      \(root)/Sources/App
      --default-schema
      \(root)/schema.graphqls
      --dependency-config
      Below
      \(root)/Sources/Below/apus.json
      --dependency
      Below
      \(root)/Sources/Below/F.graphql
      --record
      \(output)/Schema.graphql.swift.record
      --pair
      \(root)/Sources/App/Home.graphql
      Home.graphql.swift

      """, to: ".build/plugins/outputs/p/App/destination/ApusPlugin/Schema.graphql.swift.record.arguments")
    return session
  }

  @Test func `schema and modules are those of the build`() throws {
    let session = try package()
    session.open("Sources/App/Home.graphql", "query Home { ...F z }")
    #expect(session.published() == ["Sources/App/Home.graphql: unknown-field"])
    // Not written since the build: none of the target's, until it is opened.
    session.open("Sources/App/Out.graphql", "query Out { nothing }")
    #expect(session.published() == ["Sources/App/Out.graphql: unknown-field"])
    // One that came later is.
    session.open("Sources/App/Deep/New.graphql", "query New { a ...F }")
    #expect(session.published().contains("Sources/App/Deep/New.graphql: "))
  }

  @Test func `a run over folders compiles all that is in them`() throws {
    let session = try package()
    try session.write("query A { z }", to: "Other/Docs/A.graphql")
    try session.write(
      [
        "--output", "/o", "--schema", "\(session.folder)/Other/z.graphqls", "\(session.folder)/Other/Docs",
        "",
      ]
      .joined(separator: "\n"),
      to: ".build/plugins/outputs/p/Other/destination/ApusPlugin/R.arguments")
    session.open("Other/Docs/A.graphql", "query A { z a }")
    #expect(session.published() == ["Other/Docs/A.graphql: unknown-field"])
    // A document that is not saved yet.
    session.open("Other/Docs/Deep/B.graphql", "query B { b }")
    #expect(session.published().contains("Other/Docs/Deep/B.graphql: unknown-field"))
  }

  @Test func `a build that is the first is seen`() throws {
    let session = try package()
    let record = ".build/plugins/outputs/p/App/destination/ApusPlugin/Schema.graphql.swift.record.arguments"
    let text = try String(contentsOfFile: session.folder + "/" + record, encoding: .utf8)
    try FileManager.default.removeItem(atPath: session.folder + "/" + record)
    session.open("Sources/App/Home.graphql", "query Home { z }")
    #expect(
      session.published() == [
        "Sources/App/Home.graphql: unknown-field", "Sources/App/Out.graphql: unknown-field",
      ])
    try session.write(text.replacingOccurrences(of: "schema.graphqls", with: "Other/z.graphqls"), to: record)
    // The fragment of the module below is of the same build.
    #expect(
      session.published() == [
        "Sources/App/Home.graphql: ", "Sources/App/Out.graphql: ", "Sources/Below/F.graphql: unknown-field",
      ])
  }

  @Test func `a document that is newer than the build belongs to its target`() throws {
    let session = try package()
    for (name, seconds) in [("Later", 60.0), ("Earlier", -60.0)] {
      try session.write("query \(name) { z }", to: "Sources/App/\(name).graphql")
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: seconds)],
        ofItemAtPath: session.folder + "/Sources/App/\(name).graphql")
    }
    session.open("Sources/App/Home.graphql", "query Home { ...F }")
    #expect(
      session.published() == ["Sources/App/Home.graphql: ", "Sources/App/Later.graphql: unknown-field"])
  }

  @Test func `a build without its schema is not used`() throws {
    let session = try package()
    try FileManager.default.removeItem(atPath: session.folder + "/schema.graphqls")
    session.open("Sources/App/Home.graphql", "query Home { ...F }")
    #expect(session.published() == ["Sources/App/Home.graphql: missing-schema"])
  }

  @Test func `the declaration in Swift is found`() throws {
    let session = try package()
    let record =
      session.folder
      + "/.build/plugins/outputs/p/App/destination/ApusPlugin/Schema.graphql.swift.record.arguments"
    let run = try RecordedRun(record)
    let output = try #require(run.output)
    let made = Pipeline.generate(try run.collect().inputs, into: OutputFolder(output))
    #expect(!made.hasErrors)
    session.open("Sources/App/Home.graphql", "query Home { ...F }")
    let answer = session.request(
      "textDocument/implementation",
      "{\"textDocument\":{\"uri\":\"\(session.uri("Sources/App/Home.graphql"))\"},\"position\":{\"line\":0,\"character\":7}}"
    )
    let found = try #require(answer?["result"]?.elements?.first)
    #expect(found["uri"]?.string?.hasSuffix("ApusPlugin/Home.graphql.swift") == true)
    let place = try #require(found["range"]?["start"]?["line"]?.integer)
    let lines = try String(contentsOfFile: output + "/Home.graphql.swift", encoding: .utf8)
      .components(separatedBy: "\n")
    #expect(lines[place].contains("struct HomeQuery"))
  }

  @Test func `arguments are recorded and read back`() throws {
    let session = try Session(["a.arguments": "--nothing\n", "b.arguments": "--output\nx\n"])
    for name in ["a", "b", "c"] {
      #expect(throws: UsageError.self) { try RecordedRun("\(session.folder)/\(name).arguments") }
    }
    let record = session.folder + "/r"
    #expect(ArgumentsRecord.write(["--a", "b c"], nextTo: record).isEmpty)
    #expect(try String(contentsOfFile: record + ".arguments", encoding: .utf8) == "--a\nb c\n")
    // What cannot be written in the form is not written.
    #expect(ArgumentsRecord.write(["a\nb"], nextTo: session.folder + "/s").isEmpty)
    #expect(!FileManager.default.fileExists(atPath: session.folder + "/s.arguments"))
    #expect(ArgumentsRecord.write(["a"], nextTo: "/dev/null/x").count == 1)
  }

  @Test func `a relative path of the command line is one in the current folder`() {
    let runs = RecordedRuns(["Builds/../a.arguments", "/b.arguments"]) { _ in }
    #expect(runs.files([]) == [FileManager.default.currentDirectoryPath + "/a.arguments", "/b.arguments"])
  }
}
