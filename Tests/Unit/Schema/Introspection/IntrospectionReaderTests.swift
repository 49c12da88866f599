import ReferencePrinter
import ApusSource
import ApusSyntax
import Testing

@testable import ApusSchema

private func load(_ json: String) -> LoadedSchema {
  SchemaLoader.load([SourceFile(path: "schema.json", text: json)], names: NameTable())
}

/// A result with a type for queries whose field `a` is an Int, and with these types and directives besides.
private func result(types: String = "", directives: String = "[]", field: String = "") -> String {
  """
  { "data": { "__schema": {
    "queryType": { "name": "Museum" },
    "types": [
      { "kind": "OBJECT", "name": "Museum", "interfaces": [], "fields": [
        { "name": "a", "args": [], "type": { "kind": "SCALAR", "name": "Int" } }\(field)
      ] },
      { "kind": "SCALAR", "name": "Int" },
      { "kind": "SCALAR", "name": "String" }\(types)
    ],
    "directives": \(directives)
  } } }
  """
}

private func messages(_ json: String) -> [String] { load(json).diagnostics.map(\.diagnostic.message) }

@Suite(.timeLimit(.minutes(15))) struct IntrospectionReaderTests {
  private let root = "schema {\n  query: Museum\n}\n\n"
  private let museum = "type Museum {\n  a: Int\n}"

  @Test func `the result of an old server`() {
    let loaded = load(result())
    #expect(loaded.diagnostics.isEmpty)
    #expect(SchemaPrinter.print(loaded.schema) == root + museum)
  }

  @Test func `every kind of type`() {
    let types = #"""
      , { "kind": "INTERFACE", "name": "Thing", "interfaces": null, "description": "Some\nthing", "fields": [
          { "name": "name", "args": [], "type": { "kind": "NON_NULL", "ofType": { "kind": "SCALAR", "name": "String" } } }
        ] },
        { "kind": "OBJECT", "name": "Room", "interfaces": [{ "kind": "INTERFACE", "name": "Thing" }], "fields": [
          { "name": "name", "args": [], "type": { "kind": "NON_NULL", "ofType": { "kind": "SCALAR", "name": "String" } } },
          { "name": "lamps", "type": { "kind": "LIST", "ofType": { "kind": "SCALAR", "name": "Int" } },
            "isDeprecated": true, "deprecationReason": "Dark",
            "args": [{ "name": "first", "defaultValue": "10", "type": { "kind": "SCALAR", "name": "Int" } }] }
        ] },
        { "kind": "UNION", "name": "Find", "possibleTypes": [{ "kind": "OBJECT", "name": "Room" }] },
        { "kind": "ENUM", "name": "Wing", "enumValues": [{ "name": "EAST", "isDeprecated": true }] },
        { "kind": "INPUT_OBJECT", "name": "By", "isOneOf": true, "inputFields": [
          { "name": "wing", "type": { "kind": "ENUM", "name": "Wing" }, "isDeprecated": true, "deprecationReason": "" }
        ] },
        { "kind": "SCALAR", "name": "Year", "specifiedByURL": "https://example.org/year" }
      """#
    let directives = #"""
      [{ "name": "lit", "isRepeatable": true, "locations": ["FIELD"], "args": [
        { "name": "lux", "type": { "kind": "SCALAR", "name": "Int" } }
      ] }]
      """#
    let loaded = load(result(types: types, directives: directives))
    #expect(loaded.diagnostics.map(\.diagnostic.message) == [])
    #expect(
      SchemaPrinter.print(loaded.schema) == """
        \(root)directive @lit(lux: Int) repeatable on FIELD

        \(museum)

        \"""
        Some
        thing
        \"""
        interface Thing {
          name: String!
        }

        type Room implements Thing {
          name: String!
          lamps(first: Int = 10): [Int] @deprecated(reason: "Dark")
        }

        union Find = Room

        enum Wing {
          EAST @deprecated
        }

        input By @oneOf {
          wing: Wing @deprecated(reason: "")
        }

        scalar Year @specifiedBy(url: "https://example.org/year")
        """)
  }

  @Test func `places are those of the JSON`() {
    let field = #", { "name": "room", "args": [], "type": { "kind": "OBJECT", "name": "Room" } }"#
    let loaded = load(result(field: field))
    let diagnostic = loaded.diagnostics.first?.diagnostic
    #expect(
      diagnostic?.ranges.map { "\($0.file.path) \($0.file.text($0.start, $0.end))" } == [
        "schema.json \"Room\""
      ])
  }

  @Test func `places of what the rules find are those of the JSON`() {
    let loaded = load(
      result(types: #", { "kind": "ENUM", "name": "__Wing", "enumValues": [{ "name": "EAST" }] }"#))
    #expect(loaded.diagnostics.map(\.stage) == [.types])
    #expect(
      loaded.diagnostics.first?.diagnostic.ranges.map { $0.file.text($0.start, $0.end) } == ["\"__Wing\""])
  }

  @Test func `places of definitions are those of the JSON`() throws {
    let schema = load(result()).schema
    let place = schema.tree.nameRange(of: try #require(schema[schema.queryType]).node)
    #expect(place.file.text(place.start, place.end) == "\"Museum\"")
  }

  @Test func `a type of the name Query is no root type by its name`() {
    let types = #", { "kind": "OBJECT", "name": "Query", "interfaces": [], "fields": [] }"#
    let json = result(types: types).replacing("{ \"name\": \"Museum\" }", with: "null")
    #expect(messages(json).contains("Query root type must be provided."))
  }

  @Test func `directives as old servers list them`() {
    let directives = #"""
      [{ "name": "lit", "onField": true, "onFragment": false, "args": [] },
       { "name": "dim", "locations": ["FIELD"], "args": [] }]
      """#
    let loaded = load(result(directives: directives))
    #expect(
      loaded.diagnostics.map(\.diagnostic.message) == [
        "Introspection result missing directive locations: lit."
      ])
    #expect(
      SchemaPrinter.print(loaded.schema)
        == root + "directive @lit on FIELD\n\ndirective @dim on FIELD\n\n" + museum)
  }

  @Test func `directives as servers of the draft of 2026 list them`() {
    let directives = #"""
      [{ "name": "dim", "locations": ["FIELD", "DIRECTIVE_DEFINITION"], "args": [], "isDeprecated": true,
         "deprecationReason": "Use lit." },
       { "name": "off", "locations": ["FIELD"], "args": [], "isDeprecated": false, "deprecationReason": null }]
      """#
    let loaded = load(result(directives: directives))
    #expect(loaded.diagnostics.isEmpty)
    #expect(
      SchemaPrinter.print(loaded.schema)
        == root + #"directive @dim @deprecated(reason: "Use lit.") on FIELD | DIRECTIVE_DEFINITION"#
        + "\n\ndirective @off on FIELD\n\n" + museum)
  }
}

@Suite(.timeLimit(.minutes(15))) struct IncompleteIntrospectionTests {
  @Test func `directives of the specification need no description`() {
    let loaded = load(result(directives: #"[{ "name": "include", "args": [], "onField": true }]"#))
    #expect(loaded.diagnostics.map(\.concern) == [.nothing])
  }

  @Test func `an answer with errors`() {
    #expect(
      messages(#"{ "data": null, "errors": [{ "message": "Forbidden" }] }"#).map {
        $0.hasSuffix("said: Forbidden")
      }
        == [true])
    #expect(messages("[]").count == 1)
  }

  @Test(arguments: [
    (#"{ "kind": "OBJECT" }"#, #"Unknown type reference: { "kind": "OBJECT" }."#),
    (
      #"{ "kind": "OBJECT", "name": "Hall" }"#,
      "Invalid or incomplete schema, unknown type: Hall. Ensure that a full introspection query is used in order"
        + " to build a client schema."
    ),
    (#"{ "kind": "LIST" }"#, "Decorated type deeper than introspection query."),
    (
      #"{ "kind": "NON_NULL", "ofType": { "kind": "NON_NULL", "ofType": { "kind": "SCALAR", "name": "Int" } } }"#,
      "Expected Int! to be a GraphQL nullable type."
    ),
  ])
  func `type references`(type: String, message: String) {
    #expect(
      messages(result(field: #", { "name": "b", "args": [], "type": \#(type) }"#))
        == ["Museum fields cannot be resolved. " + message])
  }

  @Test(arguments: [
    (#"{ "kind": "OBJECT", "name": "X", "fields": [] }"#, "Introspection result missing interfaces: X."),
    (#"{ "kind": "UNION", "name": "X" }"#, "Introspection result missing possibleTypes: X."),
    (#"{ "kind": "ENUM", "name": "X" }"#, "Introspection result missing enumValues: X."),
    (#"{ "kind": "INPUT_OBJECT", "name": "X" }"#, "Introspection result missing inputFields: X."),
    (#"{ "kind": "SCALAR", "name": "1X" }"#, "Names must start with [_a-zA-Z] but \"1X\" does not."),
    (#"{ "kind": "SCALAR", "name": "X-Y" }"#, "Names must only contain [_a-zA-Z0-9] but \"X-Y\" does not."),
    (
      #"{ "kind": "ENUM", "name": "X", "enumValues": [{ "name": "true" }] }"#,
      "Enum values cannot be named: true."
    ),
    (
      #"{ "kind": "UNION", "name": "X", "possibleTypes": [{ "kind": "SCALAR", "name": "Int" }] }"#,
      "X types cannot be resolved. Expected Int to be a GraphQL Object type."
    ),
  ])
  func `a type without its parts is told`(type: String, message: String) {
    #expect(messages(result(types: ", " + type)).first == message)
  }

  /// Each row: a type beside `Museum`, the message, and the text of its place.
  @Test(arguments: [
    (#"{ "name": "X" }"#, incomplete, "\"X\""),
    (#"{ "kind": "ROOM", "name": "X" }"#, incomplete, "\"X\""),
    (#"{ "kind": "SCALAR", "name": "" }"#, "Expected name to be a non-empty string.", "\"\""),
    (
      #"{ "kind": "OBJECT", "name": "X", "interfaces": [] }"#,
      "X fields cannot be resolved. Introspection result missing fields: X.", "\"X\""
    ),
    (
      #"{ "kind": "OBJECT", "name": "X", "interfaces": [{ "name": "Museum" }], "fields": [] }"#,
      "X interfaces cannot be resolved. Expected Museum to be a GraphQL Interface type.", "\"Museum\""
    ),
    (
      #"{ "kind": "OBJECT", "name": "X", "interfaces": [{}], "fields": [] }"#,
      "X interfaces cannot be resolved. Unknown type reference: {}.", "{"
    ),
    (
      #"{ "kind": "UNION", "name": "X", "possibleTypes": [{ "name": "Gone" }] }"#,
      "X types cannot be resolved. Invalid or incomplete schema, unknown type: Gone. Ensure that a full introspection"
        + " query is used in order to build a client schema.", "\"Gone\""
    ),
    (
      #"{ "kind": "INTERFACE", "name": "X", "fields": [{ "name": "b", "args": [] }] }"#,
      "X fields cannot be resolved. Introspection result missing type.", "\"b\""
    ),
    (
      #"{ "kind": "INTERFACE", "name": "X", "fields": [{ "name": "b", "type": { "name": "Int" } }] }"#,
      "X fields cannot be resolved. Introspection result missing field args: b.", "\"b\""
    ),
    (
      #"""
      { "kind": "INPUT_OBJECT", "name": "X", "inputFields": [
        { "name": "b", "type": { "kind": "LIST", "ofType": { "name": "Museum" } } }] }
      """#,
      "X fields cannot be resolved. Introspection must provide input type for input fields, but received: [Museum].",
      "\"b\""
    ),
    (
      #"""
      { "kind": "INTERFACE", "name": "X", "fields": [
        { "name": "b", "type": { "name": "Int" }, "args": [{ "name": "c", "type": { "name": "Museum" } }] }] }
      """#,
      "X fields cannot be resolved. Introspection must provide input type for arguments, but received: Museum.",
      "\"c\""
    ),
    (
      #"""
      { "kind": "INPUT_OBJECT", "name": "X", "inputFields": [
        { "name": "b", "type": { "name": "X" } }] }, { "kind": "INTERFACE", "name": "Y", "fields": [
        { "name": "c", "args": [], "type": { "kind": "NON_NULL", "ofType": { "name": "X" } } }] }
      """#,
      "Y fields cannot be resolved. Introspection must provide output type for fields, but received: X!.",
      "\"c\""
    ),
  ])
  func `what is incomplete is named, at its name`(type: String, message: String, place: String) throws {
    let diagnostic = try #require(load(result(types: ", " + type)).diagnostics.first?.diagnostic)
    #expect(diagnostic.message == message)
    #expect(diagnostic.code == .incompleteIntrospection)
    #expect(diagnostic.ranges.map { $0.file.text($0.start, $0.end) } == [place])
  }

  private static let incomplete =
    "Invalid or incomplete introspection result. Ensure that a full introspection query is used in order to build a"
    + " client schema."

  @Test(arguments: [
    (
      #"[{ "name": "lit", "onOperation": true, "onFragment": true, "args": [] }]"#,
      ["Introspection result missing directive locations: lit."],
      "directive @lit on QUERY | MUTATION | SUBSCRIPTION | FRAGMENT_DEFINITION | FRAGMENT_SPREAD | INLINE_FRAGMENT"
    ),
    (
      #"[{ "name": "lit", "locations": ["ROOF", "FIELD", 1], "args": [] }]"#,
      [String](
        repeating: "lit locations must be specified as a collection of DirectiveLocation enum values.",
        count: 2),
      "directive @lit on FIELD"
    ),
    (
      #"[{ "name": "lit", "locations": ["FIELD"] }]"#, ["Introspection result missing directive args: lit."],
      "directive @lit on FIELD"
    ),
    (#"[{ "name": "lit", "locations": [], "args": [] }]"#, [], nil),
    (#"[{ "name": "oneOf", "locations": ["FIELD"], "args": [] }]"#, [], nil),
    (#"[{ "locations": ["FIELD"], "args": [] }]"#, ["Expected name to be a non-empty string."], nil),
  ])
  func `a directive without its parts is told`(directives: String, expected: [String], definition: String?) {
    let loaded = load(result(directives: directives))
    #expect(loaded.diagnostics.map(\.diagnostic.message) == expected)
    let lines = SchemaPrinter.print(loaded.schema).split(separator: "\n").map(String.init)
    #expect(lines.first { $0.hasPrefix("directive") } == definition)
  }

  @Test func `a root type that is not an object is left out`() {
    let json = result().replacing("\"types\"", with: #""subscriptionType": { "name": "Int" }, "types""#)
    let loaded = load(json)
    #expect(loaded.diagnostics.map(\.diagnostic.message) == ["Expected Int to be a GraphQL Object type."])
    #expect(loaded.schema.subscriptionType == nil && loaded.schema.queryType != nil)
  }

  @Test func `all three root types`() {
    let types = ["Change", "Watch"].map {
      #", { "kind": "OBJECT", "name": "\#($0)", "interfaces": [], "fields": [{ "name": "a", "args": [], "type": { "name": "Int" } }] }"#
    }.joined()
    let roots = #""mutationType": { "name": "Change" }, "subscriptionType": { "name": "Watch" }, "types""#
    let loaded = load(result(types: types).replacing("\"types\"", with: roots))
    #expect(loaded.diagnostics.isEmpty)
    #expect(
      SchemaPrinter.print(loaded.schema).hasPrefix(
        "schema {\n  query: Museum\n  mutation: Change\n  subscription: Watch\n}"))
  }

  @Test func `types that are all unreadable give no error besides their own`() {
    #expect(
      messages(#"{ "__schema": { "types": [{}, { "kind": "SCALAR" }] } }"#).dropLast() == [
        Self.incomplete, Self.incomplete,
      ])
    #expect(messages(#"{ "__schema": {} }"#).first == "Introspection result missing types.")
  }

  @Test func `default values cannot smuggle anything in`() {
    let field = #"""
      , { "name": "b", "type": { "kind": "SCALAR", "name": "Int" }, "args": [
        { "name": "c", "defaultValue": "1) d: Int e(f: Int", "type": { "kind": "SCALAR", "name": "Int" } }] }
      """#
    let loaded = load(result(field: field))
    #expect(loaded.diagnostics.map(\.diagnostic.code) == [.invalidDefault])
    #expect(SchemaPrinter.print(loaded.schema).contains("  b(c: Int = \"1) d: Int e(f: Int\"): Int\n"))
  }

  @Test func `a default value without quotes is the text of a string, as older servers report it`() {
    let field = #"""
      , { "name": "b", "type": { "kind": "SCALAR", "name": "Int" }, "args": [
        { "name": "c", "defaultValue": "two words!", "type": { "kind": "SCALAR", "name": "String" } }] }
      """#
    let loaded = load(result(field: field))
    #expect(loaded.diagnostics.map(\.diagnostic.message) == [])
    #expect(SchemaPrinter.print(loaded.schema).contains("  b(c: String = \"two words!\"): Int\n"))
  }

  @Test func `names cannot smuggle anything in`() {
    let name = #""Int } type Evil { a""#
    let json = result(
      types: #", { "kind": "SCALAR", "name": \#(name) }"#,
      field: #", { "name": "b", "args": [], "type": { "kind": "SCALAR", "name": \#(name) } }"#)
    let loaded = load(json)
    #expect(loaded.diagnostics.map(\.stage) == [.introspection, .introspection])
    #expect(loaded.schema.type(named: loaded.schema.names.find("Evil")) == nil)
  }

  @Test func `no types at all`() {
    #expect(messages(#"{ "__schema": { "types": [] } }"#) == ["Query root type must be provided."])
  }

  @Test func `text that is no JSON`() {
    let loaded = load("{ \"data\": ")
    #expect(loaded.diagnostics.map(\.diagnostic.code.name) == ["invalid-json"])
    #expect(loaded.diagnostics.map(\.concern) == [.schema])
  }
}
