import ApusDriver
import Foundation
import TestSupport
import Testing

@testable import ApusTool

extension ToolTests {
  @Test func `conforms to a fragment of a module below that spreads another`() throws {
    let folder = try TemporaryFolder([
      "schema.graphqls": """
      type Query { pet: Pet }
      interface Pet { name: String! age: Int }
      type Cat implements Pet { name: String! age: Int home: Place }
      type Dog implements Pet { name: String! age: Int }
      type Place { size: Int }
      """,
      "Parts.graphql": """
      fragment Whereabouts on Pet { ... on Cat { home { size } } }
      fragment Card on Pet { ...Whereabouts name }
      """, "apus.json": #"{ "accessLevel": "public" }"#,
      "App/Home.graphql": "query Home { pet { ...Card age } }",
    ])
    let generate = run(
      "generate", "--schema", folder["schema.graphqls"], "--dependency", "Pets", folder["Parts.graphql"],
      "--dependency-config", "Pets", folder["apus.json"], "--output", folder["out"],
      folder["App/Home.graphql"])
    #expect(generate.code == .success, "\(generate.failure)")
    let swift = try folder.text(of: "out/Home.graphql.swift")
    #expect(swift.contains("enum Pet: GraphQLObject, CardFragment {"))
    #expect(!swift.contains("CardData"))
  }

  @Test func `records a run where it is told`() throws {
    let folder = try TemporaryFolder([
      "schema.graphqls": "type Query { price: Money } scalar Money", "Home.graphql": "query Home { price }",
    ])
    func generate(_ more: String...) -> String {
      run(
        ["generate", "--schema", folder["schema.graphqls"], "--output", folder["out"]] + more + [folder.path]
      )
      .failure
    }
    let warning = generate()
    #expect(warning.contains("The scalar \"Money\" has no Swift type, so it is any JSON"))
    #expect(try folder.names.count == 3)
    #expect(generate("--record", folder["record"]) == warning)
    let record = try folder.text(of: "record")
    #expect(record.hasPrefix("apusc record 1 "))
    #expect(generate("--record", folder["record"]) == warning)
    // The arguments as they were given, for editors; not written again where they say the same.
    let arguments = folder["record.arguments"]
    let text = try folder.text(of: "record.arguments")
    #expect(
      text.components(separatedBy: "\n").starts(with: ["--schema", folder["schema.graphqls"], "--output"]))
    // They are enough for a language server.
    let recorded = try RecordedRun(arguments)
    #expect(recorded.compiles(Path.normalized(folder["Home.graphql"])))
    #expect(recorded.folder == Path.normalized(folder.path))
    #expect(try recorded.collect().inputs.documents.count == 1)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: arguments)
    _ = generate("--record", folder["record"])
    let date = try FileManager.default.attributesOfItem(atPath: arguments)[.modificationDate] as? Date
    #expect(date == Date(timeIntervalSince1970: 1))
  }

  @Test func `generate writes only the arguments of a run whose configuration is wrong`() throws {
    try inFolder([
      "s.graphqls": "type Query { a: Int }", "A.graphql": "query A { a }", "apus.json": "{ \"x\": 1 }",
    ]) { folder throws in
      let record = folder + "/kept/record"
      let wrong = run("generate", "--output", folder + "/out", "--record", record, folder)
      #expect(wrong.code == .invalidInput)
      #expect(wrong.failure.components(separatedBy: "There is no key \"x\". [unknown-key]").count == 2)
      #expect(!FileManager.default.fileExists(atPath: folder + "/out"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/kept") == ["record.arguments"])
    }
  }

  @Test func `outputs of documents that are gone go`() throws {
    try inFolder([
      "s.graphqls": "type Query { a: Int }", "A.graphql": "query A { a }", "B.graphql": "query B { a }",
    ]) {
      folder in
      func generate(_ names: String...) throws -> [String] {
        let pairs = names.flatMap { ["--pair", "\(folder)/\($0).graphql", "\($0).graphql.swift"] }
        let run = run(
          [
            "generate", "--schema", folder + "/s.graphqls", "--output", folder + "/out", "--keep",
            "Other.graphql.swift",
          ] + pairs)
        #expect(run.code == .success, "\(run.failure)")
        return try FileManager.default.contentsOfDirectory(atPath: folder + "/out").sorted()
      }
      let both = try generate("A", "B")
      #expect(both == ["A.graphql.swift", "B.graphql.swift"])
      try FileManager.default.copyItem(
        atPath: folder + "/out/A.graphql.swift", toPath: folder + "/out/Other.graphql.swift")
      let one = try generate("B")
      #expect(one == ["B.graphql.swift", "Other.graphql.swift"])
    }
  }
}
