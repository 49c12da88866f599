import ApusShapes
import ApusSource
import ApusValidation
import TestSupport
import Testing

@testable import ApusDriver

/// The rules that are off by default: how apus.json switches them on, and that they are then reported as other warnings are.
@Suite(.timeLimit(.minutes(15))) struct OptionalRuleTests {
  private static let schema = """
    type Query {
      album(id: ID): Album old: Int @deprecated(reason: "Removed after 2026-01-31.")
      gone: Int @deprecated(reason: "Removed after 2000-01-31.")
    }
    type Album { id: ID! title: String similar: [Album] line: Line }
    type Line { text: String }
    type Mutation {
      rate(id: ID, stars: Int): Rating count: Int! album: Album found: Found lines: [Line] none: None
    }
    type Rating { success: Boolean album: Album albums: [Album!] }
    type None { success: Boolean }
    union Found = Album | Line
    """

  /// What a check and lowering report, as `severity code text`.
  private func report(_ configuration: String, _ files: [String: String]) throws -> [String] {
    let folder = try TemporaryFolder(
      files.merging(["schema.graphqls": Self.schema, "apus.json": configuration]) { $1 })
    let read = ConfigurationFile.read(folder["apus.json"])
    #expect(read.diagnostics.map(\.message) == [])
    let inputs = Inputs(
      schemas: [folder["schema.graphqls"]], documents: files.keys.sorted().map { Document(path: folder[$0]) },
      configuration: read.configuration)
    let lowered = Pipeline.lower(inputs)
    #expect((lowered.output == nil) == lowered.diagnostics.contains { $0.severity == .error })
    return lowered.diagnostics.map { diagnostic in
      let text = diagnostic.ranges.first.map { $0.file.text($0.start, $0.end) } ?? ""
      return "\(diagnostic.severity.rawValue) \(diagnostic.code.name) \(text)"
    }
  }

  private let query = "query AQuery { album(id: 1) { id id similar { title } } }"

  @Test func `rules are off, and each is switched on by its name`() throws {
    #expect(try report("{}", ["A.graphql": query]) == [])
    let ignored = #"{ "warnings": { "repeated-field": "ignore", "deep-selection": "ignore" } }"#
    #expect(try report(ignored, ["A.graphql": query]) == [])
    #expect(
      try report(#"{ "warnings": { "repeated-field": "warning" } }"#, ["A.graphql": query]) == [
        "warning repeated-field id"
      ])
    let several =
      #"{ "warnings": { "literal-argument": "error", "kind-in-name": "warning", "deep-selection": { "limit": 2 } } }"#
    #expect(
      try report(several, ["A.graphql": query]).sorted() == [
        "error literal-argument 1", "warning deep-selection title", "warning kind-in-name AQuery",
      ])
    let deep = #"{ "warnings": { "deep-selection": { "limit": 2, "severity": "error" } } }"#
    #expect(try report(deep, ["A.graphql": query]) == ["error deep-selection title"])
  }

  @Test func `documents in Swift files have the same rules`() throws {
    let swift = "let a: GraphQLSource = \"\"\"\n  \(query)\n  \"\"\"\n"
    let on = #"{ "warnings": { "repeated-field": "error", "literal-argument": "warning" } }"#
    let folder = try TemporaryFolder(["schema.graphqls": Self.schema, "A.swift": swift, "apus.json": on])
    let inputs = Inputs(
      schemas: [folder["schema.graphqls"]], documents: [Document(path: folder["A.swift"])],
      configuration: ConfigurationFile.read(folder["apus.json"]).configuration)
    let lines = Pipeline.check(inputs).diagnostics.sortedByPlace().map {
      DiagnosticPrinter(usesColor: false).text($0)
    }
    #expect(lines.count == 2)
    #expect(
      lines.first?.hasPrefix("\(folder["A.swift"]):2:28: warning: A value of \"id\"") == true, "\(lines)")
    #expect(lines.last?.hasPrefix("\(folder["A.swift"]):2:36: error: \"id\" is already") == true, "\(lines)")
  }

  @Test func `deprecations are judged by the day of the check`() throws {
    let folder = try TemporaryFolder(["schema.graphqls": Self.schema, "A.graphql": "query A { old }"])
    var inputs = Inputs(
      schemas: [folder["schema.graphqls"]], documents: [Document(path: folder["A.graphql"])])
    inputs.configuration.severities.rules = ["expired-deprecation": .error]
    let session = CheckSession(inputs)
    func codes(_ day: CalendarDate?) -> [String] {
      session.today = day
      return session.check().diagnostics.map { "\($0.severity.rawValue) \($0.code.name)" }
    }
    #expect(codes(CalendarDate(year: 2026, month: 1, day: 31)) == ["warning deprecated-field"])
    #expect(codes(CalendarDate(year: 2026, month: 2, day: 1)) == ["error expired-deprecation"])
    #expect(
      codes(nil) == [
        CalendarDate.today > CalendarDate(secondsSince1970: 1_769_817_600)
          ? "error expired-deprecation" : "warning deprecated-field"
      ])
  }

  /// A deprecation that has expired is still a use of something deprecated.
  @Test(arguments: [
    ("error", "warning", "error"), ("warning", "error", "error"), ("error", "error", "error"),
    ("ignore", "warning", "warning"), ("ignore", "error", "error"), ("warning", "warning", "warning"),
    (nil, "warning", "warning"), (nil, "error", "error"),
  ])
  func `the stricter severity of a special and a general code applies`(
    _ general: String?, _ special: String, _ severity: String
  ) throws {
    let rules =
      ["\"expired-deprecation\": \"\(special)\""]
      + (general.map { ["\"deprecated-field\": \"\($0)\""] } ?? [])
    let text = "{ \"warnings\": { \(rules.joined(separator: ", ")) } }"
    #expect(
      try report(text, ["A.graphql": "query A { gone }"]) == ["\(severity) expired-deprecation gone"])
  }

  // MARK: - Mutations

  private static let on = #"{ "cache": {}, "warnings": { "mutation-without-key": "warning" } }"#

  @Test(arguments: [
    ("rate { success }", "rate"), ("rate { __typename success }", "rate"), ("count", "count"),
    ("lines { text }", "lines"), ("none { success }", "none"),
    ("a: rate { success } b: rate { album { title } }", "a"),
    ("...F", "rate"),
  ])
  func `mutations from which the cache learns nothing`(selections: String, place: String) throws {
    let document = "mutation A { \(selections) } fragment F on Mutation { rate { ... { success } } }"
    let found = try report(Self.on, ["A.graphql": document]).filter {
      !$0.hasPrefix("warning unused-fragment")
    }
    #expect(found == ["warning mutation-without-key \(place)"])
  }

  @Test func `a field of several mutations is reported once`() throws {
    let files = [
      "A.graphql": "mutation A { ...F } mutation B { count ...G }",
      "B.graphql":
        "mutation C { __typename ...F } fragment F on Mutation { rate { success } } fragment G on Mutation { ...F }",
    ]
    #expect(
      try report(Self.on, files).sorted() == [
        "warning mutation-without-key count", "warning mutation-without-key rate",
      ])
  }

  @Test(arguments: [
    "rate { album { title } }", "rate { ... { albums { title } } }", "album { title }",
    "found { ... on Line { text } }",
    "rate { ...F }", "__typename",
  ])
  func `mutations that update the cache`(selections: String) throws {
    let document =
      "mutation A { \(selections) } fragment F on Rating { ...G } fragment G on Rating { album { line { text } } }"
    #expect(try report(Self.on, ["A.graphql": document]).filter { !$0.contains("unused-fragment") } == [])
  }

  @Test func `mutations are only judged if there is a cache, by its keys`() throws {
    let files = ["A.graphql": "mutation A { rate { album { title } } }", "B.graphql": "mutation B { count }"]
    let told = try report(#"{ "warnings": { "mutation-without-key": "warning" } }"#, files)
    #expect(told.count == 1 && told.allSatisfy { $0.hasPrefix("warning unknown-name") }, "\(told)")
    #expect(try report(#"{ "cache": {} }"#, files) == [])
    let keyless =
      #"{ "cache": { "keys": { "Album": [] } }, "warnings": { "mutation-without-key": "error" } }"#
    #expect(
      try report(keyless, files) == ["error mutation-without-key rate", "error mutation-without-key count"])
  }

  // MARK: - Configuration

  @Test(arguments: [
    (
      #"{ "warnings": { "deep-selection": "warning" } }"#,
      #""warnings.deep-selection" must be "ignore", or an object with "limit" and "severity"."#
    ),
    (
      #"{ "warnings": { "deep-selection": { "severity": "error" } } }"#,
      #""warnings.deep-selection" lacks "limit". Add it."#
    ),
    (
      #"{ "warnings": { "deep-selection": { "limit": 0 } } }"#,
      #""warnings.deep-selection.limit" must be an integer of at least 1."#
    ),
    (
      #"{ "warnings": { "deep-selection": { "limit": 3, "severity": "ignore" } } }"#,
      #""warnings.deep-selection.severity" must be "warning" or "error"."#
    ),
    (
      #"{ "warnings": { "repeated-field": { "limit": 3 } } }"#,
      #""warnings.repeated-field" must be "ignore", "warning", or "error"."#
    ),
    (
      #"{ "warnings": { "unused-fragment": { "limit": 3 } } }"#,
      #""warnings.unused-fragment" must be "ignore", "warning", or "error"."#
    ),
    (
      #"{ "warnings": { "kind-in-nme": "error" } }"#,
      #"There is no diagnostic code "kind-in-nme". Did you mean "kind-in-name"?"#
    ),
  ])
  func `a rule takes its form only`(text: String, message: String) {
    let found = ConfigurationFile.read(SourceFile(path: "apus.json", text: text)).diagnostics.map(\.message)
    #expect(found == [message])
  }

  @Test func `editors know the rules, and every page says how to switch one on`() throws {
    let schema = try JSONTree.parse(SourceFile(path: "s", text: ConfigurationReference.jsonSchema)).root
    let rules = schema["properties"]?["warnings"]?["properties"]
    let codes = Pipeline.catalog.codes.filter { $0.switchedOnBy != nil }
    #expect(codes.map(\.name) == rules?.members?.map(\.name))
    #expect(codes.count == 8)
    for code in codes {
      let text = "{ \"warnings\": { \"\(code.name)\": \(code.switchedOnBy ?? "") } }"
      #expect(code.page.contains(String(text.dropFirst(2).dropLast(2))))
      let read = ConfigurationFile.read(SourceFile(path: "apus.json", text: text))
      #expect(read.diagnostics.isEmpty)
      #expect(read.configuration.severities.lint.codes == [code])
    }
  }
}
