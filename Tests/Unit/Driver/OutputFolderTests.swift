import ApusEmitter
import ApusSwiftModel
import Foundation
import TestSupport
import Testing

@testable import ApusDriver

/// Whole runs: what is written, and what is left alone.
@Suite(.timeLimit(.minutes(15))) struct OutputFolderTests {
  @Test func `where one file cannot be written, none is`() throws {
    let folder = try TemporaryFolder([
      "s.graphqls": "type Query { a: Int b: Int }", "A.graphql": "query A { a }",
      "B.graphql": "query B { a }",
    ])
    func generate() -> GeneratedFiles {
      let documents = ["A", "B"].map { Document(path: folder["\($0).graphql"], output: "\($0).swift") }
      return Pipeline.generate(
        Inputs(schemas: [folder["s.graphqls"]], documents: documents), into: OutputFolder(folder["out"]))
    }
    #expect(generate().written.count == 2)
    let before = try folder.text(of: "out/A.swift")
    for name in ["A", "B"] { try folder.write("query \(name) { b }", to: "\(name).graphql") }
    try FileManager.default.removeItem(atPath: folder["out/B.swift"])
    try FileManager.default.createDirectory(atPath: folder["out/B.swift"], withIntermediateDirectories: false)
    let result = generate()
    #expect(result.diagnostics.filter { $0.severity == .error }.map(\.code) == [.unwritableFile])
    #expect(result.written.isEmpty)
    #expect(try folder.text(of: "out/A.swift") == before)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder["out"]).sorted() == [
        "A.swift", "B.swift",
      ])
  }

  private let files = [
    "s.graphqls": "type Query { title: String genre: Genre } enum Genre { ROCK }",
    "a.graphql": "query A { title }", "b.graphql": "query B { ...Parts }",
    "Below/Parts.graphql": "fragment Parts on Query { genre }",
  ]

  @Test func `writes every output once`() throws {
    let folder = try TemporaryFolder(files)
    let first = generate(folder)
    #expect(
      first.written == ["a.swift", "b.swift", "p.swift", "Schema.graphql.swift"].map { folder["out/\($0)"] })
    #expect(generate(folder).written == [])
    #expect(try folder.text(of: "out/Schema.graphql.swift").contains("enum Genre"))
  }

  @Test func `writes only what changed`() throws {
    let folder = try TemporaryFolder(files)
    _ = generate(folder)
    try folder.write("query A { again: title }", to: "a.graphql")
    #expect(generate(folder).written == [folder["out/a.swift"]])
  }

  @Test func `writes nothing when anything is wrong`() throws {
    let folder = try TemporaryFolder(files)
    _ = generate(folder)
    let before = try folder.text(of: "out/b.swift")
    try folder.write("query A { titel }", to: "a.graphql")
    try folder.write("query B { title }", to: "b.graphql")
    let result = generate(folder)
    #expect(result.hasErrors)
    #expect(result.written == [])
    #expect(try folder.text(of: "out/b.swift") == before)
  }

  @Test func `says that a file cannot be written`() throws {
    let folder = try TemporaryFolder(files)
    try folder.write("", to: "out")
    let result = generate(folder)
    #expect(result.diagnostics.count { $0.code.name == "unwritable-file" } == 1)
    #expect(result.written == [])
  }

  @Test func `leaves to a dependency what it declares`() throws {
    let folder = try TemporaryFolder(files)
    let result = generate(folder, module: "Below")
    #expect(result.diagnostics.isEmpty)
    #expect(try folder.text(of: "out/b.swift").contains("import Below"))
    #expect(!FileManager.default.fileExists(atPath: folder["out/Schema.graphql.swift"]))
    #expect(try folder.names.contains("out"))
    #expect(!FileManager.default.fileExists(atPath: folder["out/p.swift"]))
  }

  @Test func `writes an output for a document that is left out`() throws {
    let folder = try TemporaryFolder(files)
    let inputs = Inputs(
      schemas: [folder["s.graphqls"]], documents: [Document(path: folder["a.graphql"], output: "a.swift")],
      leftOut: [Document(path: folder["b.graphql"], output: "b.swift")])
    _ = Pipeline.generate(inputs, into: OutputFolder(folder["out"]))
    #expect(try folder.text(of: "out/b.swift").hasPrefix("// The document is not among those"))
  }

  @Test func `deletes outputs of documents that are gone`() throws {
    let folder = try TemporaryFolder(files)
    let output = OutputFolder(folder["out"])
    func generate(_ names: [String], prunes: Bool) -> GeneratedFiles {
      let documents = names.map { Document(path: folder[$0 + ".graphql"], output: $0 + ".graphql.swift") }
      return Pipeline.generate(
        Inputs(schemas: [folder["s.graphqls"]], documents: documents), into: output,
        keeping: prunes ? [] : nil)
    }
    try folder.write("query C { title }", to: "c.graphql")
    #expect(!generate(["a", "c"], prunes: true).hasErrors)
    // What was not generated, is not a file, or is called otherwise, belongs to somebody else.
    let generated = try folder.text(of: "out/c.graphql.swift")
    let others = [
      "out/Mine.graphql.swift", "out/Empty.graphql.swift", "out/Copy.swift", "out/Folder.graphql.swift/a",
    ]
    try folder.write("struct Mine {}\n" + generated, to: others[0])
    try folder.write("", to: others[1])
    try folder.write(generated, to: others[2])
    try folder.write(generated, to: others[3])
    #expect(generate(["a"], prunes: false).removed == [])
    try folder.write("query A { titel }", to: "a.graphql")
    #expect(generate(["a"], prunes: true).removed == [])
    try folder.write("query A { title }", to: "a.graphql")
    #expect(generate(["a"], prunes: true).removed == [folder["out/c.graphql.swift"]])
    #expect(generate(["a"], prunes: true).removed == [])
    for other in others { #expect(FileManager.default.fileExists(atPath: folder[other])) }
  }

  @Test func `the schema's file is there only where it declares something`() throws {
    let folder = try TemporaryFolder(files)
    let file = folder["out/Schema.graphql.swift"]
    _ = generate(folder)
    #expect(FileManager.default.fileExists(atPath: file))
    try folder.write("fragment Parts on Query { title }", to: "Below/Parts.graphql")
    #expect(generate(folder).removed == [file])
    #expect(!FileManager.default.fileExists(atPath: file))
    #expect(generate(folder).removed == [])
    // A file of somebody else stays.
    try folder.write("struct Mine {}\n", to: "out/Schema.graphql.swift")
    #expect(generate(folder).removed == [])
    #expect(try folder.text(of: "out/Schema.graphql.swift") == "struct Mine {}\n")
  }

  @Test func `outputs of another run in the same folder are kept`() throws {
    let folder = try TemporaryFolder(files)
    func generate(_ name: String, keeping kept: [String]) -> GeneratedFiles {
      let document = Document(path: folder[name + ".graphql"], output: name + ".graphql.swift")
      return Pipeline.generate(
        Inputs(schemas: [folder["s.graphqls"]], documents: [document]), into: OutputFolder(folder["out"]),
        keeping: kept)
    }
    try folder.write("query C { title }", to: "c.graphql")
    #expect(!generate("c", keeping: []).hasErrors)
    #expect(generate("a", keeping: ["c.graphql.swift"]).removed == [])
    #expect(generate("a", keeping: []).removed == [folder["out/c.graphql.swift"]])
  }

  @Test(arguments: ["", ".", "..", "a/b", "../a", "/a", "a\0b"])
  func `names nothing outside of itself`(_ name: String) {
    #expect(OutputFolder.validName(name) == nil)
    #expect(OutputFolder.validName("a.swift") == "a.swift")
  }

  private func generate(_ folder: TemporaryFolder, module: String? = nil) -> GeneratedFiles {
    let inputs = Inputs(
      schemas: [folder["s.graphqls"]],
      documents: [
        Document(path: folder["a.graphql"], output: "a.swift"),
        Document(path: folder["b.graphql"], output: "b.swift"),
        Document(
          path: folder["Below/Parts.graphql"], output: module == nil ? "p.swift" : nil, module: module),
      ], dependencies: module.map { [dependency($0)] } ?? [])
    return Pipeline.generate(inputs, into: OutputFolder(folder["out"]))
  }
}
