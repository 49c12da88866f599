import Apus
import ApusPlatform
import ApusTesting
import Foundation
import Testing

import ApusClient

/// Responses that may come in parts: what is sent for them, which limits they have, and how they fail.
@Suite(.timeLimit(.minutes(15))) struct IncrementalExchangeTests {
  private static let whole = #"{"data":{"id":"1","title":"T"}}"#
  private static let first = #"{"data":{"id":"1"},"hasNext":true}"#
  private static let last =
    #"{"incremental":[{"path":[],"label":"Card","data":{"title":"T"}}],"hasNext":false}"#

  private func titles(
    _ client: GraphQLClient, _ options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) async throws -> [String?] {
    var titles: [String?] = []
    for try await state in client.responses(for: DeferredQuery(), options: options) {
      titles.append(state.data?.card.value?.title)
    }
    return titles
  }

  @Test func `without limits all parts come`() async throws {
    let client = GraphQLClient(
      url: endpoint, transport: GraphQLScriptedTransport([.parts(Self.first, Self.last)]), timeout: nil)
    #expect(try await titles(client) == [nil, "T"])
  }

  @Test func `a trusted document is asked for by its identifier`() async throws {
    let server = GraphQLScriptedTransport([.json(Self.whole)])
    var client = client(server)
    client.documents = .trusted
    #expect(try await titles(client) == ["T"])
    #expect(server.requests.first?.json == ["documentId": "0d1e", "operationName": "Deferred"])
  }

  /// A server that sends nothing after the header fields.
  private struct Silent: GraphQLStreamingTransport {
    func send(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse { throw URLError(.unknown) }
    func stream(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPStream {
      GraphQLHTTPStream(
        status: 200, headers: ["Content-Type": "multipart/mixed; boundary=-"],
        next: {
          try await Task.sleep(for: .seconds(3600))
          return nil
        })
    }
  }

  @Test(
    arguments: [
      (.milliseconds(60), .seconds(3600)), (.seconds(3600), .milliseconds(60)), (nil, .milliseconds(60)),
    ]
      as [(Duration?, Duration?)])
  func `the limit that ends first is the one that the error names`(
    _ timeout: Duration?, _ deadline: Duration?
  )
    async
  {
    let client = GraphQLClient(url: endpoint, transport: Silent(), timeout: timeout).with {
      $0.deadline = deadline
    }
    let error = await clientError { _ = try await titles(client) }
    guard case .timedOut(after: .milliseconds(60))? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a whole answer may have as many bytes as are allowed, in any pieces`() async throws {
    let pieces = [String(Self.whole.prefix(10)), String(Self.whole.dropFirst(10))]
    let server = StreamScript { _, _ in (200, ["Content-Type": "application/json"], pieces) }
    let client = GraphQLClient(url: endpoint, transport: server, timeout: .seconds(3600))
    let count = Self.whole.utf8.count
    #expect(try await titles(client, .limited(bytes: count)) == ["T"])
    let error = await clientError {
      _ = try await titles(client, .limited(bytes: count - 1))
    }
    guard case .responseTooLarge(let limit)? = error, limit == count - 1 else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `parts without a boundary in the header field have RFC 1341's`() async throws {
    let body = "\r\n---\r\n\r\n\(Self.first)\r\n---\r\n\r\n\(Self.last)\r\n-----"
    let server = StreamScript { _, _ in (200, ["Content-Type": "multipart/mixed"], [body]) }
    let client = GraphQLClient(url: endpoint, transport: server, timeout: .seconds(3600))
    #expect(try await titles(client).last == "T")
  }

  @Test func `a connection that breaks between two parts is an error of the transport`() async throws {
    struct Breaking: GraphQLStreamingTransport {
      private let parts = Locked(["\r\n---\r\n\r\n\(IncrementalExchangeTests.first)\r\n---"])

      func send(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse {
        throw URLError(.unknown)
      }
      func stream(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPStream {
        GraphQLHTTPStream(
          status: 200, headers: ["Content-Type": "multipart/mixed; boundary=-"],
          next: { [parts] in
            guard let part = parts.withLock({ $0.popLast() }) else {
              throw GraphQLConnectionError(.networkConnectionLost)
            }
            return Data(part.utf8)
          })
      }
    }
    for timeout in [nil, .seconds(3600)] as [Duration?] {
      let client = GraphQLClient(url: endpoint, transport: Breaking(), timeout: timeout)
      var titles: [String?] = []
      let error = await clientError {
        for try await state in client.responses(for: DeferredQuery()) {
          titles.append(state.data?.card.value?.title)
        }
      }
      #expect(titles == [nil])
      #expect(error?.description == "no response from the server: the connection broke")
    }
  }
}
