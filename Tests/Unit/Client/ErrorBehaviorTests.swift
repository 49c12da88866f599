import Apus
import ApusClient
import ApusTesting
import Foundation
import Testing

/// `onError` in requests: by their options, else by the operation, else by the client.
@Suite(.timeLimit(.minutes(15))) struct ErrorBehaviorTests {
  /// An operation that was compiled with `"onError": "NULL"`.
  private struct KeptQuery: GraphQLQuery {
    static let operationName = "Kept"
    static let operationDocument = "query Kept{hello}"
    static let operationID = "f7"
    static let onError: GraphQLErrorBehavior? = .null
    typealias Data = HelloQuery.Data

    init() {}
    init(_reading reader: inout GraphQLReader) throws {}
    func _write(to writer: inout GraphQLWriter) {}
  }

  private func client(_ server: GraphQLScriptedTransport, _ onError: GraphQLErrorBehavior?) -> GraphQLClient {
    GraphQLClient(url: endpoint, transport: server, timeout: .seconds(3600)).with { $0.onError = onError }
  }

  @Test(
    arguments: [
      (nil, nil, nil, nil), (nil, .null, nil, "NULL"), (nil, .null, .halt, "HALT"),
      (.null, .halt, nil, "NULL"),
      (.null, .halt, .propagate, "PROPAGATE"), (nil, nil, .propagate, "PROPAGATE"), (.null, nil, nil, "NULL"),
    ] as [(GraphQLErrorBehavior?, GraphQLErrorBehavior?, GraphQLErrorBehavior?, String?)])
  func `a request's own is before its operation's, and that before the client's`(
    _ compiled: GraphQLErrorBehavior?, _ ofClient: GraphQLErrorBehavior?, _ own: GraphQLErrorBehavior?,
    _ sent: String?
  ) async throws {
    let server = GraphQLScriptedTransport([.json(world)])
    let (client, options) = (client(server, ofClient), GraphQLRequestOptions(onError: own))
    if compiled == nil {
      _ = try await client.fetch(HelloQuery(), options: options)
    } else {
      _ = try await client.fetch(KeptQuery(), options: options)
    }
    #expect(server.requests.first?.json["onError"].string == sent)
  }

  @Test func `every way to send an operation has it`() async throws {
    let batch = GraphQLScriptedTransport.Step.json("[\(world),\(world)]")
    let miss = GraphQLScriptedTransport.Step.json(#"{"errors":[{"message":"PersistedQueryNotFound"}]}"#)
    let sent = GraphQLScriptedTransport.Step.json(#"{"data":{"send":null}}"#)
    let server = GraphQLScriptedTransport([
      .json(world), batch, miss, .json(world), .json(world), sent, .json(world),
    ])
    var client = client(server, .null)
    _ = try await client.fetch(HelloQuery(), options: GraphQLRequestOptions(method: .get))
    #expect(server.requests.last?.url.query?.hasSuffix("&operationName=Hello&onError=NULL") == true)
    _ = try await client.batch(HelloQuery(), KeptQuery())
    #expect(server.requests.last?.json.list?.map { $0["onError"] } == ["NULL", "NULL"])
    client.documents = .automaticallyPersisted
    _ = try await client.fetch(HelloQuery())
    #expect(server.requests.suffix(2).map { $0.json["onError"] } == ["NULL", "NULL"])
    client.documents = .trusted
    _ = try await client.fetch(HelloQuery())
    #expect(
      server.requests.last?.json == ["documentId": "a1b2", "operationName": "Hello", "onError": "NULL"])
    client.documents = .text
    let file = GraphQLUpload(data: Data("x".utf8), fileName: "x.txt", contentType: "text/plain")
    _ = try await client.perform(SendMutation(files: [file]))
    #expect(
      server.requests.last?.bodyText.contains(#""onError":"NULL""#) == true)
    _ = try await client.fetch(GraphQLText("{hello}"))
    #expect(server.requests.last?.json["onError"] == "NULL")
  }

  @Test func `subscriptions have it`() async throws {
    let transport = GraphQLScriptedSubscriptions([.json(world)])
    var client = GraphQLClient(url: endpoint, subscriptions: transport).with { $0.onError = .halt }
    for try await _ in client.subscribe(to: HelloSubscription()) {}
    client.onError = nil
    for try await _ in client.subscribe(
      to: HelloSubscription(), options: GraphQLSubscriptionOptions(onError: .null))
    {}
    for try await _ in client.subscribe(to: HelloSubscription()) {}
    #expect(transport.requests.map { $0.http.json["onError"].string } == ["HALT", "NULL", nil])
  }

  @Test func `a request body of one's own has it`() throws {
    func behavior(_ body: [UInt8]) throws -> GraphQLValue { try GraphQLValue(json: body)["onError"] }
    #expect(try behavior(KeptQuery().requestBody()) == "NULL")
    #expect(try behavior(KeptQuery().requestBody(onError: .halt)) == "HALT")
    #expect(try behavior(HelloQuery().requestBody()) == .null)
  }

  @Test func `a null of a non-null field is the field's error`() async throws {
    let failed = #"{"data":{"hello":null},"errors":[{"message":"gone","path":["hello"]}]}"#
    let client = client(GraphQLScriptedTransport([.json(failed), .json(failed)]), .null)
    let response = try await client.response(for: HelloQuery())
    #expect(response.data == nil && response.errors.map(\.message) == ["gone"])
    guard case .graphQL(let failure)? = await clientError({ _ = try await client.fetch(HelloQuery()) }) else {
      Issue.record("no error of GraphQL")
      return
    }
    #expect(failure.errors.map(\.path) == [["hello"]])
  }
}
