import ApusSource
import ApusSwiftModel
import Foundation
import TestSupport
import Testing

@testable import ApusDriver

/// Runs with a record: which make something, and which find that all is there.
@Suite(.timeLimit(.minutes(15))) struct BuildRecordTests {
  private let files = [
    "s.graphqls": "type Query { title: String when: Time genre: Genre } enum Genre { ROCK } scalar Time",
    "a.graphql": "query A { title }", "b.graphql": "query B { ...Parts }",
    "Parts.graphql": "fragment Parts on Query { genre }",
  ]

  @Test func `makes nothing of the same`() throws {
    let folder = try TemporaryFolder(files)
    #expect(!generate(folder).isOfRecord)
    for _ in 0..<2 {
      let again = generate(folder)
      #expect(again.isOfRecord)
      #expect(again.written == [])
      #expect(again.diagnostics.isEmpty)
    }
  }

  @Test(arguments: ["a.graphql", "Parts.graphql", "s.graphqls"])
  func `makes all of another text`(_ name: String) throws {
    let folder = try TemporaryFolder(files)
    _ = generate(folder)
    let text = try folder.text(of: name)
    // Something else of the same length, which leaves the outputs as they are, and then what was there before.
    try folder.write(text + " ", to: name)
    #expect(!generate(folder).isOfRecord)
    try folder.write(text + "\n", to: name)
    #expect(!generate(folder).isOfRecord)
    #expect(generate(folder).isOfRecord)
    try folder.write(text, to: name)
    #expect(!generate(folder).isOfRecord)
  }

  @Test func `makes all when told otherwise`() throws {
    let folder = try TemporaryFolder(files)
    let changes: [(inout Inputs) -> Void] = [
      { $0.configuration.generation.hasMutableProperties = true },
      { $0.configuration.severities.rules["unmapped-scalar"] = .error },
      { $0.dependencies = [dependency("Below")] },
      { $0.documents.removeLast() },
      { $0.leftOut = [Document(path: folder["c.graphql"], output: "c.swift")] },
      { $0.documents[0].output = "z.swift" },
    ]
    for change in changes {
      _ = generate(folder)
      #expect(generate(folder).isOfRecord)
      var inputs = inputs(folder)
      change(&inputs)
      #expect(!generate(folder, inputs).isOfRecord)
      #expect(generate(folder, inputs).isOfRecord)
      #expect(!generate(folder).isOfRecord)
    }
  }

  /// A module below is another one when its configuration or its own dependencies are.
  @Test func `makes all of other dependencies`() throws {
    let folder = try TemporaryFolder(files)
    let changes = [
      [dependency("Below"), dependency("Lowest")],
      [dependency("Below", on: ["Lowest"]), dependency("Lowest")],
      [dependency("Below", namespace: "API", on: ["Lowest"]), dependency("Lowest")],
      [dependency("Below", namespace: "API", emitsWholeSchema: true, on: ["Lowest"]), dependency("Lowest")],
    ]
    for dependencies in changes {
      var inputs = inputs(folder)
      inputs.dependencies = dependencies
      #expect(!generate(folder, inputs).isOfRecord)
      #expect(generate(folder, inputs).isOfRecord)
    }
  }

  @Test func `makes all by another tool`() throws {
    let folder = try TemporaryFolder(files)
    _ = generate(folder)
    #expect(!generate(folder, tool: "other").isOfRecord)
    #expect(generate(folder, tool: "other").isOfRecord)
  }

  @Test(arguments: ["out/a.swift", "out/Schema.graphql.swift"])
  func `makes outputs that are gone or edited`(_ name: String) throws {
    let folder = try TemporaryFolder(files)
    _ = generate(folder)
    let text = try folder.text(of: name)
    try FileManager.default.removeItem(atPath: folder[name])
    #expect(generate(folder).written == [folder[name]])
    #expect(generate(folder).isOfRecord)
    try folder.write(text.replacingOccurrences(of: "apusc", with: "nobody"), to: name)
    #expect(generate(folder).written == [folder[name]])
    #expect(try folder.text(of: name) == text)
    #expect(generate(folder).isOfRecord)
  }

  @Test func `makes all without a record that can be read`() throws {
    let folder = try TemporaryFolder(files)
    _ = generate(folder)
    let text = try folder.text(of: "kept/record")
    let damaged = [
      "", "\n", "apusc record", String(text.dropLast()), text + "\n",
      text.replacingOccurrences(of: "warnings", with: "Warnings"), "{}", "query A { title }",
    ]
    for other in damaged {
      try folder.write(other, to: "kept/record")
      #expect(!generate(folder).isOfRecord, "\(other)")
      #expect(try folder.text(of: "kept/record") == text)
    }
    try FileManager.default.removeItem(atPath: folder["kept"])
    #expect(!generate(folder).isOfRecord)
    #expect(generate(folder).isOfRecord)
  }

  @Test func `says warnings again`() throws {
    let folder = try TemporaryFolder(files)
    // One of reading, which finds the line, and one of lowering, which is not run again.
    try folder.write("query A {\n  when }\nfragment Unused on Query { title }", to: "a.graphql")
    let first = generate(folder)
    #expect(first.diagnostics.map(\.code.name).sorted() == ["unmapped-scalar", "unused-fragment"])
    let second = generate(folder)
    #expect(second.isOfRecord)
    let printer = DiagnosticPrinter()
    #expect(
      second.diagnostics.sortedByPlace().map(printer.text)
        == first.diagnostics.sortedByPlace().map(printer.text))
  }

  @Test func `keeps no record of a run with errors`() throws {
    let folder = try TemporaryFolder(files)
    try folder.write("query A { titel }", to: "a.graphql")
    #expect(generate(folder).hasErrors)
    #expect(!FileManager.default.fileExists(atPath: folder["kept/record"]))
    // Found by lowering: two Swift types of one name.
    let schema = try folder.text(of: "s.graphqls")
    try folder.write("query A { kind }", to: "a.graphql")
    try folder.write(schema + "extend type Query { kind: PartsData } enum PartsData { A }", to: "s.graphqls")
    #expect(generate(folder).hasErrors)
    #expect(!FileManager.default.fileExists(atPath: folder["kept/record"]))
    try folder.write(schema, to: "s.graphqls")
    // One that is there stays true of what it was made of.
    try folder.write("query A { title }", to: "a.graphql")
    #expect(!generate(folder).hasErrors)
    try folder.write("query A { titel }", to: "a.graphql")
    #expect(generate(folder).hasErrors)
    try folder.write("query A { title }", to: "a.graphql")
    #expect(generate(folder).isOfRecord)
  }

  @Test func `deletes outputs of documents that are gone`() throws {
    let folder = try TemporaryFolder(files)
    _ = generate(folder, prunes: true)
    let generated = try folder.text(of: "out/a.swift")
    try folder.write(generated, to: "out/Gone.graphql.swift")
    #expect(generate(folder).removed == [])
    let result = generate(folder, prunes: true)
    #expect(result.isOfRecord)
    #expect(result.removed == [folder["out/Gone.graphql.swift"]])
  }

  @Test func `warns of a record that cannot be written`() throws {
    let folder = try TemporaryFolder(files)
    try folder.write("", to: "kept")
    let result = generate(folder)
    #expect(!result.hasErrors)
    #expect(result.written.count == 4)
    #expect(result.diagnostics.map(\.code.name) == ["unwritable-file"])
  }

  @Test func `keeps no record unasked`() throws {
    let folder = try TemporaryFolder(files)
    for _ in 0..<2 {
      #expect(!Pipeline.generate(inputs(folder), into: OutputFolder(folder["out"])).isOfRecord)
    }
    #expect(try folder.names == (files.keys + ["out"]).sorted())
  }

  private func inputs(_ folder: TemporaryFolder) -> Inputs {
    Inputs(
      schemas: [folder["s.graphqls"]],
      documents: [
        Document(path: folder["a.graphql"], output: "a.swift"),
        Document(path: folder["Parts.graphql"], output: "p.swift"),
        Document(path: folder["b.graphql"], output: "b.swift"),
      ])
  }

  private func generate(
    _ folder: TemporaryFolder, _ inputs: Inputs? = nil, tool: String = "tool", prunes: Bool = false
  ) -> GeneratedFiles {
    Pipeline.generate(
      inputs ?? self.inputs(folder), into: OutputFolder(folder["out"]), keeping: prunes ? [] : nil,
      record: BuildRecord(path: folder["kept/record"], tool: tool))
  }
}
