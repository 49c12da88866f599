import ReferencePrinter
import ApusSource
import ApusSchema
import ApusSyntax
import Foundation
import TestSupport
import Testing

@testable import ApusDriver

/// Nothing that stands in a schema, a document or a file's name becomes Swift code: each hostile text tries to declare a type
/// or to call it, at each place where text can stand.
@Suite(.timeLimit(.minutes(15))) struct InjectionTests {
  static let hostileTexts = [
    "*/ struct Injected {} /*", "*/\nstruct Injected {}\n/*", "\nstruct Injected {}",
    "\r\nstruct Injected {}", "\rstruct Injected {}",
    "\u{B}struct Injected {}", "\u{C}struct Injected {}", "\u{85}struct Injected {}",
    "\u{2028}struct Injected {}", "\u{0}struct Injected {}",
    "\"; struct Injected {} //", "\"\"\"\nstruct Injected {}\n", "\"\"\"#\nstruct Injected {}\n",
    "\"#\nstruct Injected {}", "\"##; Injected() //",
    "\\(Injected())", "\\#(Injected())", "\\##(Injected())", "\\\\(Injected())", "\\\"; Injected() //",
    "`struct Injected {}`",
    "\")\nstruct Injected {}\n@available(*, deprecated, message: \"",
    "#sourceLocation(file: \"Injected\", line: 1)", "\n#if true\nstruct Injected {}\n#endif",
  ]

  /// A string of GraphQL, which has JSON's escapes.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      if scalar.value < 0x20 || scalar == "\"" || scalar == "\\" {
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private func words(_ folder: TemporaryFolder, _ result: GeneratedFiles) throws -> Set<String> {
    let errors = result.diagnostics.filter { $0.severity == .error }
    #expect(errors.isEmpty, "\(errors.map { DiagnosticPrinter().text($0) })")
    return try result.written.reduce(into: []) { words, path in
      words.formUnion(
        SwiftCode(String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)).words)
    }
  }

  private func generate(_ folder: TemporaryFolder) -> GeneratedFiles {
    let search = DocumentSearch.run([folder["documents"]], schemas: [])
    return Pipeline.generate(
      Inputs(schemas: [folder["schema.graphqls"]], documents: search.documents),
      into: OutputFolder(folder["out"]))
  }

  @Test(arguments: hostileTexts)
  func `text of schema and documents`(_ hostile: String) throws {
    let text = Self.quoted(hostile)
    let folder = try TemporaryFolder([
      "schema.graphqls": """
      \(text) schema { query: Query }
      \(text) type Query {
        \(text) a(\(text) b: String = \(text) @deprecated(reason: \(text)) i: I e: E = X): String @deprecated(reason: \(text))
        \(text) u: U  \(text) n: N  s: S
      }
      \(text) interface N { \(text) c: String }
      \(text) type T implements N { \(text) c: String @deprecated(reason: \(text)) }
      \(text) union U = T
      \(text) enum E { \(text) X @deprecated(reason: \(text)) \(text) Y }
      \(text) input I { \(text) d: String = \(text) \(text) f: [String!] = [\(text)] @deprecated(reason: \(text)) }
      \(text) scalar S @specifiedBy(url: \(text))
      \(text) directive @onField(text: String = \(text)) on FIELD | QUERY | VARIABLE_DEFINITION
      """,
      "documents/a.graphql": """
      # \(hostile.filter { !$0.isNewline && $0 != "\0" })
      \(text) query A(\(text) $b: String = \(text) @onField(text: \(text)) $i: I = { d: \(text) } $e: E) @onField(text: \(text)) {
        a(b: $b, i: $i, e: $e) x: a(b: \(text)) @onField(text: \(text)) y: a(b: "\("")", i: { f: [\(text)] })
        u { ...F } n { ... on T { c } } s
      }
      \(text) fragment F on U { ... on T { c } }
      """,
    ])
    let words = try words(folder, generate(folder))
    #expect(!words.contains("Injected"))
    #expect(words.contains("AQuery"))
  }

  /// An operation without a name is called after its file.
  @Test(arguments: hostileTexts)
  func `names of files`(_ hostile: String) throws {
    let name = hostile.filter { $0 != "/" && $0 != "\0" }
    let folder = try TemporaryFolder(["schema.graphqls": "type Query { a: Int }"])
    for document in ["documents/\(name).graphql", "documents/\(name)/b.graphql"] {
      try folder.write("{ a }", to: document)
    }
    let search = DocumentSearch.run([folder["documents"]], schemas: [])
    let result = Pipeline.generate(
      Inputs(schemas: [folder["schema.graphqls"]], documents: search.documents),
      into: OutputFolder(folder["out"]))
    // A name may be refused, with a place; what is written is harmless.
    if !result.hasErrors { #expect(try !words(folder, result).contains("Injected")) }
    #expect(try folder.names.filter { $0 != "out" } == ["documents", "schema.graphqls"])
    for path in result.written { #expect((path as NSString).deletingLastPathComponent == folder["out"]) }
  }

  /// Names in an introspection's JSON are strings, and could be any.
  @Test(arguments: [
    "A { a: Int } type Injected", "A\nstruct Injected {}", "A`", "A B", "", "1A", "Ä", "A\u{0}", "A#",
    "A(b: Int)", "A!",
  ])
  func `names of an introspection`(_ name: String) throws {
    let hostile = Self.quoted(name)
    for (type, field, argument, value) in [
      (hostile, "\"f\"", "\"x\"", "\"V\""), ("\"T\"", hostile, "\"x\"", "\"V\""),
      ("\"T\"", "\"f\"", hostile, "\"V\""),
      ("\"T\"", "\"f\"", "\"x\"", hostile),
    ] {
      let json = """
        {"__schema": {"queryType": {"name": "Query"}, "directives": [], "types": [
        {"kind": "OBJECT", "name": "Query", "interfaces": [], "fields": [{"name": \(field), "type": {"kind": "OBJECT", "name": \(type)},
        "args": [{"name": \(argument), "type": {"kind": "ENUM", "name": "E"}}]}]},
        {"kind": "OBJECT", "name": \(type), "interfaces": [], "fields": [{"name": "a", "args": [], "type": {"kind": "SCALAR", "name": "Int"}}]},
        {"kind": "ENUM", "name": "E", "enumValues": [{"name": \(value)}]}, {"kind": "SCALAR", "name": "Int"}]}}
        """
      let loaded = SchemaLoader.load([SourceFile(path: "schema.json", text: json)], names: NameTable())
      #expect(!loaded.diagnostics.isEmpty, "\(json)")
    }
  }

  /// A default value is text of GraphQL within the JSON: it is a value, or the text of a string.
  @Test(arguments: [
    "1) injected(y: Int", "1 injected: Int", "1 } type Injected { a: Int", "1 # ", "", "$x", "1 @deprecated",
  ])
  func `default values of an introspection`(_ value: String) throws {
    let json = """
      {"__schema": {"queryType": {"name": "Query"}, "directives": [], "types": [
      {"kind": "OBJECT", "name": "Query", "interfaces": [], "fields": [{"name": "f", "type": {"kind": "SCALAR", "name": "Int"},
      "args": [{"name": "x", "type": {"kind": "SCALAR", "name": "Int"}, "defaultValue": \(Self.quoted(value))}]}]},
      {"kind": "SCALAR", "name": "Int"}]}}
      """
    let loaded = SchemaLoader.load([SourceFile(path: "schema.json", text: json)], names: NameTable())
    let printed = SchemaPrinter.print(loaded.schema)
    // What is not a value is the text of a string.
    let outside = printed.replacing(#/"[^"]*"/#, with: "")
    #expect(!outside.lowercased().contains("injected"))
    #expect(!loaded.diagnostics.isEmpty || printed.contains("f(x: Int = 1)"))
  }

  /// What a configuration puts into the output has to be names.
  @Test(arguments: [
    #"{ "namespace": "A {}\nstruct Injected" }"#, #"{ "scalars": { "S": "Int }; struct Injected {" } }"#,
    #"{ "scalars": { "S": { "type": "Int", "codec": "A.self) /*" } } }"#,
    #"{ "scalars": { "S": { "type": "Int", "imports": ["Foundation\nstruct Injected {}"] } } }"#,
    #"{ "imports": ["Foundation; struct Injected {}"] }"#,
    #"{ "accessLevel": "public struct Injected {} public" }"#,
  ])
  func `a configuration cannot inject code`(_ json: String) {
    let result = ConfigurationFile.read(SourceFile(path: "apus.json", text: json))
    #expect(result.diagnostics.contains { $0.severity == .error })
  }
}
