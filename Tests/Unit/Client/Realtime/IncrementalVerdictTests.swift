import Apus
import ApusTesting
import Foundation
import Testing

import ApusClient

/// `fetch` and `responses(for:)` on the same bodies, well-formed and not.
@Suite(.timeLimit(.minutes(15))) struct IncrementalVerdictTests {
  private static let old = #"{"data":{"id":"1"},"hasNext":true}"#
  private static let oldPart =
    #"{"incremental":[{"path":[],"label":"Card","data":{"title":"T"}}],"hasNext":true}"#
  private static let new =
    #"{"data":{"id":"1"},"pending":[{"id":"0","path":[],"label":"Card"}],"hasNext":true}"#
  private static let newPart =
    #"{"incremental":[{"id":"0","data":{"title":"T"}}],"hasNext":true}"#
  private static let completed = #"{"completed":[{"id":"0"}],"hasNext":true}"#
  private static let end = #"{"hasNext":false}"#

  private static func body(_ payloads: [String], end: String = "\r\n-----\r\n") -> String {
    payloads.map { "\r\n---\r\nContent-Type: application/json\r\n\r\n\($0)" }.joined() + end
  }

  static let whole = [
    body([old, oldPart, end]), body([old, "{}", oldPart, end, "{}"]), body([new, newPart, completed, end]),
    body([old, oldPart, end], end: ""), body([old, oldPart, end]) + "An epilogue {}",
    // A first state lacks something that comes later.
    body([
      #"{"data":{},"hasNext":true}"#, #"{"incremental":[{"path":[],"data":{"id":"1"}}],"hasNext":false}"#,
    ]),
  ]

  static let malformed = [
    // Something follows the last payload.
    body([old, oldPart, end, oldPart]), body([old, end, end]), body([new, newPart, completed, end, newPart]),
    body([old, oldPart, end, "nonsense"]), body([old, end, #"{"errors":[{"message":"no"}]}"#]),
    body([old, end, #"{"incr"#], end: ""), body([#"{"data":{"id":"1"}}"#, oldPart]),
    // The end is missing, or comes too early.
    body([]), body([old]), body([old, oldPart], end: ""), body([new, newPart, completed]),
    body([new, newPart, end]), body([new, end]), body([old, #"{"incremental":[{"path"#], end: ""),
    body([#"{"data":{"id":"1"},"pending":[{"id":"0","path":[]}]}"#]),
    // Parts that come before they are announced, after they ended, or twice.
    body([old, newPart, end]), body([new, newPart, completed, newPart, end]), body([old, completed, end]),
    body([new, newPart, completed, completed, end]), body([new, new, newPart, completed, end]),
    body([new, #"{"pending":[{"id":"0","path":[]}],"hasNext":true}"#, newPart, completed, end]),
    body([new, newPart, completed, #"{"incremental":[{"id":"0","path":[],"data":{"a":1}}],"hasNext":false}"#]
    ),
    // The first payload is missing, or comes again.
    body([oldPart, end]), body([end]), body([oldPart, old, end]), body([old, old, end]), body(["{}"]),
    // Payloads that are none.
    body([old, "[]", end]), body([old, "nonsense", oldPart, end]), body(["nonsense", old, end]),
    body([old, #"{"incremental":{},"hasNext":true}"#, end]), body([new, #"{"completed":"0"}"#]),
    body([old, #"{"path":[],"data":{"title":"T"},"hasNext":true}"#, end]),
    body([old, #"{"incremental":[{"path":["x"],"data":{}}],"hasNext":true}"#, end]),
    body([#"{"data":7,"hasNext":true}"#, end]), body([#"{"data":{},"hasNext":true}"#, end]),
  ]

  /// What each way to read a body says of it: `data`, or an error.
  private func verdicts(_ body: String) async -> [String] {
    let whole = GraphQLScriptedTransport(
      [
        .perform { _ in
          GraphQLHTTPResponse(
            status: 200, headers: ["Content-Type": "multipart/mixed;boundary=\"-\""], body: Data(body.utf8))
        }
      ], repeatsLast: true)
    var verdicts = [
      await verdict { try await client(whole).fetch(DeferredQuery()) },
      await verdict { try await Self.last(client(whole)) },
    ]
    for size in [1, 7, 10_000] {
      let bytes = Array(body.utf8)
      let pieces = stride(from: 0, to: bytes.count, by: size).map {
        String(decoding: bytes[$0..<min($0 + size, bytes.count)], as: UTF8.self)
      }
      let stream = StreamScript { _, _ in
        (200, ["Content-Type": "multipart/mixed;boundary=\"-\""], pieces)
      }
      let client = GraphQLClient(url: endpoint, transport: stream, timeout: .seconds(3600))
      verdicts.append(await verdict { try await Self.last(client) })
    }
    return verdicts
  }

  private func verdict(_ read: () async throws -> DeferredQuery.Data?) async -> String {
    do {
      return try await read().map { "\($0)" } ?? "nothing"
    } catch {
      return "error: \(error)"
    }
  }

  private static func last(_ client: GraphQLClient) async throws -> DeferredQuery.Data? {
    var last: GraphQLResponse<DeferredQuery.Data>?
    for try await state in client.responses(for: DeferredQuery()) {
      #expect(last?.isComplete != true)
      last = state
    }
    #expect(last?.isComplete == true)
    return last?.data
  }

  @Test(arguments: whole) func `one verdict on whole bodies`(_ body: String) async {
    let verdicts = await verdicts(body)
    #expect(Set(verdicts).count == 1)
    #expect(verdicts.first?.hasPrefix("error") == false)
  }

  @Test(arguments: malformed) func `one verdict on malformed bodies`(_ body: String) async {
    let verdicts = await verdicts(body)
    #expect(Set(verdicts).count == 1)
    #expect(verdicts.first?.hasPrefix("error") == true)
  }
}
