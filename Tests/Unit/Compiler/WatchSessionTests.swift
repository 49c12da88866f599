import ApusDiagnostics
import Foundation
import Testing

@testable import ApusCompiler

@Suite(.timeLimit(.minutes(5))) struct WatchSessionTests {
  /// A folder that is watched, with a clock that the test moves.
  private final class Watched {
    let folder: TemporaryFolder
    var time = 0
    private(set) lazy var session = WatchSession(
      into: OutputFolder(folder["out"]), keeping: ["Other.graphql.swift"], clock: { [unowned self] in time },
      find: { [unowned self] in find() })

    init(_ files: [String: String]) throws { folder = try TemporaryFolder(files) }

    private func find() -> WatchSession.Found {
      var found = WatchSession.Found(
        inputs: Inputs(schemas: [], documents: []), diagnostics: [], configurations: [])
      if let file = ConfigurationFile.find(in: [folder.path]) {
        (found.inputs.configuration, found.diagnostics) = ConfigurationFile.read(file)
        found.configurations = [file]
      }
      let search = DocumentSearch.run([folder.path], schemas: [])
      found.inputs.schemas = search.schemas
      found.inputs.documents = search.documents
      found.diagnostics += search.diagnostics
      return found
    }

    /// The run that comes now; nil where nothing changed or a file may come back.
    func run() -> WatchRun? {
      if case .ran(let run) = session.look() { return run }
      return nil
    }

    /// The same after the time for which a missing file is waited for.
    func patientRun() -> WatchRun? {
      if let run = run() { return run }
      time += WatchSession.deletionDelay * 1000
      return run()
    }

    func name(_ paths: [String]) -> [String] {
      paths.map { Path.relative($0, to: folder.path) ?? $0 }.sorted()
    }

    func output(_ name: String) throws -> String { try folder.text(of: "out/\(name).graphql.swift") }
  }

  private let files = [
    "schema.graphqls": "type Query { a: Int b: Int kind: Kind } enum Kind { ONE }",
    "A.graphql": "query A { a }", "B.graphql": "query B { ...Parts }",
    "Parts.graphql": "fragment Parts on Query { b }", "C.graphql": "query C { a }",
    "D.graphql": "query D { a }", "E.graphql": "query E { a }", "F.graphql": "query F { a }",
    "G.graphql": "query G { a }", "H.graphql": "query H { a }",
  ]

  @Test func `compiles what changes`() throws {
    let watched = try Watched(files)
    let first = try #require(watched.run())
    #expect(first.isFirst && first.documentCount == 9 && first.written.count == 9)
    #expect(watched.run() == nil)
    try watched.folder.write("query A { b }", to: "A.graphql")
    let second = try #require(watched.run())
    #expect(watched.name(second.changed) == ["A.graphql"])
    #expect(watched.name(second.written) == ["out/A.graphql.swift"])
    #expect(second.firstDuration != nil)
    #expect(try watched.output("A").contains("let b: Int?"))
    #expect(watched.run() == nil)
    // As long as before, within the resolution of the file system's dates.
    try watched.folder.write("query A { a }", to: "A.graphql")
    #expect(watched.run()?.written.count == 1)
    // Written with the same text: nothing to do.
    try watched.folder.write("query A { a }", to: "A.graphql")
    #expect(watched.run() == nil)
  }

  @Test func `an output folder that cannot be written to is filled when it can be`() throws {
    let watched = try Watched(files)
    try watched.folder.write("in the way", to: "out")
    #expect(try #require(watched.run()).errorCount == 1)
    // Once more, since the folder may just have been deleted; then not until it changes.
    #expect(try #require(watched.run()).errorCount == 1)
    #expect(watched.run() == nil)
    try FileManager.default.removeItem(atPath: watched.folder["out"])
    #expect(try #require(watched.run()).written.count == 9)
    #expect(watched.run() == nil)
    try FileManager.default.removeItem(atPath: watched.folder["out"])
    #expect(try #require(watched.run()).written.count == 9)
  }

  @Test func `a fragment concerns those that spread it`() throws {
    let watched = try Watched(files)
    _ = watched.run()
    try watched.folder.write("fragment Parts on Query { b a }", to: "Parts.graphql")
    let run = try #require(watched.run())
    #expect(watched.name(run.written) == ["out/B.graphql.swift", "out/Parts.graphql.swift"])
    #expect(run.firstDuration != nil)
    // What goes first is what a run of everything makes.
    let other = try TemporaryFolder()
    let search = DocumentSearch.run([watched.folder.path], schemas: [])
    let inputs = Inputs(schemas: search.schemas, documents: search.documents)
    _ = Pipeline.generate(inputs, into: OutputFolder(other.path))
    for name in try other.names {
      #expect(try other.text(of: name) == watched.folder.text(of: "out/" + name))
    }
  }

  /// The changed document goes first also with what it did not spread before.
  @Test func `a new spread goes first`() throws {
    let watched = try Watched(files)
    _ = watched.run()
    try watched.folder.write("query A { ...Parts }", to: "A.graphql")
    let run = try #require(watched.run())
    #expect(watched.name(run.written) == ["out/A.graphql.swift"])
    #expect(run.firstDuration != nil)
  }

  @Test func `while something is wrong nothing is written`() throws {
    let watched = try Watched(files)
    _ = watched.run()
    try watched.folder.write("query C { nothing }", to: "C.graphql")
    #expect(watched.run()?.errorCount == 1)
    try watched.folder.write("query A { b }", to: "A.graphql")
    let run = try #require(watched.run())
    #expect(run.written.isEmpty && run.errorCount == 1)
    try watched.folder.write("query C { b }", to: "C.graphql")
    #expect(watched.run().map { watched.name($0.written) } == ["out/A.graphql.swift", "out/C.graphql.swift"])
  }

  @Test func `a new enum reaches the schema's file`() throws {
    let watched = try Watched(files)
    _ = watched.run()
    try watched.folder.write("query A { kind }", to: "A.graphql")
    #expect(
      watched.name(try #require(watched.run()).written)
        == ["out/A.graphql.swift", "out/Schema.graphql.swift"])
  }

  @Test func `errors write nothing and go again`() throws {
    let watched = try Watched(files)
    _ = watched.run()
    let before = try watched.output("A")
    try watched.folder.write("query A { nope }", to: "A.graphql")
    let broken = try #require(watched.run())
    #expect(broken.errorCount == 1 && broken.written.isEmpty && broken.removed.isEmpty)
    #expect(broken.summary.hasSuffix("A.graphql: 1 error, no file is written."))
    #expect(watched.run() == nil)
    // Another document is compiled only when all are well.
    try watched.folder.write("query C { b }", to: "C.graphql")
    #expect(watched.run()?.written.isEmpty == true)
    #expect(try watched.output("A") == before)
    try watched.folder.write("query A { a b }", to: "A.graphql")
    #expect(
      watched.name(try #require(watched.run()).written) == ["out/A.graphql.swift", "out/C.graphql.swift"])
  }

  @Test func `survives a schema and a configuration that break`() throws {
    let watched = try Watched(files)
    _ = watched.run()
    try watched.folder.write("type Query { a: ", to: "schema.graphqls")
    #expect(try #require(watched.run()).errorCount > 0)
    try watched.folder.write("type Query { a: Int! b: Int }", to: "schema.graphqls")
    #expect(try #require(watched.run()).errorCount == 0)
    #expect(try watched.output("A").contains("let a: Int\n"))
    try watched.folder.write("{ \"accessLevel\": \"publ\" }", to: "apus.json")
    let broken = try #require(watched.run())
    #expect(broken.errorCount == 1 && broken.written.isEmpty && broken.removed.isEmpty)
    try watched.folder.write("{ \"accessLevel\": \"public\" }", to: "apus.json")
    #expect(watched.run()?.written.count == 9)
    #expect(try watched.output("A").contains("public let a: Int\n"))
  }

  @Test func `outputs of documents go when these are gone for good`() throws {
    let watched = try Watched(files)
    _ = watched.run()
    let path = watched.folder["A.graphql"]
    // An editor that deletes and writes anew.
    try FileManager.default.removeItem(atPath: path)
    #expect(watched.run() == nil)
    #expect(FileManager.default.fileExists(atPath: watched.folder["out/A.graphql.swift"]))
    try watched.folder.write("", to: "A.graphql")
    #expect(watched.run() == nil)
    try watched.folder.write("query A { b }", to: "A.graphql")
    #expect(watched.name(try #require(watched.run()).written) == ["out/A.graphql.swift"])
    try FileManager.default.removeItem(atPath: path)
    #expect(watched.name(try #require(watched.patientRun()).removed) == ["out/A.graphql.swift"])
    try watched.folder.write("query A { b }", to: "A.graphql")
    #expect(watched.name(try #require(watched.run()).written) == ["out/A.graphql.swift"])
  }

  @Test func `everything may go for a while`() throws {
    let watched = try Watched(files)
    _ = watched.run()
    let outputs = try FileManager.default.contentsOfDirectory(atPath: watched.folder["out"]).sorted()
    let moved = watched.folder.path + "-moved"
    defer { try? FileManager.default.removeItem(atPath: moved) }
    try FileManager.default.createDirectory(atPath: moved, withIntermediateDirectories: true)
    for name in files.keys {
      try FileManager.default.moveItem(atPath: watched.folder[name], toPath: moved + "/" + name)
    }
    #expect(try #require(watched.patientRun()).errorCount > 0)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: watched.folder["out"]).sorted() == outputs)
    for name in files.keys {
      try FileManager.default.moveItem(atPath: moved + "/" + name, toPath: watched.folder[name])
    }
    let back = try #require(watched.run())
    #expect(back.errorCount == 0 && back.written.isEmpty && back.removed.isEmpty)
  }

  @Test func `outputs that somebody else touches are made again`() throws {
    let watched = try Watched(files)
    _ = watched.run()
    try FileManager.default.removeItem(atPath: watched.folder["out/A.graphql.swift"])
    try watched.folder.write("// mine", to: "out/B.graphql.swift")
    try watched.folder.write("// no output", to: "out/Mine.swift")
    #expect(
      watched.name(try #require(watched.run()).written) == ["out/A.graphql.swift", "out/B.graphql.swift"])
    #expect(try watched.folder.text(of: "out/Mine.swift") == "// no output")
    #expect(watched.run() == nil)
  }

  /// No document uses the enum, so the schema has no file.
  @Test func `an output that a run does not need goes when somebody puts it back`() throws {
    let watched = try Watched(files)
    _ = watched.run()
    try watched.folder.write("// mine", to: "out/Schema.graphql.swift")
    let mine = try #require(watched.run())
    #expect(watched.name(mine.changed) == ["out/Schema.graphql.swift"])
    #expect(mine.written.isEmpty && mine.removed.isEmpty)
    #expect(watched.run() == nil)
    try watched.folder.write(try watched.output("A"), to: "out/Schema.graphql.swift")
    #expect(watched.name(try #require(watched.run()).removed) == ["out/Schema.graphql.swift"])
    #expect(watched.run() == nil)
  }

  @Test func `an output that is there after an error is looked at again when it changes`() throws {
    let watched = try Watched(files)
    try watched.folder.write("query C { nothing }", to: "C.graphql")
    #expect(watched.run()?.errorCount == 1)
    #expect(watched.run() == nil)
    try watched.folder.write("// mine", to: "out/A.graphql.swift")
    let again = try #require(watched.run())
    #expect(watched.name(again.changed) == ["out/A.graphql.swift"] && again.errorCount == 1)
    #expect(watched.run() == nil)
  }

  @Test func `a file that replaces another is seen`() throws {
    let watched = try Watched(files)
    _ = watched.run()
    try watched.folder.write("query A { b }", to: "A.graphql.new")
    let dates = try FileManager.default.attributesOfItem(atPath: watched.folder["A.graphql"])
    let date = try #require(dates[.modificationDate] as? Date)
    try FileManager.default.setAttributes(
      [.modificationDate: date], ofItemAtPath: watched.folder["A.graphql.new"])
    #expect(rename(watched.folder["A.graphql.new"], watched.folder["A.graphql"]) == 0)
    #expect(watched.name(try #require(watched.run()).written) == ["out/A.graphql.swift"])
  }

  @Test func `the line says what came of a run`() {
    var run = WatchRun(changed: ["A.graphql", "B.graphql"], documentCount: 2)
    run.duration = 12_300
    #expect(run.summary == "A.graphql and 1 more: no file changes, 13 ms.")
    run.written = ["out/A.graphql.swift"]
    run.firstDuration = 2000
    #expect(
      run.summary == "A.graphql and 1 more: 1 file written, 2 ms; compared with all others, 13 ms.")
    run.isFirst = true
    run.firstDuration = nil
    run.removed = ["1", "2"]
    #expect(run.summary == "2 documents: 1 file written, 2 files deleted, 13 ms.")
    run.documentCount = 1
    run.written = ["1", "2"]
    run.removed = []
    run.duration = 12_000
    #expect(run.summary == "1 document: 2 files written, 12 ms.")
    run.isFirst = false
    run.changed = ["A.graphql"]
    run.diagnostics = [Diagnostic(.error, .unreadableFile, ""), Diagnostic(.warning, .unreadableFile, "")]
    #expect(run.errorCount == 1)
    #expect(run.summary == "A.graphql: 1 error, 2 files written.")
    run.changed = []
    run.written = []
    run.diagnostics.append(Diagnostic(.error, .unreadableFile, ""))
    #expect(run.summary == "The list of documents: 2 errors, no file is written.")
  }
}
