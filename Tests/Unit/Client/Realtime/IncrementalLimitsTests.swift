import Apus
import ApusPlatform
import ApusTesting
import Foundation
import Testing

import ApusClient

/// Responses of very many parts: what they cost, and what limits them.
@Suite(.timeLimit(.minutes(15))) struct IncrementalLimitsTests {
  private static let first = #"{"data":{"id":"1"},"hasNext":true}"#
  private static let empty = part("{}")

  private static func part(_ payload: String) -> String {
    "\r\n---\r\nContent-Type: application/json\r\n\r\n\(payload)"
  }

  /// Answers with a body that repeats its last piece without end.
  private struct EndlessTransport: GraphQLStreamingTransport {
    let piece: String

    func send(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse { throw URLError(.unknown) }

    func stream(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPStream {
      let bytes = Data(piece.utf8)
      return GraphQLHTTPStream(
        status: 200, headers: ["Content-Type": "multipart/mixed;boundary=\"-\""],
        next: {
          await Task.yield()
          return bytes
        })
    }
  }

  private func error(
    _ transport: any GraphQLTransport, _ options: GraphQLRequestOptions
  ) async -> GraphQLClientError? {
    let client = GraphQLClient(url: endpoint, transport: transport, timeout: .seconds(3600))
    return await clientError {
      for try await _ in client.responses(for: DeferredQuery(), options: options) {}
    }
  }

  @Test func `a flood of empty parts ends with the time limit`() async {
    var options = GraphQLRequestOptions.limited(bytes: .max, parts: .max)
    options.timeout = .after(.milliseconds(200))
    let error = await error(EndlessTransport(piece: Self.empty), options)
    guard case .timedOut(after: .milliseconds(200)) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a flood of empty parts ends with the limit of bytes`() async {
    let options = GraphQLRequestOptions.limited(bytes: 100_000, parts: .max)
    let error = await error(EndlessTransport(piece: Self.empty), options)
    guard case .responseTooLarge(limit: 100_000) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a flood of empty parts ends with the limit of parts, which the error names`() async {
    let options = GraphQLRequestOptions.limited(parts: 1000)
    let error = await error(EndlessTransport(piece: Self.empty), options)
    guard case .tooManyParts(limit: 1000) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.description == "the response has more than 1000 parts, the limit of `maximumParts`")
  }

  /// A request's own limit counts, higher or lower than the client's.
  @Test(arguments: [(3, nil), (2, nil), (2, 3), (3, 2)] as [(Int, Int?)])
  func `the limit of parts holds for whole bodies, and allows as many`(
    _ limit: Int, _ requestLimit: Int?
  ) async {
    let server = GraphQLScriptedTransport(
      [.parts(Self.first, "{}", #"{"hasNext":false}"#)], repeatsLast: true)
    var client = client(server)
    client.maximumParts = limit
    let options = GraphQLRequestOptions.limited(parts: requestLimit)
    let errors = [
      await clientError { _ = try await client.fetch(DeferredQuery(), options: options) },
      await clientError { for try await _ in client.responses(for: DeferredQuery(), options: options) {} },
    ]
    for error in errors {
      if requestLimit ?? limit == 3 {
        #expect(error == nil)
      } else if case .tooManyParts(limit: 2) = error {
      } else {
        Issue.record("\(String(describing: error))")
      }
    }
  }

  @Test func `the default limit rejects 200,000 empty parts`() async {
    let parts = String(repeating: Self.empty, count: 200_000)
    let server = GraphQLScriptedTransport(
      [
        .perform { _ in
          GraphQLHTTPResponse(
            status: 200, headers: ["Content-Type": "multipart/mixed;boundary=\"-\""],
            body: Data((Self.part(Self.first) + parts + Self.part(#"{"hasNext":false}"#)).utf8))
        }
      ], repeatsLast: true)
    let error = await clientError { _ = try await client(server).fetch(DeferredQuery()) }
    guard case .tooManyParts(limit: 100_000) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  // MARK: - States

  /// The sizes of all states of a response of so many parts, each of which makes the response longer by so many bytes.
  private func stateSizes(
    partCount: Int, isWhole: Bool, partSize: Int = 1000
  ) async throws -> (states: [Int], received: Int) {
    let text = String(repeating: "x", count: partSize)
    var pieces = [Self.part(Self.first)]
    pieces += (0..<partCount).map {
      Self.part(#"{"incremental":[{"path":[],"data":{"f\#($0)":"\#(text)"}}],"hasNext":true}"#)
    }
    pieces.append(Self.part(#"{"hasNext":false}"#) + "\r\n-----\r\n")
    if isWhole { pieces = [pieces.joined()] }
    let answer = pieces
    let server = StreamScript { _, _ in
      (200, ["Content-Type": "multipart/mixed;boundary=\"-\""], answer)
    }
    let sizes = Locked<[Int]>([])
    var options = GraphQLRequestOptions()
    options.onDecoding = { body in sizes.withLock { $0.append(body.json.count) } }
    let client = GraphQLClient(url: endpoint, transport: server, timeout: .seconds(3600))
    for try await _ in client.responses(for: DeferredQuery(), options: options) {}
    return (sizes.withLock { $0 }, answer.map(\.utf8.count).reduce(0, +))
  }

  @Test func `each part of a small response has a state, also if all come at once`() async throws {
    for isWhole in [true, false] {
      #expect(try await stateSizes(partCount: 20, isWhole: isWhole).states.count == 22)
    }
  }

  @Test func `parts that have come are read together, once the states have cost enough`() async throws {
    let (states, received) = try await stateSizes(partCount: 600, isWhole: true)
    let last = try #require(states.last)
    #expect(last > 600_000)
    #expect(states.reduce(0, +) <= 1 << 20 + 4 * received + 2 * last)
    #expect(states.count > 20)
  }

  @Test func `a part that comes alone has a state, whatever the states have cost`() async throws {
    let (states, received) = try await stateSizes(partCount: 60, isWhole: false, partSize: 2000)
    #expect(states.count == 62)
    #expect(states.reduce(0, +) > 1 << 20 + 4 * received)
  }
}
