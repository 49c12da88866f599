import ApusSource
import ApusSyntax
import Foundation
import Testing

@testable import ApusDriver
@testable import ApusTool
@testable import ApusSchema

@Suite(.timeLimit(.minutes(15))) struct SchemaDownloadTests {
  private let schema = """
    {"data": {"__schema": {"queryType": {"name": "Query"}, "directives": [], "types": [
      {"kind": "OBJECT", "name": "Query", "interfaces": [], "fields": [
        {"name": "title", "args": [], "type": {"kind": "SCALAR", "name": "String"}, "isDeprecated": false}]},
      {"kind": "SCALAR", "name": "String"}]}}}
    """

  @Test func `gives the schema as SDL or as it came`() throws {
    #expect(try fetch([answer(schema)]).text == "type Query {\n  title: String\n}\n")
    #expect(try fetch([answer(schema)], as: .json).text == schema)
  }

  @Test func `asks an old server for less`() throws {
    func refusal(_ field: String, _ type: String) -> SchemaDownload.Answer {
      answer(
        #"{"errors": [{"message": "Cannot query field \"\#(field)\" on type \"\#(type)\"."}]}"#, status: 400)
    }
    let run = try fetch([
      refusal("isDeprecated", "__Directive"), refusal("isOneOf", "__Type"), answer(schema),
    ])
    #expect(run.bodies.map { $0.contains("directives(includeDeprecated: true)") } == [true, false, false])
    #expect(run.bodies.map { $0.contains("isOneOf") } == [true, true, false])
    #expect(run.text.contains("title: String"))
  }

  @Test func `asks for less step by step`() throws {
    func refusal(_ message: String) -> SchemaDownload.Answer {
      answer(#"{"errors": [{"message": "\#(message)"}]}"#, status: 400)
    }
    let deep = refusal("Query depth 17 exceeds the limit of 12.")
    let unknown = refusal("Unknown argument includeDeprecated on field __Type.fields.")
    let run = try fetch([deep, deep, unknown, unknown, unknown, unknown, answer(schema)])
    #expect(
      run.bodies.map { $0.components(separatedBy: "ofType").count - 1 } == [10, 6, 4, 4, 4, 4, 4])
    #expect(run.bodies.map { $0.contains("isOneOf") } == [true, true, true, true, false, false, false])
    #expect(run.bodies.map { $0.contains("specifiedByURL") } == [true, true, true, true, true, false, false])
    #expect(
      run.bodies.map { $0.contains("includeDeprecated") } == [true, true, true, true, true, true, false])
    // It ends, whatever the server says.
    expectFailure(
      Array(repeating: deep, count: 8),
      "The server rejects the query: Query depth 17 exceeds the limit of 12.")
    expectFailure(
      Array(repeating: unknown, count: 5),
      "The server rejects the query: Unknown argument includeDeprecated on field __Type.fields.")
  }

  /// Without deprecated arguments and input fields, the schema would refuse documents that use them.
  @Test func `asks for what is deprecated`() throws {
    let unknown = answer(#"{"errors": [{"message": "Unknown argument."}]}"#, status: 400)
    let bodies = try fetch([unknown, unknown, unknown, unknown, answer(schema)]).bodies
    func counts(_ field: String) -> [Int] {
      bodies.map { $0.components(separatedBy: "\(field)(includeDeprecated: true)").count - 1 }
    }
    // Of fields and of directives.
    #expect(counts("args") == [2, 2, 0, 0, 0])
    #expect(counts("inputFields") == [1, 1, 0, 0, 0])
    #expect(counts(" fields") == [1, 1, 1, 1, 0])
    #expect(counts("enumValues") == [1, 1, 1, 1, 0])
  }

  @Test func `takes a file as it is`() throws {
    let sdl = "# Ours\ntype Query { a: Int }"
    #expect(
      try SchemaDownload.file(answer(sdl, type: "text/plain"), as: .sdl)
        == "# Ours\ntype Query {\n  a: Int\n}\n")
    #expect(try SchemaDownload.file(answer(schema), as: .sdl) == "type Query {\n  title: String\n}\n")
    #expect(try SchemaDownload.file(answer(schema), as: .json) == schema)
    for (body, status, message) in [
      (sdl, 404, "There is no file (status 404): # Ours type Query { a: Int }."),
      ("<html>", 200, "The response is a web page: that is not the URL of a schema."),
      ("", 200, "The response is empty."), ("type Query {", 200, "The response is not a schema: "),
      ("", 401, "The server requires authentication (status 401)."),
    ] {
      #expect {
        try SchemaDownload.file(answer(body, status: status), as: .sdl)
      } throws: { error in
        (error as? SchemaDownload.Failure)?.message.hasPrefix(message) == true
      }
    }
    #expect(throws: SchemaDownload.Failure.self) { try SchemaDownload.file(answer(sdl), as: .json) }
  }

  @Test func `keeps the capabilities of a server that has them`() throws {
    let capable = schema.replacingOccurrences(
      of: #""types": ["#, with: #""types": [{"kind": "OBJECT", "name": "__Service", "fields": []},"#)
    let service = #"""
      "__service": {"capabilities": [
        {"identifier": "graphql.onError", "value": null}, {"identifier": "x\ny", "value": null},
        {"identifier": "org.example.limit", "value": "a\"\n# }"}]}
      """#
    let whole = capable.replacingOccurrences(of: #"{"data": {"#, with: #"{"data": {\#(service), "#)
    let run = try fetch([answer(capable), answer(whole)])
    #expect(
      run.bodies.map { $0.contains("__service { capabilities { identifier value } }") } == [false, true])
    #expect(
      run.text == """
        # service {
        #   capability graphql.onError
        #   capability org.example.limit("a\\"\\n# }")
        # }
        type Query {
          title: String
        }

        """)
    #expect(try fetch([answer(capable), answer(whole)], as: .json).text == whole)
    // The comment says what the response says, and neither says that there are none.
    for (file, text) in [("schema.graphqls", run.text), ("schema.json", whole)] {
      let source = SourceFile(path: file, text: text)
      let capabilities = SchemaLoader.load([source], names: NameTable()).schema.capabilities
      #expect(capabilities?.contains("graphql.onError") == true)
      #expect(capabilities?.contains("org.example.limit") == true)
      #expect(capabilities?.contains("graphql") == false)
    }
    for text in ["type Query { a: Int }", "# The service {\n# of ours\ntype Query { a: Int }"] {
      let source = SourceFile(path: "schema.graphqls", text: text)
      #expect(SchemaLoader.load([source], names: NameTable()).schema.capabilities == nil)
    }
    let none = SourceFile(
      path: "schema.graphqls", text: "# Ours\r\n#\r\n# service {\r\n# }\r\ntype Query { a: Int }")
    #expect(
      SchemaLoader.load([none], names: NameTable()).schema.capabilities?.contains("graphql.onError") == false)
    // A server that refuses the question still has a schema.
    let refusal = answer(#"{"errors": [{"message": "Cannot query field \"__service\"."}]}"#, status: 400)
    #expect(try fetch([answer(capable), refusal]).text == "type Query {\n  title: String\n}\n")
  }

  @Test func `reads the registry`() throws {
    let download = try #require(GraphOSDownload("music@staging"))
    #expect(download.body.hasSuffix(#""variables":{"graph_id":"music","variant":"staging"}}"#))
    #expect(try #require(GraphOSDownload("music")).body.contains(#""variant":"current""#))
    #expect(GraphOSDownload("@staging") == nil && GraphOSDownload("music@") == nil)
    let good =
      #"{"data":{"graph":{"variant":{"latestPublication":{"schema":{"document":"type Query { a: Int }"}}}}}}"#
    #expect(try download.text(answer(good), as: .sdl) == "type Query {\n  a: Int\n}\n")
    for (body, status, message) in [
      (#"{"data":{"graph":null}}"#, 200, "GraphOS has no graph \"music\""),
      (
        #"{"data":{"graph":{"variant":null}}}"#, 200,
        "The graph \"music\" has no variant \"staging\" with a schema."
      ),
      (#"{"errors":[{"message":"No."}]}"#, 200, "GraphOS rejects the request: No."),
      ("", 401, "GraphOS rejects the key"),
      ("gone", 200, "The response of GraphOS is not JSON (status 200)."),
    ] {
      #expect {
        try download.text(answer(body, status: status), as: .sdl)
      } throws: { error in
        (error as? SchemaDownload.Failure)?.message.hasPrefix(message) == true
      }
    }
  }

  @Test func `says that introspection is off`() {
    let refusal = answer(#"{"errors": [{"message": "GraphQL introspection is disabled."}]}"#)
    expectFailure(
      [refusal, refusal],
      "The server rejects introspection: GraphQL introspection is disabled. Ask its owners for the schema as a file, or "
        + "for an endpoint that allows it.")
  }

  @Test func `says what else is wrong`() {
    expectFailure(
      [answer("", status: 401)],
      "The server requires authentication (status 401). Add a header: --header 'Authorization: Bearer …'.")
    expectFailure(
      [answer("<html>", type: "text/html")],
      "The response is a web page (status 200): that is not a GraphQL endpoint. Its URL often ends in /graphql."
    )
    expectFailure(
      [answer("nothing", status: 404)],
      "The response is not JSON (status 404): that is not a GraphQL endpoint. Its URL often ends in /graphql."
    )
    expectFailure(
      [answer("<html><h1>503</h1>\n<p>Upstream is down</p></html>", status: 503, type: "text/html")],
      "The server is unavailable (status 503): 503 Upstream is down. Try again later.")
    expectFailure(
      [answer(#"{"error": "busy"}"#, status: 503)],
      #"The server is unavailable (status 503): {"error": "busy"}. Try again later."#)
    expectFailure([answer("", status: 502)], "The server is unavailable (status 502). Try again later.")
    expectFailure(
      [answer("{}")],
      "The response contains no schema (status 200): that is not a GraphQL endpoint. Its URL often ends in /graphql."
    )
  }

  private func answer(_ body: String, status: Int = 200, type: String = "application/json")
    -> SchemaDownload.Answer
  {
    SchemaDownload.Answer(status: status, contentType: type, body: Array(body.utf8))
  }

  private func fetch(
    _ answers: [SchemaDownload.Answer], as form: SchemaDownload.Form = .sdl
  ) throws(SchemaDownload.Failure) -> (text: String, bodies: [String]) {
    var rest = answers[...]
    var bodies: [String] = []
    let text = try SchemaDownload.fetch(as: form) { (body) throws(SchemaDownload.Failure) in
      bodies.append(body)
      guard let next = rest.popFirst() else { throw SchemaDownload.Failure("asked too often") }
      return next
    }
    return (text, bodies)
  }

  private func expectFailure(_ answers: [SchemaDownload.Answer], _ message: String) {
    #expect(throws: SchemaDownload.Failure(message)) { try fetch(answers) }
  }
}
