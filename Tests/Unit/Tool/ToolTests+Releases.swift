import ApusDriver
import Foundation
import Testing

@testable import ApusTool

/// `apus-tool release`, and `diff NEW --releases`.
extension ToolTests {
  private static let schema = """
    type Query { album: Album pet: Pet }
    type Album { title: String! genre: Genre year: Int }
    enum Genre { ROCK }
    interface Pet { name: String! }
    type Dog implements Pet { name: String! }
    """
  private static let files = [
    "schema.graphqls": schema,
    "app/A.graphql": "query A { album { title genre } pet { name ... on Dog { name } } }",
    "app/B.swift": "let b: GraphQLSource = \"query B { album { title } }\"",
  ]

  private func add(_ version: String, _ folder: String) -> (code: ExitCode, result: String, failure: String) {
    run(
      "release", "add", version, "--package", folder, "--schema", folder + "/schema.graphqls", folder + "/app"
    )
  }

  private func diff(_ new: String, _ folder: String, _ options: String...) throws -> (
    code: ExitCode, result: String, failure: String
  ) {
    let path = folder + "/new.graphqls"
    try new.write(toFile: path, atomically: true, encoding: .utf8)
    return run(["diff", path, "--releases", "--package", folder] + options, by: .tool)
  }

  @Test func `a release has operations of all documents, is reproducible, and is added once`() throws {
    try inFolder(Self.files) { folder in
      #expect(add("2.10", folder).code == .success)
      #expect(add("2.9", folder).code == .success)
      let first = try String(contentsOfFile: folder + "/Releases/2.9.json", encoding: .utf8)
      #expect(try String(contentsOfFile: folder + "/Releases/2.10.json", encoding: .utf8) == first)
      #expect(first.contains(#""name": "A""#) && first.contains(#""name": "B""#) && !first.contains("year"))
      #expect(run("release", "list", "--package", folder).result == "2.9\n2.10\n")
      #expect(add("2.9", folder).failure.contains("There is a release '2.9' already"))
      #expect(add("2.9", folder).code == .wrongUsage)
      #expect(run("release", "remove", "2.9", "--package", folder).code == .success)
      #expect(run("release", "remove", "2.9", "--package", folder).failure.contains("There are 2.10."))
      for version in ["2..9", "v2", "", "../2", "2.-1", "99999999999999999999"] {
        #expect(add(version, folder).code == .wrongUsage, "\(version)")
      }
    }
  }

  /// With the schema that it was recorded with, whatever it uses.
  @Test func `a release says nothing of its own schema`() throws {
    let schema = """
      type Query { any: U pet: Pet a: S b: T count(by: F = { # a comment
        a: \"#\" }, text: String = \"\"\"
          two
          lines
      \"\"\"): Int }
      directive @trace(
        # how much
        level: Level! = LOW) on FIELD
      enum Level { LOW HIGH }
      input F { a: String }
      union U = A | B
      type A { x: Int }
      type B { y: Int }
      interface Pet { name: String }
      type Cat implements Pet { name: String }
      type Dog implements Pet { name: String bark: Int }
      scalar S
      scalar T @specifiedBy(url: \"https://scalars.graphql.org/andimarek/date-time\")
      """
    let files = [
      "schema.graphqls": schema,
      "app/A.graphql": "query A { any { ...OfA } pet { ...OfDog } a b count @trace(level: HIGH) }",
      "app/B.graphql": "fragment OfA on A { x } fragment OfDog on Dog { bark }",
      "app/apus.json": "{ \"fields\": { \"Query.a\": \"String\" } }",
    ]
    try inFolder(files) { folder in
      #expect(add("1.0", folder).code == .success)
      let found = try diff(schema, folder)
      #expect(found.code == .success && found.result.contains("1 operation  -      nothing"), "\(found)")
      // A scalar with a Swift type is not read as any JSON, wherever the type comes from.
      for (old, new) in [("a: S", "a: Int"), ("b: T", "b: String")] {
        let changed = try diff(schema.replacing(old, with: new), folder)
        #expect(
          changed.code == .invalidInput && changed.result.contains("response cannot be decoded"), "\(changed)"
        )
      }
    }
  }

  @Test func `options and arguments that do not apply are errors`() throws {
    try inFolder(Self.files.merging(["m.json": "{\"a\": \"{ album { title } }\"}"]) { $1 }) { folder in
      #expect(add("1.0", folder).code == .success)
      let schema = folder + "/schema.graphqls"
      let manifest = ["--manifest", folder + "/m.json"]
      #expect(run(["diff", schema] + manifest, by: .tool).code == .success)
      #expect(run(["check", "--schema", schema] + manifest, by: .tool).code == .success)
      for option in ["--since", "--replaces", "--package"] {
        #expect(run(["diff", schema] + manifest + [option, "1"], by: .tool).code == .wrongUsage)
      }
      #expect(run("release", "list", "1.0", "--package", folder).code == .wrongUsage)
      #expect(run("release", "remove", "1.0", "2.0", "--package", folder).code == .wrongUsage)
      #expect(run("release", "list", "--package", folder).result == "1.0\n")
    }
  }

  @Test func `an invalid document leaves no release`() throws {
    try inFolder(Self.files.merging(["app/C.graphql": "query C { none }"]) { $1 }) { folder in
      #expect(add("1.0", folder).code == .invalidInput)
      #expect(!FileManager.default.fileExists(atPath: folder + "/Releases"))
    }
  }

  @Test(
    arguments: [
      ("year: Int", "", "nothing", ExitCode.success),
      (" genre: Genre", "", "request is rejected", .invalidInput),
      ("title: String!", "title: String", "response cannot be decoded", .invalidInput),
      ("ROCK", "ROCK JAZZ", "value is dropped or becomes unknown", .success),
      (
        "type Dog", "type Cat implements Pet { name: String! } type Dog",
        "value is dropped or becomes unknown", .success
      ),
      ("album: Album", "album: Album!", "nothing", .success),
    ])
  func `diff reports what a change means`(_ old: String, _ new: String, _ effect: String, _ code: ExitCode)
    throws
  {
    try inFolder(Self.files) { folder in
      _ = add("1.0", folder)
      let changed = try diff(Self.schema.replacing(old, with: new), folder)
      #expect(changed.code == code)
      #expect(changed.result.contains(effect), "\(changed)")
    }
  }

  @Test func `diff fails if it cannot compare with releases`() throws {
    try inFolder(Self.files) { folder in
      #expect(try diff(Self.schema, folder).failure.contains("[no-releases]"))
      _ = add("1.0", folder)
      #expect(try diff(Self.schema, folder).code == .success)
      #expect(try diff(Self.schema, folder, "--since", "1.1").code == .invalidInput)
      #expect(try diff(Self.schema, folder, "--since", "x").code == .wrongUsage)
      #expect(try diff("type Query {", folder).code == .invalidInput)
      let file = folder + "/Releases/1.0.json"
      let text = try String(contentsOfFile: file, encoding: .utf8)
      for damage in [
        "", "{}", text.replacing("title: String!", with: ""), text.replacing("apus-release", with: "x"),
        text.replacing("query A", with: "query"),
      ] where damage != text {
        try damage.write(toFile: file, atomically: true, encoding: .utf8)
        #expect(try diff(Self.schema, folder).code == .invalidInput, "\(damage)")
      }
      try text.write(toFile: file, atomically: true, encoding: .utf8)
      try text.write(toFile: folder + "/Releases/x.json", atomically: true, encoding: .utf8)
      #expect(try diff(Self.schema, folder).failure.contains("is not a version"))
    }
  }

  @Test func `manifests are recognized by their contents, and an unknown or empty one is an error`() throws {
    try inFolder(Self.files) { folder in
      let (schema, manifest) = (folder + "/schema.graphqls", folder + "/manifest.json")
      let new = folder + "/new.graphqls"
      try Self.schema.replacing("title", with: "name").write(toFile: new, atomically: true, encoding: .utf8)
      for form in ["apollo", "relay", "plain", "hasura"] {
        let text = run("manifest", "--format", form, "--schema", schema, folder + "/app").result
        try text.write(toFile: manifest, atomically: true, encoding: .utf8)
        #expect(run("diff", schema, "--manifest", manifest).code == .success, "\(form)")
        #expect(run("diff", new, "--manifest", manifest).result.contains("request is rejected"), "\(form)")
        #expect(run("check", "--schema", new, "--manifest", manifest).code == .invalidInput, "\(form)")
      }
      for text in [
        "", "{}", "[]", "[1]", "3", #"{"a": 1}"#, #"{"operations": []}"#, #"{"operations": [{}]}"#,
      ] {
        try text.write(toFile: manifest, atomically: true, encoding: .utf8)
        for command in ["diff", "check"] {
          let arguments = command == "diff" ? [schema] : ["--schema", schema]
          let result = run([command] + arguments + ["--manifest", manifest], by: .tool)
          #expect(result.code == .invalidInput, "\(command) \(text)")
        }
      }
    }
  }

  @Test func `Relay's pairs are read as its map is`() throws {
    try inFolder(Self.files) { folder in
      let (schema, manifest) = (folder + "/schema.graphqls", folder + "/manifest.json")
      let new = folder + "/new.graphqls"
      try Self.schema.replacing("title", with: "name").write(toFile: new, atomically: true, encoding: .utf8)
      let map = run("manifest", "--format", "relay", "--schema", schema, folder + "/app").result
      let texts = try JSONDecoder().decode([String: String].self, from: Data(map.utf8))
      try JSONEncoder().encode(texts.map { [$0.key, $0.value] }).write(to: URL(fileURLWithPath: manifest))
      #expect(run("diff", schema, "--manifest", manifest).code == .success)
      #expect(run("diff", new, "--manifest", manifest).result.contains("request is rejected"))
      #expect(run("check", "--schema", new, "--manifest", manifest).code == .invalidInput)
    }
  }

  @Test(arguments: [
    (#"[["a", "query A{__typename}"], ["b"]]"#, "1:32"), (#"[["a", "query A{__typename}", ""]]"#, "1:2"),
    (#"[["a", 1]]"#, "1:8"), (#"[[1, "query A{__typename}"]]"#, "1:2"),
    (#"[["a", "query A{__typename}"], {}]"#, "1:32"), (#"[[]]"#, "1:2"), (#"{"a": 1}"#, "1:7"),
    (#"{"operations": [{"body": "query A{__typename}"}]}"#, "1:17"),
  ])
  func `what is no operation of a manifest is an error at its place`(_ text: String, _ place: String) throws {
    try inFolder(Self.files) { folder in
      let manifest = folder + "/manifest.json"
      try text.write(toFile: manifest, atomically: true, encoding: .utf8)
      let result = run(["diff", folder + "/schema.graphqls", "--manifest", manifest], by: .tool)
      #expect(result.code == .invalidInput)
      #expect(result.failure.contains("manifest.json:\(place): error: This is not an operation"), "\(text)")
    }
  }

  @Test(arguments: [
    ("2.9", "2.10"), ("2", "2.0.1"), ("2.0.0-beta", "2"), ("1.0-beta.2", "1.0-beta.10"), ("1.0-1", "1.0-a"),
    ("1.0-a", "1.0-a.1"), ("1.0-rc-1", "1.0-rc-2"), ("1.0-rc-1", "1.0"),
  ])
  func `versions are ordered as versions`(_ older: String, _ newer: String) throws {
    let (first, second) = (try #require(ReleaseVersion(older)), try #require(ReleaseVersion(newer)))
    #expect(first < second && !(second < first) && first != second)
  }
}
