import ApusShapes
import ApusSwiftModel
import Foundation
import TestSupport
import Testing

@testable import ApusDriver

/// Directives for clients: what is sent without them, and what is told.
@Suite(.timeLimit(.minutes(15))) struct ClientDirectivesTests {
  private struct Compiled {
    var sent: [String] = []
    var codes: [String] = []
    var messages: [String] = []
    /// How the first field handles its errors.
    var nulls: NullRules?
  }

  private func compile(
    _ document: String, schema: String = "", in name: String = "more.graphqls", configured: [String] = [],
    hasCache: Bool = false
  ) throws -> Compiled {
    let types = """
      schema { query: Query }
      type Query { album(id: ID): Album albums(first: Int): [Album] }
      type Album { id: ID title: String tags: [String] }
      """
    let folder = try TemporaryFolder(["s.graphqls": types, name: schema, "A.graphql": document])
    var configuration = Configuration()
    configuration.clientDirectives = configured
    configuration.generation.usesCache = hasCache
    let schemas = schema.isEmpty ? [folder["s.graphqls"]] : [folder["s.graphqls"], folder[name]]
    let lowered = Pipeline.lower(
      Inputs(schemas: schemas, documents: [Document(path: folder["A.graphql"])], configuration: configuration)
    )
    return Compiled(
      sent: lowered.output?.program.operations.map(\.document) ?? [],
      codes: lowered.diagnostics.map(\.code.name), messages: lowered.diagnostics.map(\.message),
      nulls: lowered.output?.program.operations.first?.data.type.properties.first?.field.nulls)
  }

  @Test(arguments: [
    ("query A { albums @connection(key: \"a\") { id } }", "query A{albums{id}}", ["unheeded-directive"]),
    (
      "query A @raw_response_type { albums { id ...F @unmask } } fragment F on Album @inline { title }",
      "query A{albums{id...F}}fragment F on Album{title}", []
    ),
    ("query A @import(module: \"M\") { albums { id } }", "query A{albums{id}}", []),
    (
      "query A @apollo_client_ios_localCacheMutation { albums { id } }", "query A{albums{id}}",
      ["unheeded-directive"]
    ),
    (
      "query A { albums { id fresh @client } local @client { a } }", "query A{albums{id}}",
      ["local-field", "local-field"]
    ),
    ("query A { albums { __id id key: __id } }", "query A{albums{id}}", ["local-field", "local-field"]),
    ("query A { albums { id } album { fresh @client } }", "query A{albums{id}}", ["local-field"]),
    ("query A { albums { id } ... on Query @client { local } }", "query A{albums{id}}", ["local-field"]),
    (
      "query A { albums { id @connection title @connection } }", "query A{albums{id title}}",
      ["unheeded-directive"]
    ),
    ("query A { albums { tags @catch(to: NULL) } }", "query A{albums{tags}}", []),
    (
      "query A { albums { tags @skip(if: false) @connection } }", "query A{albums{tags@skip(if:false)}}",
      ["unheeded-directive"]
    ),
  ])
  func `are not sent`(_ document: String, _ sent: String, _ codes: [String]) throws {
    let compiled = try compile(document)
    #expect(compiled.sent == [sent])
    #expect(compiled.codes == codes)
  }

  @Test func `are not sent where the schema defines them`() throws {
    let schema = """
      enum CatchTo { NULL RESULT THROW }
      directive @catch(to: CatchTo! = RESULT) on FIELD
      directive @uppercase on FIELD
      """
    let document = "query A { albums { tags @catch(to: NULL) title @uppercase } }"
    let compiled = try compile(document, schema: schema)
    #expect(compiled.sent == ["query A{albums{tags title@uppercase}}"])
    #expect(compiled.codes == [])
    #expect(
      try compile(document, schema: schema, configured: ["uppercase"]).sent == ["query A{albums{tags title}}"]
    )
  }

  /// Introspection lists what the server accepts; an SDL file may define directives for clients.
  @Test func `a directive that introspection lists is the server's`() throws {
    let document = "query A { albums @connection { id } }"
    let sdl = try compile(document, schema: "directive @connection on FIELD")
    #expect(sdl.sent == ["query A{albums{id}}"])
    #expect(sdl.codes == ["unheeded-directive"])
    let result =
      #"{ "__schema": { "types": [], "directives": [{ "name": "connection", "locations": ["FIELD"], "args": [] }] } }"#
    let listed = try compile(document, schema: result, in: "more.JSON")
    #expect(listed.sent == ["query A{albums@connection{id}}"])
    #expect(listed.codes == [])
    let configured = try compile(document, schema: result, in: "more.JSON", configured: ["connection"])
    #expect(configured.sent == ["query A{albums{id}}"])
  }

  @Test func `are what the schema links to`() throws {
    let schema = """
      extend schema
        @link(url: "https://specs.apollo.dev/nullability/v0.4", import: [{ name: "@catch", as: "@caught" }])
        @link(url: "https://specs.apollo.dev/kotlin_labs/v0.3/", as: "k")
        @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key"])
      """
    let document = """
      query A { albums { tags @caught(to: NULL) title @k__optional ...F @nullability__other } }
      fragment F on Album { id }
      """
    let compiled = try compile(document, schema: schema)
    #expect(compiled.sent == ["query A{albums{tags title...F}}fragment F on Album{id}"])
    #expect(Set(compiled.codes) == ["unheeded-directive"])
    let foreign = try compile("query A { albums { id @key } }", schema: schema)
    #expect(foreign.codes.contains("unknown-directive"))
  }

  @Test func `of a schema are not unknown`() throws {
    let schema = "extend type Album @typePolicy(keyFields: \"id\") @semanticNonNullField(name: \"title\")"
    let compiled = try compile("query A { albums { id } }", schema: schema)
    #expect(compiled.codes == ["unheeded-directive"])
    // A cache heeds them.
    let cached = try compile("query A { albums { title } }", schema: schema, hasCache: true)
    #expect(cached.codes == [])
    #expect(cached.sent == ["query A{albums{title ___:__typename ___id:id}}"])
  }

  @Test func `of the schema are its default`() throws {
    let document = "query A { albums { id } }"
    func compiled(_ directive: String) throws -> Compiled {
      try compile(document, schema: "extend schema \(directive)")
    }
    let throwing = try compiled("@catchByDefault(to: THROW)")
    let none = try compile(document)
    #expect(throwing.codes == [] && throwing.nulls != none.nulls)
    let relay = try compiled("@throwOnFieldError")
    #expect(relay.codes == [] && relay.nulls == throwing.nulls)
    let wrong = try compiled("@catchByDefault(to: SOMETIMES)")
    #expect(
      wrong.messages == [
        "\"to\" in \"@catchByDefault\" must be NULL, RESULT, or THROW. \"@catchByDefault\" has no effect here."
      ])
  }

  @Test func `are called as the schema imports them`() throws {
    let schema = """
      extend schema
        @link(url: "https://specs.apollo.dev/nullability/v0.4", import: [{ name: "@catch", as: "@caught" }])
      """
    let compiled = try compile("query A { albums { tags @caught(to: null) } }", schema: schema)
    #expect(compiled.messages == ["\"to\" in \"@caught\" must be NULL, RESULT, or THROW."])
  }

  @Test(arguments: [
    ("id @semanticNonNull", "\"@semanticNonNull\" must be on a field of the schema."),
    (
      "id @catchByDefault(to: NULL)",
      "\"@catchByDefault\" must be on an operation, a fragment, or the schema."
    ),
    ("id @throwOnFieldError", "\"@throwOnFieldError\" must be on an operation, a fragment, or the schema."),
    (
      "id } ...F } fragment F on Query @catchByDefault { albums { id",
      "\"to\" in \"@catchByDefault\" must be NULL, RESULT, or THROW."
    ),
    ("id @catch(to: null)", "\"to\" in \"@catch\" must be NULL, RESULT, or THROW."),
    ("id @required(action: IGNORE)", "\"action\" in \"@required\" must be NONE, LOG, or THROW."),
  ])
  func `have their places and words`(_ selection: String, _ message: String) throws {
    #expect(try compile("query A { albums { \(selection) } }").messages == [message])
  }

  @Test func `use no variables`() throws {
    let compiled = try compile("query A($f: Int) { albums @connection(filter: $f) { id } }")
    #expect(Set(compiled.codes) == ["unused-variable", "unheeded-directive"])
  }

  @Test(arguments: [
    ("query A { albums { fresh @client } }", "local-definition"),
    ("query A { albums { __id } }", "local-definition"),
    (
      "query A { albums { ...F } } fragment F on Album @argumentDefinitions(a: { type: \"Int\" }) { id }",
      "fragment-arguments"
    ),
    ("query A { albums { ...F @arguments(a: 1) } } fragment F on Album { id }", "fragment-arguments"),
  ])
  func `misused directives are refused`(_ document: String, _ code: String) throws {
    let compiled = try compile(document)
    #expect(compiled.codes.contains(code))
    #expect(compiled.sent == [])
  }
}
