import ApusSource
import TestSupport
import Testing

@testable import ApusDriver

@Suite(.timeLimit(.minutes(15))) struct MistakenNameTests {
  @Test(arguments: [
    ("A.gql", "A.graphql"), ("A.GraphQL", "A.graphql"), ("A.graphql.txt", "A.graphql"),
    ("Apus.json", "apus.json"),
    ("apus.jsonc", "apus.json"), ("apus.yml", "apus.json"), ("schema.gql", "schema.graphqls"),
    ("Schema.graphql", "schema.graphqls"), ("schema.sdl", "schema.graphqls"),
    ("schema.graphql.txt", "schema.graphqls"),
    ("Schema.json", "schema.json"), ("schema.json.txt", "schema.json"), ("api.gqls", "api.graphqls"),
  ])
  func `names that are almost known are corrected`(_ name: String, _ correction: String) {
    #expect(MistakenName.correction(of: name) == correction)
  }

  @Test(arguments: [
    "A.graphql", "schema.graphql", "schema.graphqls", "Schema.graphqls", "schema.json", "apus.json",
    "Package.json", "a.txt",
    "A.swift", "graphql", "gql", "README.md", "apus.operations.json", "Notes", "",
  ])
  func `other names are not`(_ name: String) {
    #expect(MistakenName.correction(of: name) == nil)
    #expect(MistakenName.correction(of: MistakenName.correction(of: name) ?? name) == nil)
  }

  @Test func `a search reports them, and a folder with nothing else is an error`() throws {
    let folder = try TemporaryFolder(["A.gql": "{ a }", "schema.sdl": "", "Note.txt": ""])
    let search = DocumentSearch.run([folder.path], schemas: [])
    #expect(search.diagnostics.map(\.code) == [.mistakenName, .mistakenName, .noDocuments])
    #expect(search.diagnostics.prefix(2).compactMap(\.path) == [folder["A.gql"], folder["schema.sdl"]])
    #expect(search.diagnostics.first?.message.contains("Rename it to 'A.graphql'.") == true)
    // A schema that is named explicitly is read.
    let named = DocumentSearch.run([folder.path], schemas: [folder["schema.sdl"]])
    #expect(named.diagnostics.map(\.code) == [.mistakenName, .noDocuments])
  }

  @Test func `at a package's root, configurations and schemas count`() throws {
    let folder = try TemporaryFolder(["A.gql": "", "Apus.json": "", "schema.gql": "", "schema.graphqls": ""])
    #expect(Diagnostic.mistakenNames(atRoot: folder.path).map(\.path) == [folder["Apus.json"]])
  }
}
