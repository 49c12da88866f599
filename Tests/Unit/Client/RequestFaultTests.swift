import Apus
import ApusClient
import ApusTesting
import Foundation
import Testing

/// Requests that cannot be made, and answers that do not fit them.
@Suite(.timeLimit(.minutes(15))) struct RequestFaultTests {
  @Test func `a batch of nothing sends nothing, and one whose data does not fit is an error`() async throws {
    let server = GraphQLScriptedTransport([.json(#"[{"data":{"hello":"a"}},{"data":{"hello":7}}]"#)])
    let client = client(server)
    #expect(try await client.batch([] as [HelloQuery]).isEmpty && server.requests.isEmpty)
    let error = await clientError { _ = try await client.batch([HelloQuery(), HelloQuery()]) }
    #expect(error?.description == "Hello: hello: expected String, found 7")
  }

  @Test(arguments: [400, 404, 500])
  func `a status without the error of an unknown hash is thrown as it is`(_ status: Int) async throws {
    let server = GraphQLScriptedTransport([.status(status, body: "no")])
    var client = client(server)
    client.documents = .automaticallyPersisted
    let error = await clientError { _ = try await client.fetch(HelloQuery()) }
    guard case .status(let failure)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(failure.status == status && server.requests.count == 1)
  }

  @Test(arguments: ["http://127.0.0.1/graphql?", "http://127.0.0.1/graphql"])
  func `the first parameter of a URL has no ampersand before it`(_ text: String) async throws {
    let server = GraphQLScriptedTransport([.json(world)])
    let client = GraphQLClient(
      url: try #require(URL(string: text)), transport: server, timeout: .seconds(3600))
    _ = try await client.fetch(HelloQuery(), options: GraphQLRequestOptions(method: .get))
    #expect(server.requests.first?.url.query?.hasPrefix("query=query%20Hello") == true)
  }

  @Test func `a file is null outside of a request, and is not decoded`() throws {
    let upload = GraphQLUpload(data: Data(), fileName: "a")
    #expect(try SendMutation(files: [upload]).jsonString() == #"{"files":[null]}"#)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([GraphQLUpload].self, from: Data("[{}]".utf8))
    }
  }
}
