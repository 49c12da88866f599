import Testing

@testable import ApusCompiler

struct SchemaDownloadTests {
  private let schema = """
    {"data": {"__schema": {"queryType": {"name": "Query"}, "directives": [], "types": [
      {"kind": "OBJECT", "name": "Query", "interfaces": [], "fields": [
        {"name": "title", "args": [], "type": {"kind": "SCALAR", "name": "String"}, "isDeprecated": false}]},
      {"kind": "SCALAR", "name": "String"}]}}}
    """

  @Test func givesTheSchemaAsSDLOrAsItCame() throws {
    #expect(try fetch([answer(schema)]).text == "type Query {\n  title: String\n}\n")
    #expect(try fetch([answer(schema)], as: .json).text == schema)
  }

  @Test func asksAnOldServerForLess() throws {
    let run = try fetch([
      answer(
        #"{"errors": [{"message": "Cannot query field \"isOneOf\" on type \"__Type\"."}]}"#, status: 400),
      answer(schema),
    ])
    #expect(run.bodies.count == 2)
    #expect(run.bodies[0].contains("isOneOf"))
    #expect(!run.bodies[1].contains("isOneOf"))
    #expect(run.text.contains("title: String"))
  }

  @Test func saysThatIntrospectionIsOff() {
    let refusal = answer(#"{"errors": [{"message": "GraphQL introspection is disabled."}]}"#)
    expectFailure(
      [refusal, refusal],
      "The server refuses introspection: GraphQL introspection is disabled. Ask its owners for the schema as a file, or "
        + "for an endpoint that allows it.")
  }

  @Test func saysWhatElseIsWrong() {
    expectFailure(
      [answer("", status: 401)],
      "The server asks who you are (status 401). Give it a header: --header 'Authorization: Bearer …'.")
    expectFailure(
      [answer("<html>", type: "text/html")],
      "The answer is a web page (status 200): that is not a GraphQL endpoint. Its address often ends in /graphql."
    )
    expectFailure(
      [answer("nothing", status: 404)],
      "The answer is no JSON (status 404): that is not a GraphQL endpoint. Its address often ends in /graphql."
    )
    expectFailure(
      [answer("<html><h1>503</h1>\n<p>Upstream is down</p></html>", status: 503, type: "text/html")],
      "The server cannot answer now (status 503): 503 Upstream is down. Try again later.")
    expectFailure(
      [answer(#"{"error": "busy"}"#, status: 503)],
      #"The server cannot answer now (status 503): {"error": "busy"}. Try again later."#)
    expectFailure([answer("", status: 502)], "The server cannot answer now (status 502). Try again later.")
    expectFailure(
      [answer("{}")],
      "The answer holds no schema (status 200): that is not a GraphQL endpoint. Its address often ends in /graphql."
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
