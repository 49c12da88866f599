import Apus
import Foundation
import Testing

@testable import ApusClient

/// Mutations carried out beside what the caller was told: `Tests/Systems/IntegrationServer/executions.py` executes them, or refuses to, and
/// answers in every way. Interceptors do their best to send each mutation again.
@Suite(
  .serialized, .timeLimit(.minutes(5)),
  .enabled(if: IntegrationServer.python != nil, "There is no Python for the server."))
struct ExecutionLedgerTests {
  private struct Ready: Decodable, Sendable { let port: Int }

  private static let carriers: [String] = {
    #if os(Linux)
      CurlTransport() == nil ? ["socket"] : ["system", "stream", "socket"]
    #else
      ["system", "stream", "socket"]
    #endif
  }()

  /// Sends everything twice that did not succeed, whatever it was.
  private struct Stubborn: GraphQLInterceptor {
    func intercept(
      _ request: GraphQLHTTPRequest, next: @escaping GraphQLNext
    ) async throws -> GraphQLHTTPResponse {
      do {
        let response = try await next(request)
        if response.status == 200, response.graphQLErrors().isEmpty { return response }
      } catch {}
      var request = request
      // Changes what it can, to look like another request.
      request.headers["X-Attempt"] = "2"
      request.body = .bytes(Data((String(decoding: request.bodyBytes, as: UTF8.self) + " ").utf8))
      return try await next(request)
    }
  }

  private struct AddBook: GraphQLMutation {
    static let operationName = "AddBook"
    static let operationDocument = "mutation AddBook($number:Int){addBook(number:$number){id}}"
    static let operationID = "1"
    var number: Int

    init(number: Int) { self.number = number }
    init(_reading reader: inout ObjectReader) throws { number = try reader.int("number") }
    func _write(to writer: inout ObjectWriter) { writer.int("number", number) }

    struct Data: GraphQLObject {
      let addBook: GraphQLValue
      init(_reading reader: inout ObjectReader) throws { addBook = try reader.value("addBook") }
      func _write(to writer: inout ObjectWriter) { writer.value("addBook", addBook) }
    }
  }

  private enum Told { case executed, refused, unknown }

  private func perform(_ number: Int, _ carrier: String, _ client: GraphQLClient) async -> Told {
    do {
      if carrier == "stream" {
        var response: GraphQLResponse<AddBook.Data>?
        for try await next in client.responses(for: AddBook(number: number)) { response = next }
        if let response, response.data == nil {
          return GraphQLExecution(hasData: false, response.errors) == .refused ? .refused : .unknown
        }
      } else {
        _ = try await client.perform(AddBook(number: number))
      }
      return .executed
    } catch let error as GraphQLClientError {
      switch error.execution {
      case .executed: return .executed
      case .notSent, .refused: return .refused
      case .unknown: return .unknown
      }
    } catch {
      return .unknown
    }
  }

  @Test(
    arguments: carriers, [GraphQLDocumentPolicy.text, .automaticallyPersisted])
  func `no mutation is executed twice, and callers know what became of it`(
    _ carrier: String, _ documents: GraphQLDocumentPolicy
  ) async throws {
    let server = try await ServerProcess<Ready>.start("executions.py")
    defer { server.stop() }
    let url = try #require(URL(string: "http://127.0.0.1:\(server.ready.port)/graphql"))
    var configuration = WebSocketTransport.Configuration()
    configuration.reconnect.firstDelay = .milliseconds(1)
    var client = GraphQLClient(url: url, maximumResponseBytes: 4000, documents: documents)
    let http = client.transport
    if carrier == "socket" { client.transport = WebSocketTransport(configuration: configuration) }
    client.interceptors = [
      RetryInterceptor(firstDelay: .milliseconds(1)) { _, _ in true }, Stubborn(),
      AuthenticationInterceptor {
        "old"
      } refresh: { _ in
        UUID().uuidString
      },
    ]
    let count = 320
    let told = await withTaskGroup(of: [(Int, Told)].self) { [client] group in
      for lane in 0..<4 {
        group.addTask {
          var told: [(Int, Told)] = []
          for number in stride(from: lane, to: count, by: 4) {
            told.append((number, await perform(number, carrier, client)))
          }
          return told
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    let ledgerURL = try #require(URL(string: "http://127.0.0.1:\(server.ready.port)/ledger"))
    let body = try await http.send(
      GraphQLHTTPRequest(method: .get, url: ledgerURL, isIdempotent: true)
    ).body
    let ledger = Dictionary(
      try JSONDecoder().decode([Int].self, from: body).map { ($0, 1) }, uniquingKeysWith: +)
    #expect(told.count == count)
    for (number, told) in told {
      let executions = ledger[number] ?? 0
      switch told {
      case .executed: #expect(executions == 1, "\(number) was executed")
      case .refused: #expect(executions == 0, "\(number) was refused")
      case .unknown: #expect(executions <= 1, "\(number) is unknown")
      }
    }
    // Refusals of tokens were followed by another attempt.
    #expect(told.contains { $0.1 == .executed } && told.contains { $0.1 == .unknown })
  }
}

extension GraphQLHTTPRequest {
  fileprivate var bodyBytes: Data { if case .bytes(let data) = body { data } else { Data() } }
}
