import ApusDriver
import Foundation
import TestSupport
import Testing

@testable import ApusTool

/// Targets whose modules below have several schemas: the arguments are the plugin's.
@Suite(.timeLimit(.minutes(15))) struct ModuleSchemaTests {
  /// Runs `check` over `document` with the modules Music and Shop below.
  private func check(
    _ document: String, _ files: [String: String] = [:], arguments more: (String) -> [String] = { _ in [] }
  ) throws -> (code: ExitCode, failure: String) {
    let all = [
      "Music/schema.graphqls": "type Query { album: Album } type Album { title: String }",
      "Music/apus.json": #"{ "accessLevel": "public" }"#,
      "Music/Parts.graphql": "fragment AlbumParts on Album { title }",
      "Shop/schema.graphqls": "type Query { price: Price } type Price { cents: Int }",
      "Shop/apus.json": #"{ "accessLevel": "public" }"#,
      "Shop/Parts.graphql": "fragment PriceParts on Price { cents }",
      "App/Home.graphql": document,
    ].merging(files) { $1 }
    let folder = try TemporaryFolder(all)
    var arguments = ["check", "--target", "App", folder["App"]]
    for module in ["Music", "Shop"] {
      let place = folder[module]
      arguments += ["--default-schema", place + "/schema.graphqls"]
      arguments += ["--dependency-config", module, place + "/apus.json"]
      arguments += ["--dependency-schema", module, place + "/schema.graphqls"]
      arguments += ["--dependency", module, place + "/Parts.graphql"]
    }
    if files["App/apus.json"] != nil { arguments += ["--config", folder["App/apus.json"]] }
    var failure = ""
    let code = CommandLineTool.tool.run(
      arguments + more(folder.path) + [folder["App/Home.graphql"]],
      output: Output(result: { _ in }, failure: { failure += $0 }))
    return (code, failure)
  }

  @Test(arguments: ["query Home { album { ...AlbumParts } }", "query Home { price { ...PriceParts } }"])
  func `the fragments that the documents spread choose the schema`(document: String) throws {
    let run = try check(document)
    #expect(run.code == .success, "\(run.failure)")
  }

  @Test func `the configuration chooses the schema`() throws {
    let run = try check(
      "query Home { album { ...AlbumParts } }",
      ["App/apus.json": #"{ "schema": "../Music/schema.graphqls" }"#])
    #expect(run.code == .success, "\(run.failure)")
  }

  @Test func `a module's own configuration names its schema`() throws {
    let run = try check(
      "query Home { album { ...AlbumParts } }",
      [
        "music.graphqls": "type Query { album: Album } type Album { title: String }",
        "Music/apus.json": #"{ "accessLevel": "public", "schema": "../music.graphqls" }"#,
        "App/apus.json": #"{ "schema": "../music.graphqls" }"#,
      ])
    #expect(run.code == .success, "\(run.failure)")
  }

  @Test(arguments: [
    "query Home { album { title } }", "query Home { album { ...AlbumParts } price { ...PriceParts } }",
  ])
  func `documents that spread fragments of neither schema, or of both, have to name one`(document: String)
    throws
  {
    let run = try check(document)
    #expect(run.failure.contains("they are two schemas. Remove one, or choose one: \"schema\" in apus.json"))
  }

  @Test func `a fragment of the other schema is said to be there`() throws {
    let run = try check(
      "query Home { album { ...AlbumParts ...PriceParts } }",
      ["App/apus.json": #"{ "schema": "../Music/schema.graphqls" }"#])
    #expect(run.failure.contains("Unknown fragment \"PriceParts\"."), "\(run.failure)")
    #expect(
      run.failure.contains("The module \"Shop\" defines it, but is compiled against a different schema."),
      "\(run.failure)")
    #expect(!run.failure.contains("Shop/Parts.graphql:1:25: error"))
  }

  @Test func `a schema and its extension in two modules are one schema`() throws {
    let run = try check(
      "query Home { album { ...AlbumParts } price { cents } }",
      [
        "Shop/schema.graphqls": "extend type Query { price: Price } type Price { cents: Int }",
        "Shop/apus.json": "{}",
      ])
    #expect(run.failure.contains("Unknown fragment \"AlbumParts\"."), "\(run.failure)")
    #expect(!run.failure.contains("Cannot query field \"price\""), "\(run.failure)")
  }

  @Test func `a schema at the root is no concern of a target that has one`() throws {
    let run = try check(
      "query Home { album { ...AlbumParts } }", ["schema.graphqls": "type Query { a: Int }"],
      arguments: { ["--package", $0] })
    #expect(run.code == .success, "\(run.failure)")
  }
}
