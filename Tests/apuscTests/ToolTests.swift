import ApusCompiler
import Foundation
import Testing

@testable import apusc

@Suite(.timeLimit(.minutes(10))) struct ToolTests {
  @Test func wrongCommandLinesEndWithTwo() {
    let run = run("chekc")
    #expect(run.code == .wrongUsage)
    #expect(
      run.failure
        == "apusc: error: Unknown command 'chekc'. Did you mean \"check\"?\nSee 'apusc --help'.\n")
    #expect(
      self.run("--fromat", "check").failure.contains("Unknown option '--fromat'. Write the command first"))
    #expect(self.run().code == .wrongUsage)
    #expect(self.run("check").failure == "apusc: error: PATH… is missing.\nSee 'apusc check --help'.\n")
    #expect(
      self.run("diff").failure == "apusc: error: OLD NEW [PATH…] is missing.\nSee 'apusc diff --help'.\n")
    #expect(self.run("diff", "a.graphqls").failure.contains("'diff' takes two schemas, OLD and NEW."))
    #expect(self.run("check", "--format", "xml", ".").code == .wrongUsage)
  }

  @Test func everyCommandHasHelp() {
    for command in Command.all {
      let run = run(command.syntax.name, "--help")
      #expect(run.code == .success)
      #expect(run.result.contains("Usage: apusc \(command.syntax.name)"))
      #expect(run.result == self.run("help", command.syntax.name).result)
      #expect(self.run("--help").result.contains("  \(command.syntax.name) "))
    }
  }

  @Test func versionAndHelpEndWithZero() {
    #expect(run("--version").result == "apusc \(Version.current)\n")
    #expect(run("--help").code == .success)
  }

  @Test func explainsACode() {
    let page = run("explain", "syntax-error")
    #expect(page.code == .success)
    #expect(page.result.hasPrefix("syntax-error: "))
    #expect(run("explain").result.contains("\nsyntax-error"))
    #expect(run("explain", "sintax-error").failure.contains("Did you mean \"syntax-error\"?"))
  }

  @Test func invalidInputEndsWithOne() {
    let run = run("check", "--format", "json", "/nothing/here")
    #expect(run.code == .invalidInput)
    #expect(run.result.hasPrefix("{\"path\":\"/nothing/here\",\"line\":null"))
    #expect(run.failure.isEmpty)
  }

  @Test func readsArgumentsFromAFile() throws {
    let path = NSTemporaryDirectory() + "apus-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("--format\r\njson\n/nothing/here\n".utf8).write(to: URL(fileURLWithPath: path))
    #expect(run("check", "@" + path).result.hasPrefix("{\"path\":\"/nothing/here\""))
    #expect(run("check", "@/nothing/here").code == .wrongUsage)
  }

  @Test func checkReportsWhatGenerateWould() throws {
    let folder = NSTemporaryDirectory() + "apus-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (name, text) in [
      "schema.graphqls": "type Query { kind: CardData price: Money } enum CardData { A } scalar Money",
      "Home.graphql": "query Home { ...Card price } fragment Card on Query { kind }",
    ] { try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name)) }
    let schema = folder + "/schema.graphqls"
    let check = run("check", "--schema", schema, folder)
    #expect(check.code == .success)
    #expect(check.failure.contains("This is \"CardFragmentData\" in Swift"))
    #expect(check.failure.contains("The scalar \"Money\" is any JSON"))
    let generate = run("generate", "--schema", schema, "--output", folder + "/out", folder)
    #expect(check.failure == generate.failure)
  }

  @Test func conformsToAFragmentOfAModuleBelowThatSpreadsAnother() throws {
    let folder = NSTemporaryDirectory() + "apus-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder + "/App", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (name, text) in [
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
    ] { try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name)) }
    let generate = run(
      "generate", "--schema", folder + "/schema.graphqls", "--dependency", "Pets", folder + "/Parts.graphql",
      "--dependency-config", "Pets", folder + "/apus.json", "--output", folder + "/out",
      folder + "/App/Home.graphql")
    #expect(generate.code == .success, "\(generate.failure)")
    let swift = try String(contentsOfFile: folder + "/out/Home.graphql.swift", encoding: .utf8)
    #expect(swift.contains("enum Pet: GraphQLObject, CardFragment {"))
    #expect(!swift.contains("CardData"))
  }

  /// Readers of a published schema can rarely correct it.
  @Test func whatIsWrongInAPublishedSchemaIsOneLine() throws {
    let folder = NSTemporaryDirectory() + "apus-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (name, text) in [
      "schema.graphqls": """
      enum Role { OWNER MEMBER }
      interface Node { id: ID! url: String }
      type Project implements Node { id: ID! @deprecated url: String @deprecated }
      type Query { name: String users(roles: [Role!] = ["OWNER", "MEMBER"], first: Role = "OWNER"): Int }
      """, "Home.graphql": "query Home { name }",
    ] { try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name)) }
    let check = run("check", "--schema", folder + "/schema.graphqls", folder)
    #expect(check.code == .success)
    let warnings = check.failure.split(separator: "\n").filter { $0.contains("warning: ") }
    #expect(warnings.count == 2)
    #expect(warnings.contains { $0.hasSuffix("There are 2 more: [invalid-default]") })
    #expect(warnings.contains { $0.hasSuffix("There is 1 more: [interface-field-deprecation]") })
  }

  @Test func recordsARunWhereItIsTold() throws {
    let folder = NSTemporaryDirectory() + "apus-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (name, text) in [
      "schema.graphqls": "type Query { price: Money } scalar Money", "Home.graphql": "query Home { price }",
    ] { try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name)) }
    func generate(_ more: String...) -> String {
      run(
        ["generate", "--schema", folder + "/schema.graphqls", "--output", folder + "/out"] + more + [folder]
      )
      .failure
    }
    let warning = generate()
    #expect(warning.contains("The scalar \"Money\" is any JSON"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 3)
    #expect(generate("--record", folder + "/record") == warning)
    let record = try String(contentsOfFile: folder + "/record", encoding: .utf8)
    #expect(record.hasPrefix("apusc record 1 "))
    #expect(generate("--record", folder + "/record") == warning)
    // The arguments as they were given, for editors; not written again where they say the same.
    let arguments = folder + "/record.arguments"
    let text = try String(contentsOfFile: arguments, encoding: .utf8)
    #expect(
      text.components(separatedBy: "\n").starts(with: ["--schema", folder + "/schema.graphqls", "--output"]))
    // They are enough for a language server.
    let recorded = try RecordedRun(arguments)
    #expect(recorded.compiles(Path.normalized(folder + "/Home.graphql")))
    #expect(recorded.folder == Path.normalized(folder))
    #expect(try recorded.collect().inputs.documents.count == 1)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: arguments)
    _ = generate("--record", folder + "/record")
    let date = try FileManager.default.attributesOfItem(atPath: arguments)[.modificationDate] as? Date
    #expect(date == Date(timeIntervalSince1970: 1))
  }

  @Test func whatIsPackageElsewhereCannotBeUsed() throws {
    let folder = NSTemporaryDirectory() + "apus-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder + "/App", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (name, text) in [
      "schema.graphqls": "type Query { name: String }", "Parts.graphql": "fragment Parts on Query { name }",
      "apus.json": #"{ "accessLevel": "package" }"#, "App/Home.graphql": "query Home { ...Parts }",
    ] { try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name)) }
    func check(_ root: String) -> (code: ExitCode, result: String, failure: String) {
      run([
        "check", "--schema", folder + "/schema.graphqls", "--package", root,
        "--dependency-package", "API", folder, "--dependency", "API", folder + "/Parts.graphql",
        folder + "/App",
      ])
    }
    #expect(check(folder + "/").code == .success)
    #expect(check(folder + "/App").failure.contains("Unknown fragment \"Parts\"."))
  }

  // MARK: - Schemas

  @Test func checkValidatesASchemaAlone() throws {
    try inFolder(["schema.graphqls": "type Query { a: Nothing }"]) { folder in
      let run = run("check", folder + "/schema.graphqls")
      #expect(run.code == .invalidInput)
      #expect(
        run.failure.contains("schema.graphqls:1:17: error: Unknown type \"Nothing\"."), "\(run.failure)")
      #expect(self.run("check", folder).failure == run.failure)
    }
    try inFolder(["schema.graphqls": "type Query { a: Int }"]) { folder in
      #expect(run("check", folder + "/schema.graphqls").code == .success)
    }
  }

  @Test func checkUsesTheSchemaBesideTheDocuments() throws {
    try inFolder(["api.graphqls": "type Query { a: Int }", "A.graphql": "query A { b }"]) { folder in
      #expect(run("check", folder).failure.contains("Cannot query field \"b\" on type \"Query\"."))
    }
  }

  @Test func aMissingSchemaIsToldWithItsPlace() throws {
    try inFolder(["A.graphql": "query A { b }"]) { folder in
      #expect(run("check", folder).failure.contains("There is no schema in '\(folder)'."))
      let build = run(
        "generate", "--output", folder + "/out", "--target", "App", folder, "--pair", folder + "/A.graphql",
        "A.swift")
      #expect(
        build.failure.contains("There is no schema for the target \"App\": not in its folder, '\(folder)'"),
        "\(build.failure)")
    }
  }

  @Test(arguments: [
    (
      "schema.graphqls", "{ \"data\": { \"__schema\": {} } }",
      "The file contains an introspection result as JSON"
    ),
    ("schema.json", "# The server's\ntype Query { a: Int }", "The file contains SDL"),
    (
      "schema.graphqls", "type Pet { a: Int }",
      "schema.graphqls:1:1: error: Query root type must be provided."
    ),
  ])
  func aSchemaThatIsNoneIsTold(_ name: String, _ text: String, _ message: String) throws {
    try inFolder([name: text]) { folder in
      let run = run("check", folder + "/" + name)
      #expect(run.code == .invalidInput)
      #expect(run.failure.contains(message), "\(run.failure)")
      #expect(
        run.failure.contains("\(name):1:1: error: ") || run.failure.contains("\(name):1:"), "\(run.failure)")
    }
  }

  @Test func `directives of drafts are explained`() throws {
    try inFolder([
      "s.graphqls": "type Query { a: [Int] }", "A.graphql": "query A @mock(variant: \"x\") { a @matches }",
    ]) { folder throws in
      let failure = run("check", folder).failure
      #expect(failure.contains("note: It is a draft for tools that answer from files."), "\(failure)")
      #expect(failure.contains("note: It is a draft that lets servers filter by type."), "\(failure)")
    }
  }

  @Test func `directives of composite schemas need no definition`() throws {
    try inFolder([
      "s.graphqls": """
      type Query @fusion__type(schema: A) {
        album(id: ID! @is(field: "id")): Album @lookup
        hidden(id: ID!): Album @lookup @internal
      }
      type Album @key(fields: "id") { id: ID! @shareable price(weight: Int @require(field: "weight")): Int }
      """,
      "A.graphql": "query A { album(id: 1) { id price(weight: 2) } }",
    ]) { folder throws in
      let checked = run("check", folder)
      #expect(checked.code == .success, "\(checked.failure)")
    }
    try inFolder(["s.graphqls": "type Query { a(b: Int @is): Int }", "A.graphql": "query A { a }"]) {
      folder throws in
      #expect(run("check", folder).failure.contains("Unknown directive \"@is\"."))
    }
  }

  @Test func directivesOfOtherToolsAreExplained() throws {
    try inFolder([
      "s.graphqls": "type Query { a: Int }",
      "A.graphql": "query A { a @rest(path: \"a\") ... @defer { b: a } }",
    ]) { folder throws in
      let failure = run("check", folder).failure
      #expect(failure.contains("Unknown directive \"@rest\"."))
      #expect(failure.contains("note: It marks local state of Apollo's clients"), "\(failure)")
      #expect(failure.contains("warning: The schema does not define \"@defer\"."), "\(failure)")
    }
  }

  @Test func initLeavesAFolderWithDocumentsAlone() throws {
    try inFolder(["s.graphqls": "type Query { a: Int }", "Parts/A.graphql": "query A { a }"]) { folder in
      let run = run("init", folder)
      #expect(run.code == .success)
      #expect(run.result.contains("has documents already"), "\(run.result)")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      #expect(names == ["Parts", "s.graphqls"])
    }
    try inFolder(["s.graphqls": "type Query { a: Int }"]) { folder in
      #expect(run("init", folder).code == .success)
      #expect(FileManager.default.fileExists(atPath: folder + "/First.graphql"))
    }
  }

  @Test func severalTargetsAreOneManifest() throws {
    try inFolder([
      "s.graphqls": "type Query { a: Int b: Int }", "A/A.graphql": "query A { a }",
      "B/B.graphql": "query B { b }",
      "C/A.graphql": "query A { b }",
    ]) { folder throws in
      func target(_ name: String) -> [String] { ["--schema", folder + "/s.graphqls", folder + "/" + name] }
      let both = run(["manifest", "--format", "plain"] + target("B") + ["--next"] + target("A"))
      #expect(both.result.hasPrefix("{\n  \"A\": {\"id\": "), "\(both.result)")
      #expect(both.result.contains("\n  \"B\": {\"id\": "))
      let clash = run(["manifest", "--format", "plain"] + target("A") + ["--next"] + target("C"))
      #expect(clash.code == .wrongUsage)
      #expect(clash.failure.contains("Two targets have an operation \"A\""))
      #expect(run(["manifest"] + target("A") + ["--next"] + target("C")).code == .success)
      let one = run(["print", "--operation", "B"] + target("A") + ["--next"] + target("B"))
      #expect(one.result == "query B{b}\n", "\(one)")
    }
  }

  @Test func outputsOfDocumentsThatAreGoneGo() throws {
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

  @Test func formatWritesWhatChanges() throws {
    let laidOut = "{\n  a # kept\n}\n"
    try inFolder([
      "a.graphql": "{a # kept\n}", "b.graphql": laidOut, "Deep/A.graphql": laidOut, "Deep_A.graphql": laidOut,
      "schema.graphqls": "type Query{a:Int}", "schema.json": "{ }", "empty.graphql": "# later\n",
    ]) { folder throws in
      let path = folder + "/a.graphql"
      #expect(chmod(path, 0o640) == 0)
      let check = run("format", "--check", folder)
      #expect(check.code == .invalidInput)
      #expect(
        check.result == "\(path) is not formatted.\n\(folder)/schema.graphqls is not formatted.\n")
      #expect(check.failure.isEmpty)
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "{a # kept\n}")
      #expect(run("format", folder).code == .success)
      #expect(try String(contentsOfFile: path, encoding: .utf8) == laidOut)
      #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o640)
      #expect(
        try String(contentsOfFile: folder + "/schema.graphqls", encoding: .utf8)
          == "type Query {\n  a: Int\n}\n")
      let again = run("format", "--check", folder)
      #expect(again.code == .success)
      #expect(again.result.isEmpty)
    }
  }

  @Test func formatReportsWhatDoesNotParse() throws {
    try inFolder(["a.graphql": "query A{a}\nquery B { b( }\n"]) { folder throws in
      let run = run("format", folder + "/a.graphql")
      #expect(run.code == .invalidInput)
      #expect(run.failure.contains("2:14: error: Syntax Error: Expected Name, found \"}\"."))
      #expect(
        try String(contentsOfFile: folder + "/a.graphql", encoding: .utf8)
          == "query A {\n  a\n}\n\nquery B { b( }\n")
      #expect(self.run("format", folder + "/none.graphql").code == .invalidInput)
      #expect(self.run("format", "-", folder).code == .wrongUsage)
    }
  }

  @Test func initWritesWhatEditorsRead() throws {
    let schema = "type Query { a: Int }"
    try inFolder([
      "Package.swift": "", "Sources/A/s.graphqls": schema, "Sources/A/A.graphql": "query A { a }",
    ]) { folder in
      let first = run("init", "--editor", folder + "/Sources/A")
      #expect(first.code == .success)
      #expect(first.result.hasPrefix("\(folder)/.graphqlrc.json is written.\n"))
      let text = try String(contentsOfFile: folder + "/.graphqlrc.json", encoding: .utf8)
      #expect(text.contains("\"documents\": \"Sources/A/**/*.graphql\""))
      // It says what `check` and the language server find.
      #expect(
        run("check", "--editor-config", folder + "/.graphqlrc.json", folder + "/Sources/A").code == .success)
      let again = run("init", "--editor", folder + "/Sources/A")
      #expect(again.result.contains("was not changed. For this target it would be:\n\(text)"))
    }
    try inFolder(["A.graphql": "query A { a }"]) { folder in
      let run = run("init", "--editor", folder)
      #expect(run.code == .invalidInput && run.failure.contains("There is no schema in '\(folder)'"))
    }
  }

  @Test func manifestsOfHasuraAreCollections() throws {
    try inFolder(["s.graphqls": "type Query { a: Int b: Int }", "A.graphql": "query B { b } query A { a }"]) {
      folder in
      let manifest = run("manifest", "--format", "hasura", folder)
      #expect(manifest.code == .success)
      #expect(
        manifest.result == """
          [
            {
              "name": "apus",
              "definition": {
                "queries": [
                  {"name": "A", "query": "query A{a}"},
                  {"name": "B", "query": "query B{b}"}
                ]
              }
            }
          ]

          """)
      #expect(
        run("manifest", "--format", "hasura2", folder).failure.contains("'plain' or 'hasura', not 'hasura2'"))
    }
  }

  @Test func fetchSchemaPrintsNoSecret() {
    let header = run("fetch-schema", "--header", "s3cret", "http://127.0.0.1:1/")
    #expect(header.code == .wrongUsage && !header.failure.contains("s3cret"))
    #expect(header.failure.contains("The 1. --header has no name before a colon."))
    let lost = run(
      "fetch-schema", "--header", "Authorization: Bearer s3cret", "http://me:pa55@127.0.0.1:1/?key=k3y")
    #expect(lost.code == .invalidInput && lost.failure.hasPrefix("error: The request failed."))
    for secret in ["s3cret", "pa55", "k3y"] { #expect(!lost.failure.contains(secret)) }
    #expect(
      run("fetch-schema", "--graphos", "a@").failure.contains("--graphos must be GRAPH@VARIANT, not 'a@'."))
    #expect(
      run("fetch-schema", "--graphos", "a@b", "http://x").failure.contains("cannot be combined with a URL"))
    #expect(run("fetch-schema", "--authorities", "/nothing", "http://x").failure.contains("there is no file"))
    #expect(run("fetch-schema").failure.contains("takes one URL"))
  }

  @Test func watchIsNoBuild() throws {
    #expect(run("generate", "--watch", "--output", "/tmp").failure.contains("--watch needs a PATH"))
    let pair = run("generate", "--watch", "--output", "/tmp", "--pair", "A.graphql", "A.swift")
    #expect(pair.code == .wrongUsage && pair.failure.contains("--pair is for builds"))
    #expect(run("generate", "--watch", "/nothing").failure.contains("--output is missing."))
  }

  func inFolder(_ files: [String: String], _ body: (String) throws -> Void) throws {
    let folder = NSTemporaryDirectory() + "apus-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (name, text) in files {
      let url = URL(fileURLWithPath: folder + "/" + name)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
    try body(folder)
  }

  func run(_ arguments: String...) -> (code: ExitCode, result: String, failure: String) {
    run(arguments)
  }

  func run(_ arguments: [String]) -> (code: ExitCode, result: String, failure: String) {
    var result = ""
    var failure = ""
    let output = Output(result: { result += $0 }, failure: { failure += $0 })
    let code = Tool.run(arguments, output: output)
    return (code, result, failure)
  }
}
