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

  /// What the directives add to options, and what is said of them: each with the text at its place.
  private func read(_ text: String, _ change: (inout ShapeOptions) -> Void = { _ in }) -> (
    options: ShapeOptions, messages: [String]
  ) {
    var options = ShapeOptions()
    options.usesCache = true
    change(&options)
    let found = DiagnosticSink()
    _ = CacheDirectives(schema(text), &options, found)
    return (
      options,
      found.all.map { diagnostic in
        diagnostic.ranges.map { $0.file.text($0.start, $0.end) + ": " }.joined() + diagnostic.message
      }
    )
  }

  private static let connection =
    " is no connection: the cache puts pages together that have \"pageInfo\", and \"edges\" or \"nodes\"."

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
    let (options, messages) = read(schema)
    #expect(messages == ["@typePolicy: @typePolicy of \"C\" needs \"keyFields\": names of its own fields."])
    #expect(options.cacheKeys.isEmpty)
  }

  @Test func `keys and lookups are words`() {
    let schema = """
      type Query @fieldPolicy(forField: "a", keyArgs: "x, y") @fieldPolicy(forField: "b", keyArgs: "") { a: Int b: Int }
      type A @typePolicy(keyFields: "a b,c_1") { a: Int @typePolicy(keyFields: "z") @cacheControl(maxAge: 0) }
      interface B @cacheControl(maxAge: 5) { a: Int @cacheControl(maxAge: 7) b: Int @cacheControl }
      union U @cacheControl(maxAge: 9) = A
      enum E @typePolicy(keyFields: "z") { A }
      """
    let (options, messages) = read(schema)
    #expect(messages.isEmpty)
    #expect(options.cacheKeys == ["*": ["id"], "A": ["a", "b", "c_1"]])
    #expect(options.cacheLookups == ["Query.a": ["x", "y"]])
    #expect(options.cacheMaxAges == ["A.a": 0, "B": 5, "B.a": 7, "U": 9])
    #expect(read(schema) { $0.usesCache = false }.options.cacheKeys.isEmpty)
    #expect(read(schema) { $0.cacheKeys = ["*": ["key"]] }.options.cacheKeys["*"] == ["key"])
  }

  private static let keys = "@typePolicy of \"A\" needs \"keyFields\": names of its own fields."
  private static let lookup =
    "@fieldPolicy of \"A\" needs \"forField\", and \"keyArgs\": names of the field's arguments."

  @Test(arguments: [
    ("@typePolicy(keyFields: \"a-b\")", keys), ("@typePolicy(keyFields: \"\")", keys),
    ("@typePolicy(keyFields: 1)", keys),
    ("@typePolicy", keys), ("@typePolicy(keyFields: \"[a\")", keys), ("@typePolicy(keyFields: \"a:\")", keys),
    ("@typePolicy(keyFields: \"a{\")", keys), ("@typePolicy(keyFields: \"`a\")", keys),
    ("@fieldPolicy(forField: \"a\")", lookup), ("@fieldPolicy(keyArgs: \"a\")", lookup),
    ("@fieldPolicy(forField: \"\", keyArgs: \"a\")", lookup),
    ("@fieldPolicy(forField: \"a\", keyArgs: \"a.b\")", lookup),
    ("@cacheControl(maxAge: -1)", "\"maxAge\" of @cacheControl of \"A\" is no number of seconds."),
    ("@cacheControl(maxAge: \"1\")", "\"maxAge\" of @cacheControl of \"A\" is no number of seconds."),
    ("@cacheControl(maxAge: 1.5)", "\"maxAge\" of @cacheControl of \"A\" is no number of seconds."),
  ])
  func `a directive that cannot be read says why`(_ directive: String, _ message: String) {
    let found = read("type Query { a: A } type A \(directive) { a: Int }")
    #expect(found.messages == ["\(directive): \(message)"])
    #expect(
      found.options.cacheKeys.isEmpty && found.options.cacheLookups.isEmpty
        && found.options.cacheMaxAges.isEmpty)
  }

  @Test func `the configuration counts, and then the first directive`() {
    let twice =
      "type Query { a: A } type A @cacheControl(maxAge: 1) { a: Int } extend type A @cacheControl(maxAge: 2)"
    let (options, messages) = read(twice)
    #expect(options.cacheMaxAges == ["A": 1])
    #expect(
      messages == [
        "@cacheControl(maxAge: 2): \"@cacheControl\" of \"A\" does not count: another directive of the schema says something else."
      ])
    #expect(read(twice.replacing("maxAge: 2", with: "maxAge: 1")).messages.isEmpty)
    let configured = read("type Query { a: A } type A @cacheControl(maxAge: 1) { a: Int }") {
      $0.cacheMaxAges = ["A": 3]
    }
    #expect(configured.options.cacheMaxAges == ["A": 3])
    #expect(
      configured.messages == [
        "@cacheControl(maxAge: 1): \"@cacheControl\" of \"A\" does not count: \"cache.maxAge.A\" in apus.json says something else."
      ])
    #expect(
      read("type Query { a: A } type A @cacheControl(maxAge: 3) { a: Int }") { $0.cacheMaxAges = ["A": 3] }
        .messages.isEmpty)
  }

  @Test func `what is wrong with a directive's rule is said at the directive`() {
    let schema = schema(
      "type Query { a: A b: B } type A @typePolicy(keyFields: \"no\") { a: Int } type B { b: Int }")
    var options = ShapeOptions()
    options.usesCache = true
    options.cacheKeys = ["*": [], "B": ["none"]]
    let directives = CacheDirectives(schema, &options, DiagnosticSink())
    let sink = DiagnosticSink()
    _ = CacheKeys(options, schema, sink)
    let found = sink.all
    let placed = directives.placed(found)
    #expect(found.count == 2 && found.allSatisfy(\.ranges.isEmpty))
    #expect(
      placed.map { $0.ranges.map { $0.file.text($0.start, $0.end) } } == [
        ["@typePolicy(keyFields: \"no\")"], [],
      ])
    #expect(
      placed[0].message.hasPrefix("@typePolicy ") && placed[1].message == found[1].message,
      "\(placed.map(\.message))")
    #expect(placed[0].severity == found[0].severity && placed[0].code === found[0].code)
  }

  @Test func `a field's age is its own, or the lowest of its interfaces`() {
    let schema = schema(
      """
      type Query { a: A } interface I { a: Int b: Int c: Int } interface J { a: Int b: Int c: Int }
      type A implements I & J { a: Int b: Int c: Int } type B implements I { a: Int b: Int c: Int }
      """)
    var options = ShapeOptions()
    options.cacheMaxAges = [
      "*": 60, "I.a": 10, "J.a": 5, "I.b": 5, "J.b": 10, "I.c": 1, "A.c": 2, "I": 30, "J": 20,
    ]
    let sink = DiagnosticSink()
    let ages = CacheAges(options, schema, sink)
    func type(_ name: String) -> TypeID { schema.type(named: schema.names.find(name)) }
    #expect(sink.all.isEmpty && ages.common == 60)
    #expect(ages.limits(ofFieldsOf: type("A")) == ["a": 5, "b": 5, "c": 2])
    #expect(ages.limits(ofFieldsOf: type("B")) == ["a": 10, "b": 5, "c": 1])
    #expect(
      ages.limit(of: type("A")) == 20 && ages.limit(of: type("B")) == 30
        && ages.limit(of: type("Query")) == nil)
  }

  @Test func `a field's lookup is its own, or that of the first of its interfaces`() {
    let fields = "{ x(id: ID, key: ID): B y(id: ID): B }"
    let schema = schema(
      """
      type Query { a: A } interface I \(fields) interface J \(fields) type B { id: ID }
      type A implements I & J \(fields) type C implements J & I \(fields) type D \(fields)
      """)
    var options = ShapeOptions()
    options.usesCache = true
    options.cacheLookups = ["J.x": ["key"], "I.x": ["id"], "A.x": ["key"], "J.y": ["id"]]
    let sink = DiagnosticSink()
    let lookups = CacheLookups(options, schema, CacheKeys(options, schema, sink), sink)
    #expect(sink.all.isEmpty)
    func paths(_ field: String, _ type: String) -> [[String]]? {
      let type = schema.type(named: schema.names.find(type))
      return lookups.lookup(of: schema.names.find(field), in: type)?.paths
    }
    #expect(paths("x", "A") == [["key"]] && paths("x", "C") == [["id"]] && paths("x", "D") == nil)
    #expect(paths("y", "A") == [["id"]] && paths("y", "D") == nil)
  }

  @Test func `the table has the common age without keys, and with them`() {
    var options = GenerationOptions()
    options.usesCache = true
    options.cacheMaxAges = ["*": 60]
    func table(_ more: String = "type Album { id: ID key: ID }") -> String? {
      Lowered("{ a }", schema: "type Query { a: Int } " + more, options: options).program.cacheSchema
    }
    #expect(table("") == "1 Query - -;*@60;Query")
    #expect(table() == "1 Query - -;*!id@60;Query")
    options.cacheKeys = ["*": ["id", "key"]]
    #expect(table() == "1 Query - -;*!id,key@60;Query")
    options.cacheMaxAges = [:]
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
    var options = ShapeOptions()
    options.cacheReplacements = [field]
    let sink = DiagnosticSink()
    _ = CacheMerging(options, schema, CacheKeys(options, schema, sink), sink)
    #expect(sink.all.isEmpty == isAllowed, "\(sink.all.map(\.message))")
    if !isAllowed {
      #expect(sink.all.first?.message.contains("a part of a list with pages") == true)
    }
  }
}
