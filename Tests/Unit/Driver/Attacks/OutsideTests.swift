import Foundation
import TestSupport
import Testing

@testable import ApusDriver

/// Nothing is written outside of the output folder, whatever lies there already.
@Suite(.timeLimit(.minutes(15))) struct OutsideTests {
  private let output = "a.graphql.swift"

  @Test func `names that climb`() throws {
    let folder = try TemporaryFolder([
      "schema.graphqls": "type Query { a: Int }", "documents/..a.graphql": "query A { a }",
      "documents/.../b.graphql": "query B { a }",
      "documents/..\\c.graphql": "query C { a }", "other/d.graphql": "query D { a }",
    ])
    // A file of its own is named by its last part, however it is reached.
    let search = DocumentSearch.run(
      [folder["documents"], folder["documents/../other/d.graphql"]], schemas: [])
    let result = Pipeline.generate(
      Inputs(schemas: [folder["schema.graphqls"]], documents: search.documents),
      into: OutputFolder(folder["out"]))
    #expect(!result.hasErrors)
    #expect(result.written.count == search.documents.count)
    for path in result.written { #expect((path as NSString).deletingLastPathComponent == folder["out"]) }
    #expect(try folder.names == ["documents", "other", "out", "schema.graphqls"])
  }

  @Test(arguments: [
    "query ../../A { a }", "query A/B { a }", "query A\\u002FB { a }", "fragment ../F on Query { a }",
  ])
  func `operations that climb`(_ document: String) throws {
    let folder = try TemporaryFolder(["schema.graphqls": "type Query { a: Int }", "a.graphql": document])
    let result = generate(folder)
    #expect(result.hasErrors && result.written.isEmpty)
    #expect(try folder.names == ["a.graphql", "schema.graphqls"])
  }

  /// An output's place is taken by a link to a file of somebody else's.
  @Test func `linked output`() throws {
    let folder = try project()
    try folder.write("kept", to: "outside/file")
    try link(folder, "out/\(output)", to: "outside/file")
    #expect(generate(folder).written.contains(folder["out/\(output)"]))
    #expect(try folder.text(of: "outside/file") == "kept")
    #expect(try folder.text(of: "out/\(output)").contains("struct AQuery"))
  }

  /// A link to nothing must not bring forth a file.
  @Test func `linked output to nothing`() throws {
    let folder = try project()
    try folder.write("", to: "outside/other")
    try link(folder, "out/\(output)", to: "outside/file")
    #expect(!generate(folder).hasErrors)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder["outside"]) == ["other"])
  }

  /// The file that an output is first written to has a name that can be foreseen.
  @Test func `linked temporary file`() throws {
    let folder = try project()
    try folder.write("kept", to: "outside/file")
    try link(
      folder, "out/\(output).apusc-\(ProcessInfo.processInfo.processIdentifier)", to: "outside/file")
    #expect(!generate(folder).hasErrors)
    #expect(try folder.text(of: "outside/file") == "kept")
    #expect(try folder.text(of: "out/\(output)").contains("struct AQuery"))
  }

  /// A folder stands where an output belongs.
  @Test func `folder in place of an output`() throws {
    let folder = try project()
    try folder.write("kept", to: "out/\(output)/file")
    let result = generate(folder)
    #expect(result.diagnostics.map(\.code.name) == ["unwritable-file"])
    #expect(try folder.text(of: "out/\(output)/file") == "kept")
  }

  /// What is pruned is the link, not what it leads to.
  @Test func `linked output that is pruned`() throws {
    let folder = try project()
    _ = generate(folder)
    let generated = try folder.text(of: "out/\(output)")
    try folder.write(generated, to: "outside/old.graphql.swift")
    try link(folder, "out/old.graphql.swift", to: "outside/old.graphql.swift")
    _ = generate(folder, prunes: true)
    #expect(try folder.text(of: "outside/old.graphql.swift") == generated)
  }

  private func project() throws -> TemporaryFolder {
    let folder = try TemporaryFolder([
      "schema.graphqls": "type Query { a: Int }", "a.graphql": "query A { a }",
    ])
    try FileManager.default.createDirectory(atPath: folder["out"], withIntermediateDirectories: true)
    return folder
  }

  private func link(_ folder: TemporaryFolder, _ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: folder[name], withDestinationPath: folder[target])
  }

  private func generate(_ folder: TemporaryFolder, prunes: Bool = false) -> GeneratedFiles {
    Pipeline.generate(
      Inputs(
        schemas: [folder["schema.graphqls"]],
        documents: [Document(path: folder["a.graphql"], output: output)]),
      into: OutputFolder(folder["out"]), keeping: prunes ? [] : nil)
  }
}
