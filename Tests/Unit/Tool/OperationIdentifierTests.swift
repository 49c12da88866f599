import Foundation
import TestSupport
import Testing

@testable import ApusDriver
@testable import ApusTool

/// Identifiers of registered operations, from a manifest to the code.
@Suite(.timeLimit(.minutes(15))) struct OperationIdentifierTests {
  private let files = [
    "s.graphqls": "type Query { title: String }", "A.graphql": "query A { title }",
    "apus.json": #"{ "operationIdentifiers": "apus.operations.json" }"#,
  ]

  @Test(arguments: [
    #"{ "format": "apollo-persisted-query-manifest", "operations": [{ "id": "a-1", "body": "query A{title}" }] }"#,
    #"{ "a-1": "query A{title}" }"#, #"{ "A": { "id": "a-1", "document": "query A{title}" } }"#,
    #"[["a-1", "query A{title}"]]"#, #"[["b", "query B{title}"], ["a-1", "query A{title}"]]"#,
  ])
  func `come from a manifest of any form`(_ manifest: String) throws {
    let (text, codes) = try generate(manifest)
    #expect(codes == [])
    #expect(text.contains("static var operationID: String { \"a-1\""))
  }

  @Test func `collections of Hasura have none`() throws {
    let operation = SentOperation(
      name: "A", kind: "query", path: "A.graphql", text: "query A{title}", id: "a-2")
    #expect(try generate(OperationManifest.hasura.text([operation])).codes == ["invalid-configuration"])
  }

  @Test(arguments: OperationManifest.allCases.filter { $0 != .hasura })
  func `are found in what the command writes`(_ form: OperationManifest) throws {
    let operation = SentOperation(
      name: "A", kind: "query", path: "A.graphql", text: "query A{title}", id: "a-2")
    let (text, codes) = try generate(form.text([operation]))
    #expect(codes == [])
    #expect(text.contains("static var operationID: String { \"a-2\""))
  }

  @Test func `is the hash of an operation that is not registered`() throws {
    let (text, codes) = try generate(#"{ "a-1": "query A{name}" }"#)
    #expect(codes == ["unregistered-operation"])
    #expect(text.contains("static var operationID: String { \"d6d4558e"))
  }

  @Test(arguments: ["[]", #"[["a-1"]]"#, #"{ "A": 1 }"#, #"{ "operations": [{ "id": "a-1" }] }"#, "{"])
  func `refuses what is no manifest`(_ manifest: String) throws {
    let folder = try TemporaryFolder(files)
    try folder.write(manifest, to: "apus.operations.json")
    #expect(ConfigurationFile.read(folder["apus.json"]).diagnostics.map(\.severity) == [.error])
  }

  @Test func `says that the manifest is missing or not watched`() throws {
    let folder = try TemporaryFolder(files)
    #expect(ConfigurationFile.read(folder["apus.json"]).diagnostics.map(\.code.name) == ["unreadable-file"])
    var inputs = Inputs(schemas: [], documents: [])
    inputs.configuration.operationManifest = folder["apus.operations.json"]
    #expect(inputs.untrackedFiles(watched: []).isEmpty)
    inputs.configuration.operationManifest = folder["other.json"]
    #expect(inputs.untrackedFiles(watched: []).map(\.code.name) == ["untracked-manifest"])
  }

  private func generate(_ manifest: String) throws -> (text: String, codes: [String]) {
    let folder = try TemporaryFolder(files)
    try folder.write(manifest, to: "apus.operations.json")
    let (configuration, diagnostics) = ConfigurationFile.read(folder["apus.json"])
    let inputs = Inputs(
      schemas: [folder["s.graphqls"]], documents: [Document(path: folder["A.graphql"], output: "A.swift")],
      configuration: configuration)
    let result = Pipeline.generate(inputs, into: OutputFolder(folder["out"]))
    return (
      try folder.text(of: "out/A.swift"), (diagnostics + result.diagnostics).map(\.code.name)
    )
  }
}
