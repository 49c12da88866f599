import Apus
import ApusClient
import ApusTesting
import Foundation
import Testing

/// What `ApusTesting` gives to tests.
@Suite(.timeLimit(.minutes(15))) struct TestingTransportTests {
  @Test func `a script's data is a response's`() async throws {
    let client = client(GraphQLScriptedTransport([.data(HelloQuery.Data(hello: "you"))]))
    #expect(try await client.fetch(HelloQuery()).hello == "you")
  }

  @Test func `a script that has ended says so`() async throws {
    let client = client(GraphQLScriptedTransport([]))
    let error = await clientError { _ = try await client.fetch(HelloQuery()) }
    #expect(error?.description.contains("no response for request 1, Hello; add a step") == true)
    let short = GraphQLClient(
      url: endpoint, transport: GraphQLScriptedTransport([.json(world), .json(#"{"data":{"hello":"you"}}"#)]))
    #expect(
      try await [short.fetch(HelloQuery()).hello, short.fetch(HelloQuery()).hello] == ["world", "you"])
    for number in [3, 4] {
      let error = await clientError { _ = try await short.fetch(HelloQuery()) }
      #expect(error?.description.contains("no response for request \(number), Hello; add a step") == true)
    }
  }

  @Test func `what is recorded can be replayed, by variables`() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("apus-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let responses = GraphQLRecordedResponses(folder: folder)
    let server = GraphQLScriptedTransport([.json(world), .json(#"{"data":{"hello":"swift"}}"#), .status(503)])
    let recording = GraphQLClient(
      url: endpoint, transport: responses.recordingTransport(server), timeout: .seconds(3600))
    _ = try await recording.fetch(HelloQuery())
    _ = try await recording.fetch(HelloQuery(name: .value("swift")))
    #expect(await clientError { _ = try await recording.fetch(HelloQuery(name: .value("none"))) } != nil)

    let replaying = GraphQLClient(
      url: endpoint, transport: responses.replayingTransport(), timeout: .seconds(3600))
    #expect(try await replaying.fetch(HelloQuery()).hello == "world")
    #expect(try await replaying.fetch(HelloQuery(name: .value("swift"))).hello == "swift")
    let error = await clientError { _ = try await replaying.fetch(HelloQuery(name: .value("none"))) }
    #expect(error?.description.contains("no recorded response for Hello") == true)
    try Data(#"{"data":{"hello":"any"}}"#.utf8).write(to: folder.appendingPathComponent("Hello.json"))
    #expect(try await replaying.fetch(HelloQuery(name: .value("none"))).hello == "any")
  }

  @Test func `a batch is neither recorded nor replayed, and says so`() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("apus-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let responses = GraphQLRecordedResponses(folder: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("[\(world),\(world)]".utf8).write(to: folder.appendingPathComponent("Hello.json"))
    let server = GraphQLScriptedTransport([.json("[\(world),\(world)]")])
    for transport in [
      responses.recordingTransport(server), responses.replayingTransport(),
    ] as [any GraphQLTransport] {
      let client = GraphQLClient(url: endpoint, transport: transport, timeout: .seconds(3600))
      let error = await clientError { _ = try await client.batch(HelloQuery(), HelloQuery()) }
      #expect(error?.description.contains("only single operations are recorded, not batches: Hello") == true)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Hello.json"])
  }

  @Test func `a missing recording names the folder and the files`() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("apus-\(UUID().uuidString)")
    let transport = GraphQLRecordedResponses(folder: folder).replayingTransport()
    let replaying = GraphQLClient(url: endpoint, transport: transport, timeout: .seconds(3600))
    let error = await clientError { _ = try await replaying.fetch(HelloQuery()) }
    let text = try #require(error?.description)
    #expect(text.contains("\(folder.path) has neither Hello-"))
    #expect(text.contains(".json nor Hello.json"))
  }

  @Test func `a script's requests give operation and variables, typed`() async throws {
    let server = GraphQLScriptedTransport(
      [.json(world), .json("[\(world),{\"data\":{\"send\":null}}]")], repeatsLast: true)
    let upload = GraphQLUpload(data: Data(), fileName: "a")
    _ = try await client(server).fetch(
      HelloQuery(name: .value("you")), options: GraphQLRequestOptions(method: .get))
    _ = try await client(server).batch(HelloQuery(name: .null), SendMutation())
    _ = await clientError { _ = try await client(server).perform(SendMutation(files: [upload])) }
    #expect(server.requests.map(\.operationName) == ["Hello", "Hello", "Send"])
    #expect(server.requests.map { $0.operation(HelloQuery.self)?.name } == [.value("you"), .null, nil])
    #expect(server.requests.map { $0.operation(SendMutation.self)?.files } == [nil, [], [upload]])
  }

  @Test func `a subscription that was not recorded says so`() async throws {
    let folder = URL(fileURLWithPath: "/nowhere")
    let replaying = GraphQLRecordedResponses(folder: folder).replayingSubscriptions()
    let client = GraphQLClient(url: endpoint, subscriptions: replaying, timeout: .seconds(3600))
    let missing = await #expect(throws: TestingError.self) {
      for try await _ in client.subscribe(to: HelloSubscription()) {}
    }
    #expect(missing?.description == "there are no recorded events: /nowhere has no HelloAgain.jsonl")
    let nameless = await #expect(throws: TestingError.self) {
      _ = try await replaying.events(for: GraphQLSubscriptionRequest(http: GraphQLHTTPRequest(url: endpoint)))
    }
    #expect(nameless?.description == "a subscription without a name is not recorded")
  }

  @Test func `an answer that is missing says so everywhere`() async throws {
    let error = await #expect(throws: TestingError.self) {
      try await GraphQLScriptedTransport([]).send(GraphQLHTTPRequest(url: endpoint))
    }
    #expect((error as (any Error)?)?.localizedDescription == error?.description)
  }
}
