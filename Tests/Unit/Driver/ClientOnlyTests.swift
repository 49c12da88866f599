import ApusSource
import TestSupport
import Testing

@testable import ApusDriver

/// What is said about directives and fields that only a client knows.
@Suite(.timeLimit(.minutes(15))) struct ClientOnlyTests {
  private func check(
    _ document: String, schema: String = "type Query { a: Int album: Album } type Album { id: ID! }"
  )
    throws -> [String]
  {
    let folder = try TemporaryFolder(["s.graphqls": schema, "a.graphql": document])
    let inputs = Inputs(schemas: [folder["s.graphqls"]], documents: [Document(path: folder["a.graphql"])])
    return Pipeline.check(inputs).diagnostics.map { diagnostic in
      let place = diagnostic.ranges.first.map { $0.file.text($0.start, $0.end) } ?? "-"
      return "\(diagnostic.severity.rawValue) at \(place): \(diagnostic.message)"
    }
  }

  @Test(arguments: [
    ("connection", "Remove it: the cache already keeps a separate list for each value of the arguments."),
    ("nonreactive", "Remove it: a view only updates when data that it reads changes."),
    ("alias", "Remove it: a fragment's property is named after the fragment."),
    ("refetchable", "Write a query that spreads the fragment."),
    ("relay", "Remove it: fragments are spread on lists and on single objects alike."),
    (
      "appendNode",
      "Use \"@appendEdge\" or \"@prependEdge\" on an edge, or add the object to lists in \"perform(_:updating:)\"."
    ),
    (
      "prependNode",
      "Use \"@appendEdge\" or \"@prependEdge\" on an edge, or add the object to lists in \"perform(_:updating:)\"."
    ),
    (
      "apollo_client_ios_localCacheMutation",
      "Use \"@apus(mutable: true)\", or \"mutableProperties\" in apus.json."
    ),
    (
      "apollo_client_ios_mutableFragment",
      "Use \"@apus(mutable: true)\", or \"mutableProperties\" in apus.json."
    ),
  ])
  func `an unsupported directive is explained once`(_ name: String, _ advice: String) throws {
    #expect(
      try check("{ a @\(name) b: a @\(name) }") == [
        "warning at @\(name): \"@\(name)\" is a client-side directive that is not sent and that Apus does not support. \(advice)"
      ])
  }

  @Test(arguments: ["unmask", "import", "inline", "raw_response_type", "preloadable"])
  func `a directive that Apus does not need is accepted`(_ name: String) throws {
    #expect(try check("query A @\(name) { a @\(name) }").isEmpty)
  }

  @Test(arguments: [
    ("typePolicy", "Name the fields that identify objects in apus.json, under \"cache\"."),
    ("fieldPolicy", "Name the arguments that are keys in apus.json, under \"lookups\" of \"cache\"."),
  ])
  func `a cache policy on the schema is explained once`(_ name: String, _ advice: String) throws {
    let schema = """
      directive @\(name)(x: String) repeatable on OBJECT
      type Query @\(name)(x: "1") @\(name)(x: "2") { a: Int }
      """
    #expect(
      try check("{ a }", schema: schema) == [
        "warning at @\(name)(x: \"1\"): \"@\(name)\" is a client-side directive that Apus does not support. \(advice)"
      ])
  }

  @Test(arguments: [
    ("@arguments(a: 1)", "arguments"), ("@argumentDefinitions(a: { type: \"Int\" })", "argumentDefinitions"),
  ])
  func `Relay's arguments are to be turned on`(_ directive: String, _ name: String) throws {
    let found = try check("{ a \(directive) }")
    #expect(
      found.contains {
        $0.hasSuffix(
          ": \"@\(name)\" gives arguments to a fragment. To use it, set \"fragmentArguments\" to true in apus.json."
        )
      }, "\(found)")
  }

  private static func local(_ place: String, _ text: String? = nil) -> String {
    "warning at \(place): \"\(text ?? place)\" is not sent because of \"@client\", and Apus does not resolve it locally,"
      + " so it has no property. Keep the value in your own model."
  }

  private static let relay =
    "warning at __id: \"__id\" is a field of Relay's store and not of the server. It is not sent and has no property."
    + " Select the fields that identify the object."

  @Test(arguments: [
    ("{ a x @client }", [local("x @client", "x")]), ("{ a y: x @client }", [local("y: x @client", "y")]),
    ("{ a ... @client { x } }", [local("... @client { x }", "...")]),
    ("{ a ...F @client }", [local("...F @client", "...F")]),
    ("{ a album { __id id } }", [relay]), ("{ a __id: a }", []),
    ("{ a ...__id } fragment __id on Query { b: a }", []),
    // An object with nothing else goes with its fields.
    ("{ a album { x @client } }", [local("x @client", "x")]), ("{ a album { ... { __id } } }", [relay]),
  ])
  func `a field that only the client has is left out`(_ document: String, _ expected: [String]) throws {
    #expect(try check(document) == expected)
  }

  @Test func `a definition with nothing else is refused`() throws {
    let reason = "selects only client fields, so there is nothing to send. Remove it."
    let query = try check("query A { x @client album { __id } } query B { a }")
    #expect(query.filter { $0.hasPrefix("error") }.count == 1)
    #expect(
      query.contains {
        $0.hasPrefix("error at ") && $0.hasSuffix(": This operation \(reason)")
      })
    let fragment = try check("query B { a } fragment F on Query { x @client }")
    #expect(fragment.contains { $0.hasSuffix(": This fragment \(reason)") })
  }

  @Test(arguments: [
    ("query A @catch(to: NULL) { a }", "@catch(to: NULL): \"@catch\" must be on a field."),
    ("{ a @catch(to: NIL) }", "@catch(to: NIL): \"to\" in \"@catch\" must be NULL, RESULT, or THROW."),
    ("{ ... @required { a } }", "@required: \"@required\" must be on a field."),
    (
      "{ a @required(action: NO) }",
      "@required(action: NO): \"action\" in \"@required\" must be NONE, LOG, or THROW."
    ),
    (
      "{ a @throwOnFieldError }",
      "@throwOnFieldError: \"@throwOnFieldError\" must be on an operation, a fragment, or the schema."
    ),
    (
      "{ a @semanticNonNull }",
      "@semanticNonNull: \"@semanticNonNull\" must be on a field of the schema."
    ),
  ])
  func `a directive in a place or with a value that it does not have is an error`(
    _ document: String, _ message: String
  ) throws {
    let folder = try TemporaryFolder(["s.graphqls": "type Query { a: Int }", "a.graphql": document])
    let inputs = Inputs(schemas: [folder["s.graphqls"]], documents: [Document(path: folder["a.graphql"])])
    let found = Pipeline.lower(inputs).diagnostics
    #expect(found.map(\.code.name) == ["invalid-client-directive"])
    #expect(
      found.map { "\($0.ranges[0].file.text($0.ranges[0].start, $0.ranges[0].end)): \($0.message)" } == [
        message
      ])
  }
}
