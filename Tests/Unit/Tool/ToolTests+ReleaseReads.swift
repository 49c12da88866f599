import ApusDriver
import ApusShapes
import ApusSource
import Foundation
import Testing

@testable import ApusTool

/// How the code of a release reads a field decides whether a null breaks it.
extension ToolTests {
  private static let schema = """
    directive @semanticNonNull(levels: [Int] = [0]) on FIELD_DEFINITION
    type Query { album: Album pet: Pet any: Any }
    type Album {
      title: String! subtitle: String year: Int! @deprecated tags: [String]! @semanticNonNull(levels: [1])
      semantic: String @semanticNonNull artist: Artist!
    }
    type Artist { name: String! }
    interface Pet { name: String! }
    type Dog implements Pet { name: String! }
    type Cat implements Pet { name: String! }
    scalar Any
    """

  /// Records a release of a document and compares it with a changed schema.
  private func verdict(
    _ document: String, _ configuration: String, _ changes: [(String, String)]
  ) throws -> (effects: [String], nulls: [String]) {
    var result: (effects: [String], nulls: [String]) = ([], [])
    var new = Self.schema
    for (old, replacement) in changes {
      #expect(new.contains(old), "\(old)")
      new = new.replacing(old, with: replacement)
    }
    let files = [
      "schema.graphqls": Self.schema, "new.graphqls": new, "app/A.graphql": document,
      "app/apus.json": configuration,
    ]
    try inFolder(files) { folder in
      let added = run(
        "release", "add", "1.0", "--package", folder, "--schema", folder + "/schema.graphqls", folder + "/app"
      )
      #expect(added.code == .success, "\(added)")
      let text = try Data(contentsOf: URL(fileURLWithPath: folder + "/Releases/1.0.json"))
      let release = try #require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
      let parts = try #require(release["parts"] as? [[String: Any]])
      let operations = parts.flatMap { $0["operations"] as? [[String: Any]] ?? [] }
      result.nulls = operations.flatMap { $0["nulls"] as? [String] ?? [] }
      let same = run(
        "diff", folder + "/schema.graphqls", "--releases", "--package", folder, "--format", "json")
      #expect(same.code == .success && !same.result.contains("cannot be decoded"), "\(same)")
      let found = run("diff", folder + "/new.graphqls", "--releases", "--package", folder, "--format", "json")
      #expect(found.failure.isEmpty, "\(found)")
      let lines = found.result.split(separator: "\n")
      result.effects = lines.compactMap { line in
        let row = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        return row.flatMap { "\($0["place"] ?? "") \($0["effect"] ?? "")" }
      }
      // The same documents, compared without a release.
      let documents = run("diff", folder + "/schema.graphqls", folder + "/new.graphqls", folder + "/app")
      #expect(documents.code == found.code, "\(documents)")
    }
    return result
  }

  private static let breaks = "album.FIELD response cannot be decoded"

  /// Each row: a field with its directives, the configuration, a change, whether it breaks, and what the release records.
  @Test(
    arguments: [
      ("title", "{}", "title: String!", "title: String", true, []),
      // A null that the code reads as nil.
      ("title @catch(to: NULL)", "{}", "title: String!", "title: String", false, ["A.album.title: _"]),
      ("title @catch", "{}", "title: String!", "title: String", true, ["A.album.title: _*"]),
      (
        "title @catch", "{}", "title: String!", "title: String @semanticNonNull", false, ["A.album.title: _*"]
      ),
      ("title @catch(to: THROW)", "{}", "title: String!", "title: String", true, []),
      // It was nullable before.
      ("subtitle @required", "{}", "subtitle: String", "subtitle: String", false, []),
      ("subtitle", #"{ "nullability": "throw" }"#, "subtitle: String", "subtitle: String!", false, []),
      // Promised by the schema, and not any more.
      (
        "semantic", "{}", "semantic: String @semanticNonNull", "semantic: String", true,
        ["A.album.semantic: _*"]
      ),
      (
        "semantic", "{}", "semantic: String @semanticNonNull", "semantic: String!", false,
        ["A.album.semantic: _*"]
      ),
      (
        "semantic @catch", "{}", "semantic: String @semanticNonNull", "semantic: String", true,
        ["A.album.semantic: _*"]
      ),
      (
        "semantic", #"{ "nullability": "null" }"#, "semantic: String @semanticNonNull", "semantic: String",
        false, []
      ),
      ("tags", "{}", "(levels: [1])", "(levels: [0, 1])", false, ["A.album.tags: [_*]!"]),
      ("tags", "{}", " @semanticNonNull(levels: [1])", "", true, ["A.album.tags: [_*]!"]),
      (
        "tags", "{}", "[String]! @semanticNonNull(levels: [1])", "[String] @semanticNonNull(levels: [0, 1])",
        true, ["A.album.tags: [_*]!"]
      ),
      ("title", "{}", "title: String!", "title: String @semanticNonNull", true, []),
    ] as [(String, String, String, String, Bool, [String])])
  func `a null breaks what cannot read it`(
    _ field: String, _ configuration: String, _ old: String, _ new: String, _ isBroken: Bool,
    _ nulls: [String]
  ) throws {
    let name = field.prefix { $0 != " " }
    let found = try verdict("query A { album { \(field) } }", configuration, [(old, new)])
    #expect(found.nulls == nulls)
    #expect(
      found.effects == [isBroken ? Self.breaks.replacing("FIELD", with: name) : " nothing"],
      "\(field), \(new)")
  }

  @Test func `each place is read in its own way`() throws {
    let document = """
      query A { album { ...F title @catch(to: NULL) } pet { name ... on Dog { name @catch(to: NULL) } ... on Cat { x: name @catch(to: NULL) } } }
      query { album { title @catch(to: NULL) } }
      fragment F on Album { subtitle artist { name @catch(to: NULL) } t: title }
      """
    let found = try verdict(
      document.replacing("query {", with: "query B {").replacing(
        " ... on Dog { name @catch(to: NULL) }", with: ""),
      "{}",
      [
        ("title: String!", "title: String"),
        ("type Artist { name: String! }", "type Artist { name: String }"),
      ])
    #expect(
      found.nulls == [
        "...F.artist.name: _", "A.album.title: _", "A.pet.<Cat>.x: _", "B.album.title: _",
      ])
    // Only the alias in the fragment cannot be read.
    #expect(found.effects == ["F.t response cannot be decoded", " nothing"])
  }

  /// Both targets send the same text, but only the code of one may read a null.
  @Test(
    arguments: [
      ("title @catch(to: NULL)", "title", [], true), ("title", "title @catch(to: NULL)", [], true),
      ("title @catch(to: NULL)", "title @catch", ["A.album.title: _*"], true),
      ("title @catch", "title @catch(to: NULL)", ["A.album.title: _*"], true),
      ("title @catch(to: NULL)", "title @catch(to: NULL)", ["A.album.title: _"], false),
      // A demand that is stricter than the schema's type.
      ("semantic", "semantic @catch(to: NULL)", ["A.album.semantic: _*"], false),
      ("semantic @catch(to: NULL)", "semantic", ["A.album.semantic: _*"], false),
    ] as [(String, String, [String], Bool)])
  func `two targets that send the same operation have the stricter demand of the two`(
    _ first: String, _ second: String, _ nulls: [String], _ isBroken: Bool
  ) throws {
    try inFolder([
      "schema.graphqls": Self.schema,
      "new.graphqls": Self.schema.replacing("title: String!", with: "title: String"),
      "a/A.graphql": "query A { album { \(first) } }", "b/A.graphql": "query A { album { \(second) } }",
    ]) { folder in
      func target(_ name: String) -> [String] {
        ["add", "1.0", "--package", folder, "--schema", folder + "/schema.graphqls", folder + "/" + name]
      }
      let added = run(["release"] + target("a") + ["--next"] + target("b"))
      #expect(added.code == .success, "\(added)")
      let text = try String(contentsOfFile: folder + "/Releases/1.0.json", encoding: .utf8)
      let release = try #require(Release.read(SourceFile(path: "1.0.json", text: text)).release)
      let operations = release.parts.flatMap(\.operations)
      #expect(operations.map(\.name) == ["A"])
      #expect(operations.first?.nulls.map { "\($0): \($1.text("_"))" } == nulls)
      let found = run("diff", folder + "/new.graphqls", "--releases", "--package", folder)
      #expect(found.code == (isBroken ? .invalidInput : .success), "\(found)")
    }
  }

  @Test func `an anonymous operation and fragment arguments have places too`() throws {
    let document = """
      { album { ...F(on: true) ...G } }
      fragment F($on: Boolean!) on Album { title @catch(to: NULL) artist @include(if: $on) { name @catch(to: NULL) } }
      fragment G on Album { year @catch(to: NULL) }
      """
    let found = try verdict(
      document, #"{ "fragmentArguments": true }"#,
      [("year: Int!", "year: Int"), ("title: String!", "title: String")])
    #expect(found.nulls.count == 3 && found.nulls.allSatisfy { $0.hasSuffix(": _") }, "\(found.nulls)")
    #expect(found.effects == [" nothing"])
  }

  @Test func `a field with a Swift type of its own is bound`() throws {
    let change = [("subtitle: String", "subtitle: ID")]
    #expect(try verdict("query A { album { subtitle } }", "{}", change).effects == [" nothing"])
    #expect(
      try verdict("query A { album { subtitle @apus(type: \"Subtitle\") } }", "{}", change).effects == [
        "album.subtitle response cannot be decoded"
      ])
  }

  /// Code reads a custom scalar without a Swift type as any JSON, so also as a list.
  @Test(arguments: [
    ("any: Any", "any: [Any]", "{}", false), ("any: Any", "any: [[Int!]!]!", "{}", false),
    ("any: Any", "any: [Any]", #"{ "scalars": { "Any": "String" } }"#, true),
    ("any: Any", "any: Any!", "{}", false),
  ])
  func `a scalar without a Swift type may become a list`(
    _ old: String, _ new: String, _ configuration: String, _ isBroken: Bool
  ) throws {
    let found = try verdict("query A { any }", configuration, [(old, new)])
    #expect(found.effects == [isBroken ? "any response cannot be decoded" : " nothing"])
  }

  @Test(arguments: ["_", "_!", "_*", "[_]", "[[_*]!]", "[_]!", "[[_!]*]!"])
  func `demands are text and are read again`(text: String) {
    #expect(NullDemands(text: text)?.text("_") == text)
  }

  @Test(arguments: ["", "!", "[_", "_]", "[_]]", "_!!", "[_]?", "_ ", "[]_", "a-b"])
  func `other text is no demand`(text: String) {
    #expect(NullDemands(text: text) == nil)
  }

  @Test(arguments: [#""nulls": 1"#, #""nulls": ["A.a"]"#, #""nulls": ["A.a: x?"]"#, #""nulls": [3]"#])
  func `damaged demands are an error`(member: String) throws {
    let files = [
      "schema.graphqls": "type Query { a: Int! }", "app/A.graphql": "query A { a @catch(to: NULL) }",
    ]
    try inFolder(files) { folder in
      let schema = folder + "/schema.graphqls"
      #expect(
        run("release", "add", "1.0", "--package", folder, "--schema", schema, folder + "/app").code
          == .success)
      let file = folder + "/Releases/1.0.json"
      let text = try String(contentsOfFile: file, encoding: .utf8)
      let damaged = text.replacing(#""nulls": ["A.a: _"]"#, with: member)
      #expect(damaged != text, "\(text)")
      try damaged.write(toFile: file, atomically: true, encoding: .utf8)
      let run = run("diff", schema, "--releases", "--package", folder)
      #expect(run.code == .invalidInput && run.failure.contains("invalid-release"), "\(run)")
    }
  }
}
