import Apus
import ApusPlatform
import Foundation
import Testing

@testable import ApusClient

/// Mutations carried out beside what the caller was told, and for whom: `Tests/Systems/IntegrationServer/executions.py` executes them, or
/// refuses to, and answers in every way. Interceptors do their best to send each mutation again, users take turns, and some mutations are
/// cancelled by callers whose interceptors close the client then.
@Suite(
  .serialized, .timeLimit(.minutes(15)),
  .enabled(if: IntegrationServer.python != nil, "There is no Python for the server."))
struct ExecutionLedgerTests {
  private struct Ready: Decodable, Sendable { let port: Int }

  private static let carriers: [String] = {
    #if os(Linux)
      GraphQLCurlTransport() == nil ? ["socket"] : ["system", "stream", "socket"]
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

  /// Notes for whom a mutation is sent first, and closes the client when one is cancelled.
  private struct Innermost: GraphQLInterceptor {
    let users = Locked<[Int: String]>([:])
    let close = Locked<@Sendable () -> Void>({})

    func intercept(
      _ request: GraphQLHTTPRequest, next: @escaping GraphQLNext
    ) async throws -> GraphQLHTTPResponse {
      let number = request.context[Number.self]
      let user = Session.user(request.headers["Authorization"])
      users.withLock { if $0[number] == nil { $0[number] = user } }
      return try await withTaskCancellationHandler {
        try await next(request)
      } onCancel: {
        close.withLock { $0 }()
      }
    }
  }

  private enum Number: GraphQLContextKey {
    static var defaultValue: Int { -1 }
  }

  /// Users who take turns, and their tokens.
  private struct Session: Sendable {
    var user = 0
    var tokenCount = 0

    mutating func token(of user: Int? = nil) -> String {
      tokenCount += 1
      let claims = Data(#"{"sub":"\#(user ?? self.user)","jti":"\#(tokenCount)"}"#.utf8).base64EncodedString()
      return "e30.\(claims.filter { $0 != "=" }).s"
    }

    /// The user of a token, with or without `Bearer`.
    static func user(_ token: String?) -> String? {
      guard let token, case let parts = token.split(separator: "."), parts.count == 3 else { return nil }
      let padding = String(repeating: "=", count: (4 - parts[1].count % 4) % 4)
      return Data(base64Encoded: parts[1] + padding).flatMap {
        String(decoding: $0, as: UTF8.self).split(separator: "\"").dropFirst(3).first.map(String.init)
      }
    }
  }

  private struct Execution: Decodable {
    let number: Int
    let authorization: String
  }

  private struct AddBook: GraphQLMutation {
    static let operationName = "AddBook"
    static let operationDocument = "mutation AddBook($number:Int){addBook(number:$number){id}}"
    static let operationID = "1"
    var number: Int

    init(number: Int) { self.number = number }
    init(_reading reader: inout GraphQLReader) throws { number = try reader.int("number") }
    func _write(to writer: inout GraphQLWriter) { writer.int("number", number) }

    struct Data: GraphQLObject {
      let addBook: GraphQLValue
      init(_reading reader: inout GraphQLReader) throws { addBook = try reader.value("addBook") }
      func _write(to writer: inout GraphQLWriter) { writer.value("addBook", addBook) }
    }
  }

  private enum Told { case executed, rejected, unknown }

  private func perform(_ number: Int, _ carrier: String, _ client: GraphQLClient) async -> Told {
    var options = GraphQLRequestOptions()
    options.context[Number.self] = number
    do {
      if carrier == "stream" {
        var response: GraphQLResponse<AddBook.Data>?
        for try await next in client.responses(for: AddBook(number: number), options: options) {
          response = next
        }
        if let response, response.data == nil {
          return GraphQLExecution(hasData: false, response.errors) == .rejected ? .rejected : .unknown
        }
      } else {
        _ = try await client.perform(AddBook(number: number), options: options)
      }
      return .executed
    } catch let error as GraphQLClientError {
      switch error.execution {
      case .executed: return .executed
      case .notSent, .rejected: return .rejected
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
    var configuration = GraphQLWebSocketTransport.Configuration()
    configuration.reconnect.firstDelay = .milliseconds(1)
    var client = GraphQLClient(url: url)
    client.maximumResponseBytes = 4000
    client.documents = documents
    let http = client.transport
    if carrier == "socket" { client.transport = GraphQLWebSocketTransport(configuration: configuration) }
    let session = Locked(Session())
    let innermost = Innermost()
    client.interceptors = [
      GraphQLRetryInterceptor(firstDelay: .milliseconds(1)) { _, _ in true }, Stubborn(),
      GraphQLAuthenticationInterceptor {
        session.withLock { $0.token() }
      } refresh: { refused in
        session.withLock { $0.token(of: Session.user(refused).flatMap { Int($0) }) }
      }, innermost,
    ]
    innermost.close.withLock { [client] in $0 = { client.close() } }
    let count = 320
    let told = await withTaskGroup(of: [(Int, Told)].self) { [client] group in
      for lane in 0..<4 {
        group.addTask {
          var told: [(Int, Told)] = []
          for number in stride(from: lane, to: count, by: 4) {
            if number % 5 == 0 { session.withLock { $0.user = ($0.user + 1) % 2 } }
            let task = Task { await perform(number, carrier, client) }
            if number > 200, number % 16 == 3 {
              for _ in 0..<(number % 7) { await Task.yield() }
              task.cancel()
            }
            told.append((number, await task.value))
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
    let executions = try JSONDecoder().decode([Execution].self, from: body)
    let ledger = Dictionary(executions.map { ($0.number, 1) }, uniquingKeysWith: +)
    let users = innermost.users.withLock { $0 }
    for execution in executions {
      #expect(
        Session.user(execution.authorization) == users[execution.number],
        "\(execution.number) is another user's")
    }
    #expect(Set(users.values) == ["0", "1"])
    #expect(told.count == count)
    for (number, told) in told {
      let executions = ledger[number] ?? 0
      switch told {
      case .executed: #expect(executions == 1, "\(number) was executed")
      case .rejected: #expect(executions == 0, "\(number) was rejected")
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
