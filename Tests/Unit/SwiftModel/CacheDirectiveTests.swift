import ApusSource
import ApusSchema
import ApusSyntax
import Testing

@testable import ApusShapes
@testable import ApusSwiftModel

/// The cache rules that a schema has itself, beside those of the configuration.
@Suite(.timeLimit(.minutes(15))) struct CacheDirectiveTests {
  private func schema(_ text: String) -> Schema {
    SchemaLoader.load([SourceFile(path: "s.graphqls", text: text)], names: NameTable()).schema
  }

  /// The rules that directives state, by their entry in a configuration, and the diagnostics, each with the text at its place.
  private func read(_ text: String, _ configured: CacheRule...) -> (
    rules: [String: CacheRule.Value], messages: [String]
  ) {
    let schema = schema(text)
    let rules = CacheDirectives(schema, DiagnosticSink()).rules
    let sink = DiagnosticSink()
    _ = self.rules(schema, configured, sink)
    return (
      Dictionary(rules.map { ($0.entry, $0.value) }, uniquingKeysWith: { first, _ in first }),
      sink.all.map { diagnostic in
        diagnostic.ranges.map { $0.file.text($0.start, $0.end) + ": " }.joined() + diagnostic.message
      }
    )
  }

  private func rules(_ schema: Schema, _ stated: [CacheRule], _ sink: DiagnosticSink = DiagnosticSink())
    -> CacheRules
  {
    var options = ShapeOptions()
    options.usesCache = true
    options.cacheRules = stated
    return CacheRules(options, schema, sink)
  }

  private static let connection =
    " is not a connection, so \"@connection\" has no effect. A connection has the field \"pageInfo\", and \"edges\" or \"nodes\"."

  @Test(
    arguments: [
      ("type Query { a: Page } type Page @connection { pageInfo: Int edges: Int }", nil),
      ("type Query { a: Page } type Page @connection { pageInfo: Int nodes: Int }", nil),
      ("type Query { a: [[Page!]]! @connection } type Page { pageInfo: Int nodes: Int }", nil),
      ("type Query { a: Page @connection } type Page { pageInfo: Int }", "Page"),
      ("type Query { a: Page @connection } type Page { edges: Int nodes: Int }", "Page"),
      ("type Query { a: [Int] @connection }", "Int"), ("type Query { a: [Nothing!] @connection }", "Nothing"),
    ] as [(String, String?)])
  func `a connection has pages`(_ schema: String, _ type: String?) {
    #expect(read(schema).messages == (type.map { ["@connection: \"\($0)\"\(Self.connection)"] } ?? []))
  }

  @Test func `a policy may say nothing of keys`() {
    let schema = """
      type Query { a: A }
      type A @typePolicy(embeddedFields: "pageInfo") { pageInfo: Int }
      type B @typePolicy(connectionFields: "a") { a: Int }
      type C @typePolicy { a: Int }
      """
    let (rules, messages) = read(schema)
    #expect(
      messages == [
        "@typePolicy: \"@typePolicy\" of \"C\" lacks \"keyFields\". List the fields that identify an object of the type: keyFields: \"id\"."
      ])
    #expect(rules.isEmpty)
  }

  @Test func `keys and lookups are words`() {
    let schema = """
      type Query @fieldPolicy(forField: "a", keyArgs: "x, y") @fieldPolicy(forField: "b", keyArgs: "") { a(x: ID, y: ID): A b: Int }
      type A @typePolicy(keyFields: "a c_1") { a: ID c_1: ID @typePolicy(keyFields: "z") @cacheControl(maxAge: 0) }
      interface B @cacheControl(maxAge: 5) { a: Int @cacheControl(maxAge: 7) b: Int @cacheControl }
      union U @cacheControl(maxAge: 9) = A
      enum E @typePolicy(keyFields: "z") { A }
      type F @typePolicy(keyFields: "a b,c") { id: ID a: Int b: Int c: Int }
      """
    let (rules, messages) = read(schema)
    #expect(messages.isEmpty)
    #expect(
      rules == [
        "cache.keys.A": .keys(["a", "c_1"]), "cache.keys.F": .keys(["a", "b", "c"]),
        "cache.lookups.Query.a": .lookup(["x", "y"]), "cache.maxAge.A.c_1": .maxAge(0),
        "cache.maxAge.B": .maxAge(5), "cache.maxAge.B.a": .maxAge(7), "cache.maxAge.U": .maxAge(9),
      ])
  }

  @Test func `other types keep the key that the configuration gives to all`() {
    let schema = schema(
      "type Query { a: A } type A @typePolicy(keyFields: \"key\") { key: ID } type B { id: ID key: ID }")
    func key(_ type: String, _ stated: CacheRule...) -> [String] {
      let type = schema.type(named: schema.names.find(type))
      return type.map { rules(schema, stated).keys(of: $0).map(schema.names.string) } ?? []
    }
    #expect(key("A") == ["key"] && key("B") == ["id"])
    #expect(key("B", CacheRule("*", .keys(["key"]))) == ["key"])
    #expect(key("B", CacheRule("A", .keys(["key"]))) == [])
    #expect(CacheRules(ShapeOptions(), schema, DiagnosticSink()).hasKeys == false)
  }

  @Test func `keys that no type can have are rejected with their names`() {
    let schema = schema(
      "type Query { a: A } type A { id: ID! sku: String tags: [String!]! of(x: Int!): Int }")
    func messages(_ subject: String, _ keys: String...) -> [String] {
      let sink = DiagnosticSink()
      _ = rules(schema, [CacheRule(subject, .keys(keys))], sink)
      return sink.all.map(\.message)
    }
    #expect(messages("*", "id", "sku").isEmpty && messages("A", "id", "sku").isEmpty)
    #expect(
      messages("*", "id", "skuu") == [
        "\"cache.keys\" names \"skuu\", but no type has a field of that name that can be a key. Did you mean \"sku\"?"
      ])
    for name in ["tags", "of", "none"] {
      #expect(messages("*", name).count == 1 && messages("A", name).count == 1, "\(name)")
    }
    #expect(CacheRules(ShapeOptions(), schema, DiagnosticSink()).hasKeys == false)
  }

  private static let keys =
    "\"@typePolicy\" of \"A\" lacks \"keyFields\". List the fields that identify an object of the type: keyFields: \"id\"."
  private static let lookup =
    "\"@fieldPolicy\" of \"A\" needs both \"forField\" and \"keyArgs\". Name the field, and the arguments that identify the object it returns: forField: \"album\", keyArgs: \"id\"."

  @Test(arguments: [
    ("@typePolicy(keyFields: \"a-b\")", keys), ("@typePolicy(keyFields: \"\")", keys),
    ("@typePolicy(keyFields: 1)", keys),
    ("@typePolicy", keys), ("@typePolicy(keyFields: \"[a\")", keys), ("@typePolicy(keyFields: \"a:\")", keys),
    ("@typePolicy(keyFields: \"a{\")", keys), ("@typePolicy(keyFields: \"`a\")", keys),
    ("@fieldPolicy(forField: \"a\")", lookup), ("@fieldPolicy(keyArgs: \"a\")", lookup),
    ("@fieldPolicy(forField: \"\", keyArgs: \"a\")", lookup),
    ("@fieldPolicy(forField: \"a\", keyArgs: \"a.b\")", lookup),
    (
      "@cacheControl(maxAge: -1)",
      "\"maxAge\" in \"@cacheControl\" of \"A\" must be a number of seconds, 0 or more."
    ),
    (
      "@cacheControl(maxAge: \"1\")",
      "\"maxAge\" in \"@cacheControl\" of \"A\" must be a number of seconds, 0 or more."
    ),
    (
      "@cacheControl(maxAge: 1.5)",
      "\"maxAge\" in \"@cacheControl\" of \"A\" must be a number of seconds, 0 or more."
    ),
  ])
  func `a directive that cannot be read says why`(_ directive: String, _ message: String) {
    let found = read("type Query { a: A } type A \(directive) { a: Int }")
    #expect(found.messages == ["\(directive): \(message)"])
    #expect(found.rules.isEmpty)
  }

  @Test func `the configuration counts, and then the first directive`() throws {
    let twice =
      "type Query { a: A } type A @cacheControl(maxAge: 1) { a: Int } extend type A @cacheControl(maxAge: 2)"
    let (stated, messages) = read(twice)
    #expect(stated == ["cache.maxAge.A": .maxAge(1)])
    #expect(
      messages == [
        "@cacheControl(maxAge: 2): \"@cacheControl\" of \"A\" has no effect, because another directive in the schema has a different value. Remove one of the two."
      ])
    #expect(read(twice.replacing("maxAge: 2", with: "maxAge: 1")).messages.isEmpty)
    let once = "type Query { a: A } type A @cacheControl(maxAge: 1) { a: Int }"
    #expect(
      read(once, CacheRule("A", .maxAge(3))).messages == [
        "@cacheControl(maxAge: 1): \"@cacheControl\" of \"A\" has no effect, because \"cache.maxAge.A\" in apus.json has a different value. Remove one of the two."
      ])
    #expect(read(once, CacheRule("A", .maxAge(1))).messages.isEmpty)
    let schema = schema(once)
    let type = try #require(schema.type(named: schema.names.find("A")))
    #expect(rules(schema, [CacheRule("A", .maxAge(3))]).maxAge(of: nil, in: type) == 3)
  }

  @Test func `a lookup without keys names the place where such rules are written`() {
    let schema = schema(
      "type Query @fieldPolicy(forField: \"a\", keyArgs: \"b\") { a(b: Int): A } type A { c: Int }")
    let sink = DiagnosticSink()
    _ = rules(schema, [CacheRule("*", .keys([]))], sink)
    #expect(
      sink.all.map(\.message) == [
        "\"@fieldPolicy\" names \"Query.a\", but \"A\" has no cache key. Name its key fields in \"@typePolicy\"."
      ])
    let configured = DiagnosticSink()
    let plain = self.schema("type Query { a(b: Int): A } type A { c: Int }")
    _ = rules(plain, [CacheRule("*", .keys([])), CacheRule("Query.a", .lookup(["b"]))], configured)
    #expect(
      configured.all.map(\.message) == [
        "\"cache.lookups\" names \"Query.a\", but \"A\" has no cache key. Name its key fields in \"cache.keys\"."
      ])
  }

  @Test func `what is wrong with a directive's rule is said at the directive`() {
    let schema = schema(
      "type Query { a: A b: B } type A @typePolicy(keyFields: \"no\") { a: Int } type B { b: Int }")
    let sink = DiagnosticSink()
    _ = rules(schema, [CacheRule("*", .keys([])), CacheRule("B", .keys(["none"]))], sink)
    let found = sink.all
    #expect(
      found.map { $0.ranges.map { $0.file.text($0.start, $0.end) } } == [
        ["@typePolicy(keyFields: \"no\")"], [],
      ])
    #expect(found.map(\.configurationKey) == [nil, "cache.keys.B"])
    #expect(
      found.count == 2 && found[0].message.hasPrefix("\"@typePolicy\" names ")
        && found[1].message.hasPrefix("\"cache.keys\" names "), "\(found.map(\.message))")
    #expect(found.allSatisfy { $0.severity == .error && $0.code === DiagnosticCode.invalidCacheKey })
  }

  @Test func `a field's age is its own, or the lowest of its interfaces`() {
    let schema = schema(
      """
      type Query { a: A } interface I { a: Int b: Int c: Int } interface J { a: Int b: Int c: Int }
      type A implements I & J { a: Int b: Int c: Int } type B implements I { a: Int b: Int c: Int }
      """)
    let sink = DiagnosticSink()
    let stated = [
      "*": 60, "I.a": 10, "J.a": 5, "I.b": 5, "J.b": 10, "I.c": 1, "A.c": 2, "I": 30, "J": 20,
    ]
    let rules = rules(schema, stated.map { CacheRule($0.key, .maxAge($0.value)) }, sink)
    func age(_ type: String, _ field: String? = nil) -> Int? {
      let type = schema.type(named: schema.names.find(type))
      return type.flatMap { rules.maxAge(of: field.map(schema.names.find), in: $0) }
    }
    #expect(sink.all.isEmpty && rules.commonAge == 60)
    #expect(["a", "b", "c"].map { age("A", $0) } == [5, 5, 2])
    #expect(["a", "b", "c"].map { age("B", $0) } == [10, 5, 1])
    #expect(age("A") == 20 && age("B") == 30 && age("Query") == nil)
  }

  @Test func `a field's lookup is its own, or that of the first of its interfaces`() {
    let fields = "{ x(id: ID, key: ID): B y(id: ID): B }"
    let schema = schema(
      """
      type Query { a: A } interface I \(fields) interface J \(fields) type B { id: ID }
      type A implements I & J \(fields) type C implements J & I \(fields) type D \(fields)
      """)
    let sink = DiagnosticSink()
    let stated = ["J.x": ["key"], "I.x": ["id"], "A.x": ["key"], "J.y": ["id"]]
    let lookups = rules(schema, stated.map { CacheRule($0.key, .lookup($0.value)) }, sink)
    #expect(sink.all.isEmpty)
    func paths(_ field: String, _ type: String) -> [[String]]? {
      let type = schema.type(named: schema.names.find(type))
      return type.flatMap { lookups.lookup(of: schema.names.find(field), in: $0)?.paths }
    }
    #expect(paths("x", "A") == [["key"]] && paths("x", "C") == [["id"]] && paths("x", "D") == nil)
    #expect(paths("y", "A") == [["id"]] && paths("y", "D") == nil)
  }

  @Test func `the table has the common age without keys, and with them`() {
    var options = GenerationOptions()
    options.usesCache = true
    options.cacheRules = [CacheRule("*", .maxAge(60))]
    func table(_ more: String = "type Album { id: ID key: ID }") -> String? {
      Lowered("{ a }", schema: "type Query { a: Int } " + more, options: options).program.cacheSchema
    }
    #expect(table("") == "1 Query - -;*@60;Query")
    #expect(table() == "1 Query - -;*!id@60;Query")
    options.cacheRules.append(CacheRule("*", .keys(["id", "key"])))
    #expect(table() == "1 Query - -;*!id,key@60;Query")
    options.cacheRules.removeFirst()
    #expect(table() == "1 Query - -;*!id,key;Query")
  }

  @Test(arguments: [
    ("Query.page", false), ("Page.pageInfo", false), ("Page.nodes", false), ("Query.other", true),
    ("Edge.node", false),
    ("Edges.node", true),
  ])
  func `lists with pages are not replaced`(_ field: String, _ isAllowed: Bool) {
    let schema = schema(
      """
      type Query { page: Page other: Other } type Page { pageInfo: Other nodes: [Other] } type Other { a: Int edges: Int }
      type Edge { node: Other cursor: Int } type Edges { node: Other }
      """)
    let sink = DiagnosticSink()
    _ = rules(schema, [CacheRule(field, .replacement)], sink)
    #expect(sink.all.isEmpty == isAllowed, "\(sink.all.map(\.message))")
    if !isAllowed {
      #expect(
        sink.all.first?.message.contains("part of a connection, whose pages the cache appends to one another")
          == true)
    }
  }
}
