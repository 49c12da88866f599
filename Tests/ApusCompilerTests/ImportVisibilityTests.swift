import Foundation
import Testing

@testable import ApusCompiler

/// Swift warns about an import that is more visible than its uses.
@Suite(.timeLimit(.minutes(5))) struct ImportVisibilityTests {
  private func generated(_ access: String) throws -> (aliases: String, types: String) {
    let folder = try TemporaryFolder([
      "s.graphqls": "type Query { a: Int }", "A.graphql": "fragment A on Query { ...B }",
      "B.graphql": "fragment B on Query { a }",
    ])
    var inputs = Inputs(
      schemas: [folder["s.graphqls"]],
      documents: ["A", "B"].map { Document(path: folder["\($0).graphql"], output: "\($0).swift") })
    inputs.configuration.generation.accessLevel = try #require(.init(rawValue: access))
    #expect(!Pipeline.generate(inputs, into: OutputFolder(folder["out"])).hasErrors)
    return (try folder.text(of: "out/A.swift"), try folder.text(of: "out/B.swift"))
  }

  @Test(arguments: ["public", "package"])
  func aFileOfTypeAliasesImportsTheRuntimeInternally(access: String) throws {
    let files = try generated(access)
    #expect(files.aliases.contains("\(access) typealias AData = BData"))
    #expect(files.aliases.contains("\ninternal import Apus\n"))
    #expect(files.types.contains("\n\(access) import Apus\n"))
  }
}
