import ApusDriver
import Foundation
import Testing

@testable import ApusTool

/// A command that looks for problems fails if it could not look.
extension ToolTests {
  private static let schema = "type Query { a: Int b: Int }"

  @Test(arguments: [
    ("query A { a", "Syntax Error"), ("query A { none }", "Cannot query field"),
    ("query A { ...Elsewhere }", "Unknown fragment"), ("", "contains no definition"),
  ])
  func `diff fails for documents that are invalid under the old schema`(_ document: String, _ reason: String)
    throws
  {
    try inFolder([
      "old.graphqls": Self.schema, "new.graphqls": "type Query { a: Int }", "app/A.graphql": document,
      "app/B.graphql": "query B { b }",
    ]) { folder in
      let run = run("diff", folder + "/old.graphqls", folder + "/new.graphqls", folder + "/app")
      #expect(run.code == .invalidInput)
      #expect(run.failure.contains(reason), "\(run.failure)")
      #expect(run.failure.contains("nothing was compared"), "\(run.failure)")
    }
  }

  @Test func `diff compares documents with those of their dependencies`() throws {
    try inFolder([
      "old.graphqls": Self.schema, "new.graphqls": "type Query { a: Int }",
      "app/A.graphql": "query A { ...F }",
      "lib/F.graphql": "fragment F on Query { b }",
    ]) { folder in
      let run = run(
        "diff", folder + "/old.graphqls", folder + "/new.graphqls", folder + "/app", folder + "/lib")
      #expect(run.code == .invalidInput)
      #expect(run.failure.contains("Cannot query field \"b\""), "\(run.failure)")
    }
  }

  @Test func `a check fails if an editor's configuration leaves out every document`() throws {
    try inFolder([
      "schema.graphqls": Self.schema, "A.graphql": "query A { none }",
      ".graphqlrc.json": #"{ "schema": "schema.graphqls", "documents": "Sources/**/*.graphql" }"#,
    ]) { folder in
      for command in ["check", "print", "manifest", "report"] {
        let run = run(command, folder)
        #expect(run.code == .invalidInput, "\(command)")
        #expect(run.failure.contains("No document matches"), "\(run.failure)")
      }
    }
  }

  @Test func `a wrong path in an editor's configuration is reported there`() throws {
    try inFolder(["A.graphql": "query A { a }", ".graphqlrc.json": #"{ "schema": "none.graphqls" }"#]) {
      folder in
      let failure = run("check", folder).failure
      #expect(failure.hasPrefix("\(folder)/.graphqlrc.json: error: The schema '"), "\(failure)")
    }
  }

  @Test func `format names what it rewrote`() throws {
    try inFolder(["A.graphql": "query A{a}", "B.graphql": "query B {\n  a\n}\n"]) { folder in
      #expect(run("format", folder).result == "\(folder)/A.graphql is formatted.\n")
      #expect(run("format", folder).result == "")
    }
  }

  // MARK: - All commands

  /// What a job in continuous integration may have in a folder, by the name of the folder. None of it can be checked.
  private static let unusable: [String: [String: String]] = [
    "nothing": [:], "blank": ["A.graphql": ""], "comment": ["A.graphql": "# nothing"],
    "syntax": ["A.graphql": "query A { a"],
    "bytes": ["A.graphql": "query A { a } \u{0}"], "text": ["A.txt": "query A { a }"],
    "swift": ["A.swift": "let a = 1"],
    "interpolation": ["A.swift": "let a: GraphQLSource = \"query A { \\(a) }\""],
    "configuration": ["A.graphql": "query A { a }", "apus.json": "{"],
    "unknown-key": ["A.graphql": "query A { a }", "apus.json": #"{ "shema": "x" }"#],
    "unknown-code": ["A.graphql": "query A { a }", "apus.json": #"{ "warnings": { "x": "error" } }"#],
    "lost-manifest": [
      "A.graphql": "query A { a }", "apus.json": #"{ "operationIdentifiers": "none.json" }"#,
    ],
    "editor": ["A.graphql": "query A { a }", ".graphqlrc.json": "{"], "schema": ["schema.graphqls": schema],
  ]

  /// The commands that read documents, each with what precedes the path of them, and whether it formats only.
  private static let readers: [(words: [String], isFormat: Bool)] = [
    (["check", "--schema", "SCHEMA"], false), (["print", "--schema", "SCHEMA"], false),
    (["manifest", "--schema", "SCHEMA"], false), (["report", "--schema", "SCHEMA"], false),
    (["report", "--schema", "SCHEMA", "--unused", "SWIFT"], false),
    (["release", "add", "1.0", "--package", "PACKAGE", "--schema", "SCHEMA"], false),
    (["diff", "SCHEMA", "SCHEMA"], false), (["format", "--check"], true),
  ]

  /// Runs a command in a folder with these files and a good target `app`.
  private func runs(
    _ files: [String: String], _ words: [String], schema: String = "good.graphqls",
    _ expect: (_ run: (code: ExitCode, result: String, failure: String), _ words: String) -> Void
  ) throws {
    let all = files.merging([
      "good.graphqls": Self.schema, "app/A.graphql": "query Good {\n  a\n}\n", "code/A.swift": "let a = 1",
      "empty/x.txt": "",
    ]) { $1 }
    try inFolder(all) { folder in
      try FileManager.default.createDirectory(atPath: folder + "/target", withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/broken.graphql", withDestinationPath: folder + "/none")
      let names = ["SCHEMA": schema, "SWIFT": "code", "PACKAGE": ".", "TARGET": "target"]
      let words = words.map { word in
        names[word].map { folder + "/" + $0 } ?? word.replacing("FOLDER", with: folder)
      }
      expect(run(words), words.joined(separator: " "))
    }
  }

  @Test func `a command that reads documents succeeds for good ones`() throws {
    for (words, _) in Self.readers {
      try runs([:], words + ["FOLDER/app"]) { run, words in #expect(run.code == .success, "\(words): \(run)")
      }
    }
  }

  @Test func `a command that reads documents fails if it cannot`() throws {
    for (words, isFormat) in Self.readers {
      for (name, files) in Self.unusable.sorted(by: { $0.key < $1.key }) {
        let files = Dictionary(uniqueKeysWithValues: files.map { ("target/" + $0, $1) })
        // A formatter needs no configuration, and what has no definition is formatted. An editor's configuration is not one of `diff`.
        if isFormat,
          [
            "blank", "comment", "configuration", "unknown-key", "unknown-code", "lost-manifest", "editor",
            "schema",
          ].contains(name)
        {
          continue
        }
        if words[0] == "diff", name == "editor" { continue }
        // A schema alone is validated.
        if words[0] == "check", name == "schema" { continue }
        try runs(files, words + ["TARGET"]) { run, words in
          #expect(run.code == .invalidInput && !run.failure.isEmpty, "\(name), \(words): \(run)")
        }
      }
      for path in ["FOLDER/none", "FOLDER/none.graphql", "FOLDER/app/a.graphql", "FOLDER/broken.graphql"] {
        for paths in [[path], ["FOLDER/app", path]] {
          try runs([:], words + paths) { run, words in
            #expect(run.code == .invalidInput && run.failure.contains("error:"), "\(words): \(run)")
          }
        }
      }
      // One of several folders has nothing.
      try runs([:], words + ["FOLDER/app", "FOLDER/empty"]) { run, words in
        #expect(
          run.code == .invalidInput && run.failure.contains("/empty. Pass a folder"), "\(words): \(run)")
      }
      try runs([:], words) { run, words in
        // A schema alone is validated.
        let isOfSchema = words.hasPrefix("check")
        #expect(run.code == (isOfSchema ? .success : .wrongUsage), "\(words): \(run)")
      }
    }
  }

  /// Schemas that cannot be used, and what the message says.
  private static let schemas: [(text: String?, message: String)] = [
    (nil, "cannot be read"), ("", "contains no definition"), ("# nothing", "contains no definition"),
    ("type Query {", "Syntax Error"), ("scalar A", "Query root type must be provided"),
    ("query A { a }", "contains operations or fragments only"),
    ("{ \"__schema\": {} }", "named like SDL"), ("type Query { a: None }", "None"),
  ]

  @Test func `a command that reads a schema fails if it cannot`() throws {
    for (words, isFormat) in Self.readers where !isFormat {
      for (text, message) in Self.schemas {
        let files = text.map { ["bad.graphqls": $0] } ?? [:]
        try runs(files, words + ["FOLDER/app"], schema: "bad.graphqls") { run, words in
          #expect(run.code == .invalidInput && run.failure.contains(message), "\(words): \(run)")
        }
        if words[0] == "diff" {
          try runs(files, ["diff", "FOLDER/good.graphqls", "FOLDER/bad.graphqls", "FOLDER/app"]) {
            run, words in
            #expect(run.code == .invalidInput && run.failure.contains(message), "\(words): \(run)")
          }
        }
      }
    }
  }

  /// Each row: a command, its exit code, and what its message has.
  @Test(arguments: [
    ("check --schema SCHEMA --manifest FOLDER/none.json FOLDER/app", 1, "cannot be read"),
    ("check --schema SCHEMA --manifest FOLDER/zero.json FOLDER/app", 1, "nothing was checked"),
    (
      "check --schema SCHEMA --manifest FOLDER/void.json FOLDER/app", 1,
      "void.json:1:8: error: The document contains no definition"
    ),
    ("check --schema SCHEMA --manifest FOLDER/wrong.json FOLDER/app", 1, "Cannot query field"),
    (
      "check --schema SCHEMA FOLDER/app --next --schema SCHEMA --manifest FOLDER/wrong.json FOLDER/app", 1,
      "Cannot query field"
    ),
    ("check --schema SCHEMA --manifest FOLDER/app/A.graphql FOLDER/app", 1, "error:"),
    ("check --schema SCHEMA --config FOLDER/none.json FOLDER/app", 1, "cannot be read"),
    ("check --schema SCHEMA --editor-config FOLDER/none.json FOLDER/app", 1, "cannot be read"),
    ("diff SCHEMA --manifest FOLDER/none.json", 1, "cannot be read"),
    ("diff SCHEMA --manifest FOLDER/zero.json", 1, "nothing was checked"),
    (
      "diff SCHEMA --manifest FOLDER/void.json", 1,
      "The document contains no definition"
    ),
    ("diff FOLDER/none.graphqls --manifest FOLDER/right.json", 1, "cannot be read"),
    ("diff SCHEMA --manifest FOLDER/right.json", 0, ""),
    ("diff SCHEMA --releases --package FOLDER/none", 1, "no release"),
    ("diff SCHEMA --releases --package FOLDER", 1, "no release"),
    ("diff SCHEMA --releases --package FOLDER/damaged", 1, "1.0.json:"),
    ("diff SCHEMA --releases --package FOLDER/misnamed", 1, "not a version"),
    ("diff SCHEMA SCHEMA", 2, "needs documents"), ("diff SCHEMA", 2, "two schemas"),
    ("release list --package FOLDER/none", 2, "no folder"),
    ("release add 1.0 --package FOLDER/none --schema SCHEMA FOLDER/app", 2, "no folder"),
    ("release list --package FOLDER/misnamed", 1, "not a version"),
    ("release remove 9 --package FOLDER", 2, "no release '9'"),
    ("release add 1.0 --package FOLDER --schema SCHEMA FOLDER/parts", 1, "no operation"),
    ("print --schema SCHEMA FOLDER/parts", 1, "no operation"),
    ("manifest --schema SCHEMA FOLDER/parts", 1, "no operation"),
    ("report --schema SCHEMA FOLDER/parts", 1, "no operation"),
    // A mock server needs no operations, so only the name is wrong.
    (
      "mock --schema SCHEMA --output FOLDER/out --operation None FOLDER/parts", 2,
      "There is no operation \"None\""
    ),
    (
      "print --schema SCHEMA FOLDER/parts --next --schema SCHEMA FOLDER/app", 0, "query Good{a}"
    ),
    ("print --schema SCHEMA FOLDER/parts --next --schema SCHEMA FOLDER/parts", 1, "no operation"),
    ("print --schema SCHEMA --operation None FOLDER/app", 2, "no operation \"None\""),
    ("report --schema SCHEMA --unused FOLDER/empty FOLDER/app", 1, "no Swift file"),
    ("report --schema SCHEMA --unused FOLDER/none FOLDER/app", 1, "no file or folder"),
    ("report --schema SCHEMA --unused SWIFT FOLDER/schemas", 1, "/schemas. Pass a folder"),
    (
      "report --schema SCHEMA --unused SWIFT FOLDER/app --next --schema SCHEMA --unused SWIFT FOLDER/schemas",
      1, "/schemas. Pass a folder"
    ),
    ("report --schema SCHEMA FOLDER/schemas", 1, "no operation"),
    ("diff SCHEMA SCHEMA FOLDER/schemas", 1, "/schemas. Pass a folder"),
    ("diff SCHEMA SCHEMA SCHEMA", 1, "Pass a folder"),
    ("check --schema SCHEMA FOLDER/schemas", 0, ""),
    ("format --check FOLDER/untidy", 1, ""),
    ("fetch-schema http://127.0.0.1:1/ --output FOLDER/o.graphqls", 1, "The request failed"),
    ("fetch-schema", 2, "one URL"), ("check FOLDER/app", 1, "There is no schema"),
    ("none", 2, "Unknown command"),
  ])
  func `a command says what it could not look at`(_ line: String, _ code: Int32, _ message: String) throws {
    let files = [
      "zero.json": #"{ "operations": [] }"#, "void.json": #"{"a": ""}"#,
      "right.json": #"{ "1": "query A { a }" }"#,
      "wrong.json": #"{ "1": "query A { none }" }"#, "damaged/Releases/1.0.json": "{",
      "misnamed/Releases/one.json": "{}",
      "parts/A.graphql": "fragment F on Query { a }", "schemas/schema.graphqls": Self.schema,
      "untidy/A.graphql": "query A { a }",
    ]
    try runs(files, line.split(separator: " ").map(String.init)) { run, words in
      #expect(
        run.code.rawValue == code && (message.isEmpty || (run.failure + run.result).contains(message)),
        "\(words): \(run)")
    }
  }

  @Test func `a comparison reads the configuration of the documents' folder`() throws {
    try inFolder([
      "old.graphqls": "type Query { a: ID }", "new.graphqls": "type Query { a: String }",
      "app/A.graphql": "query A { a }",
      "app/apus.json": #"{ "scalars": { "ID": "Int" } }"#, "plain.json": "{}",
    ]) { folder in
      let schemas = [folder + "/old.graphqls", folder + "/new.graphqls", folder + "/app"]
      #expect(run(["diff"] + schemas).failure.contains("changed-field-type"))
      #expect(run(["diff", "--config", folder + "/plain.json"] + schemas).code == .success)
    }
  }
}
