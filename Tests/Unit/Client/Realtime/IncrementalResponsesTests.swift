import Apus
import ApusPlatform
import ApusTesting
import Foundation
import Testing

@testable import ApusClient

@Suite(.timeLimit(.minutes(15))) struct IncrementalResponsesTests {
  private static let first = #"{"data":{"id":"1"},"hasNext":true}"#
  private static let announced =
    #"{"data":{"id":"1"},"pending":[{"id":"0","path":[],"label":"Card"}],"hasNext":true}"#
  private static let part =
    #"{"incremental":[{"path":[],"label":"Card","data":{"title":"T"}}],"hasNext":true}"#

  private func states(_ steps: GraphQLScriptedTransport.Step...) async throws -> [GraphQLResponse<
    DeferredQuery.Data
  >] {
    var states: [GraphQLResponse<DeferredQuery.Data>] = []
    for try await state in client(GraphQLScriptedTransport(steps)).responses(for: DeferredQuery()) {
      states.append(state)
    }
    return states
  }

  @Test func `each state, the last of them complete`() async throws {
    let states = try await states(.parts(Self.first, Self.part, #"{"hasNext":false}"#))
    #expect(states.map(\.isComplete) == [false, false, true])
    #expect(states.map { $0.data?.card.isPending } == [true, false, false])
    #expect(states.last?.data?.card.value?.title == "T")
  }

  @Test func `a part in pieces is there when it is whole`() async throws {
    // As graphql-core 3.3 sends a part that two other parts bring: two identifiers for one label at one path.
    let twice = #"""
      {"data":{"id":"1"},"pending":[{"id":"0","path":[],"label":"Card"},{"id":"1","path":[],"label":"Card"}],"hasNext":true}
      """#
    let nothing =
      #"{"incremental":[{"id":"1","data":{}}],"completed":[{"id":"1"}],"hasNext":true}"#
    let rest = #"{"incremental":[{"id":"0","data":{"title":"T"}}],"completed":[{"id":"0"}],"hasNext":false}"#
    let states = try await states(.parts(twice, nothing, rest))
    #expect(states.map(\.isComplete) == [false, false, true])
    #expect(
      states.map { $0.data?.card } == [
        .pending, .pending, .value(try DeferredQuery.Card(json: #"{"title":"T"}"#)),
      ])
    // What never comes is an error, and so is a first state that lacks something.
    let twiceEnd = #"{"completed":[{"id":"0"}],"hasNext":false}"#
    for steps in [[twice, nothing, twiceEnd], [#"{"data":{},"hasNext":true}"#, #"{"hasNext":false}"#]] {
      let error = await clientError {
        _ = try await self.states(
          steps.count > 2 ? .parts(steps[0], steps[1], steps[2]) : .parts(steps[0], steps[1]))
      }
      guard case .decoding = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
  }

  @Test func `a server that does not defer`() async throws {
    let inlined = #"{"data":{"id":"1","title":"T"}}"#
    let states = try await states(.json(inlined))
    #expect(states.map(\.isComplete) == [true])
    #expect(states.first?.data?.card.value?.title == "T")
    let data = try await client(GraphQLScriptedTransport([.json(inlined)])).fetch(DeferredQuery())
    #expect(data.card.value?.title == "T")
  }

  @Test func `a part that fails, in either format`() async throws {
    let old =
      #"{"incremental":[{"path":[],"label":"Card","data":null,"errors":[{"message":"no"}]}],"hasNext":false}"#
    let new = #"{"completed":[{"id":"0","errors":[{"message":"no"}]}],"hasNext":false}"#
    for steps in [[Self.first, old], [Self.announced, new]] {
      let last = try await states(.parts(steps[0], steps[1])).last
      #expect(last?.data?.card.errors.map(\.message) == ["no"])
      #expect(last?.errors.map(\.message) == ["no"])
      #expect(last?.isComplete == true)
    }
  }

  @Test func `an operation that is rejected`() async throws {
    let rejected = try await states(.errors(GraphQLError(message: "unknown directive")))
    #expect(rejected.map(\.errors.count) == [1])
    let error = await clientError { _ = try await states(.status(500)) }
    guard case .status = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a body that breaks off`() async throws {
    let server = GraphQLScriptedTransport(
      [.parts(Self.first), .parts(Self.first, "nonsense")], repeatsLast: true)
    var count = 0
    let error = await clientError {
      for try await _ in client(server).responses(for: DeferredQuery()) { count += 1 }
    }
    guard case .invalidPart = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(count == 1)
    let other = await clientError { _ = try await client(server).fetch(DeferredQuery()) }
    guard case .invalidPart = other else {
      Issue.record("\(String(describing: other))")
      return
    }
  }

  @Test func `the request accepts parts, a header field of the caller's counts`() async throws {
    let server = GraphQLScriptedTransport([.json(#"{"data":{"id":"1"}}"#)], repeatsLast: true)
    _ = try await client(server).fetch(DeferredQuery())
    var other = client(server)
    other.headers["Accept"] = "application/json"
    _ = try await other.fetch(DeferredQuery())
    let accepted = server.requests.map { $0.headers["Accept"] ?? "" }
    #expect(
      accepted[0].hasPrefix(
        "multipart/mixed;incrementalSpec=v0.2, multipart/mixed;deferSpec=20220824, application/graphql-response+json"
      ))
    #expect(accepted[1] == "application/json")
  }

  @Test func `null for what has come already says that the part failed`() throws {
    var merger = IncrementalMerger(["a": "...@a", "b-c": "...@bC"])
    try merger.take(GraphQLValue(json: #"{"data":{"artist":{"born":1},"list":[{"a":1}]},"hasNext":true}"#))
    let nulled =
      #"{"incremental":[{"path":[],"label":"a","data":{"artist":null},"errors":[{"message":"no"}]}],"hasNext":true}"#
    try merger.take(GraphQLValue(json: nulled))
    #expect(merger.response["data"]["artist"]["born"] == 1)
    #expect(merger.response["data"]["...@a"] == [["message": "no"]])
    try merger.take(
      GraphQLValue(json: #"{"incremental":[{"path":[],"label":"b-c","data":{"list":[]}}],"hasNext":false}"#))
    #expect(merger.response["data"]["list"][0]["a"] == 1)
    #expect(merger.response["data"]["...@bC"] == [])
    #expect(merger.isComplete)
  }

  /// A transport whose body rejects to be read further before the caller has seen what came.
  private struct PatientTransport: GraphQLStreamingTransport {
    struct Asked: Error {}

    let seen = Locked(0)
    let payloads: [String]

    func send(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse { throw Asked() }

    func stream(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPStream {
      let read = Locked(0)
      return GraphQLHTTPStream(
        status: 200, headers: ["Content-Type": "multipart/mixed;boundary=\"-\""],
        next: {
          let number = read.withLock { read in
            read += 1
            return read - 1
          }
          guard number < payloads.count else { return nil }
          if number > seen.withLock({ $0 }) { throw Asked() }
          let end = number == payloads.count - 1 ? "--\r\n" : "\r\n"
          let start = number == 0 ? "---\r\n" : ""
          let head = "Content-Type: application/json\r\n\r\n"
          return Data((start + head + payloads[number] + "\r\n---" + end).utf8)
        })
    }
  }

  @Test func `a state is shown before more of the body is read`() async throws {
    let transport = PatientTransport(payloads: [Self.first, Self.part, #"{"hasNext":false}"#])
    let client = GraphQLClient(url: endpoint, transport: transport, timeout: .seconds(3600))
    var titles: [String?] = []
    for try await state in client.responses(for: DeferredQuery()) {
      titles.append(state.data?.card.value?.title)
      transport.seen.withLock { $0 += 1 }
    }
    #expect(titles == [nil, "T", "T"])
  }
}
