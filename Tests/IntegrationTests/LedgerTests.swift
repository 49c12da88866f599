import Foundation
import Testing

@testable import ApusClient

/// A mutation is carried out at most once, whatever becomes of the server: `Tests/IntegrationServer/ledger.py`.
@Suite(
  .serialized, .timeLimit(.minutes(10)),
  .enabled(if: IntegrationServer.python != nil, "There is no Python for the server."))
struct LedgerTests {
  private struct Ready: Decodable, Sendable { let port: Int }

  private enum Outcome: Sendable { case success, unknown, notSent }

  private static let transports: [String] = ["curl", "urlsession"]

  private func transport(_ name: String) -> any GraphQLTransport {
    #if os(Linux)
      if name == "curl", let transport = CurlTransport() { return transport }
    #endif
    return URLSessionTransport()
  }

  private func ledger(_ server: ServerProcess<Ready>) async throws -> [Int: Int] {
    let url = try #require(URL(string: "http://127.0.0.1:\(server.ready.port)/ledger"))
    let request = GraphQLHTTPRequest(method: .get, url: url, isIdempotent: true)
    let body = try await URLSessionTransport().send(request).body
    return Dictionary(try JSONDecoder().decode([Int].self, from: body).map { ($0, 1) }, uniquingKeysWith: +)
  }

  private func send(_ number: Int, to url: URL, over transport: any GraphQLTransport) async throws -> Outcome
  {
    let chain = InterceptorChain(
      interceptors: [RetryInterceptor(firstDelay: .milliseconds(1))], transport: transport)
    let request = GraphQLHTTPRequest(
      url: url, body: .bytes(Data("\(number)".utf8)), timeout: .seconds(60))
    do {
      let response = try await chain.send(request)
      return response.status == 200 ? .success : .unknown
    } catch GraphQLClientError.outcomeUnknown {
      return .unknown
    } catch GraphQLClientError.transport {
      return .notSent
    }
  }

  @Test(arguments: LedgerTests.transports)
  func `a thousand mutations against workers that die at random moments`(_ name: String) async throws {
    let server = try await ServerProcess<Ready>.start("ledger.py")
    defer { server.stop() }
    let url = try #require(URL(string: "http://127.0.0.1:\(server.ready.port)/dying"))
    let transport = transport(name)
    var outcomes: [Int: Outcome] = [:]
    try await withThrowingTaskGroup(of: [(Int, Outcome)].self) { group in
      for lane in 0..<8 {
        group.addTask {
          var outcomes: [(Int, Outcome)] = []
          for number in stride(from: lane, to: 1000, by: 8) {
            outcomes.append((number, try await send(number, to: url, over: transport)))
          }
          return outcomes
        }
      }
      for try await lane in group { for (number, outcome) in lane { outcomes[number] = outcome } }
    }
    let ledger = try await ledger(server)
    #expect(outcomes.count == 1000)
    for (number, outcome) in outcomes {
      let entries = ledger[number] ?? 0
      switch outcome {
      case .success: #expect(entries == 1, "\(number) succeeded")
      case .unknown: #expect(entries <= 1, "\(number) has an unknown outcome")
      case .notSent: #expect(entries == 0, "\(number) was not sent")
      }
    }
    // The server did die, before and after it wrote the ledger.
    let unknown = outcomes.filter { $0.value == .unknown }.keys
    #expect(unknown.contains { ledger[$0] == 1 })
    #expect(unknown.contains { ledger[$0] == nil })
    #expect(outcomes.values.contains(.success))
  }

  @Test(arguments: LedgerTests.transports)
  func `none is doubled by a server that closes after each third answer`(_ name: String) async throws {
    let server = try await ServerProcess<Ready>.start("ledger.py")
    defer { server.stop() }
    let url = try #require(URL(string: "http://127.0.0.1:\(server.ready.port)/thirds"))
    let transport = transport(name)
    var outcomes: [Outcome] = []
    for number in 0..<3000 { outcomes.append(try await send(number, to: url, over: transport)) }
    let ledger = try await ledger(server)
    // A mutation that leaves while the server closes has an unknown outcome: nobody can tell that it was not carried out.
    for (number, outcome) in outcomes.enumerated() {
      let entries = ledger[number] ?? 0
      #expect(outcome == .success ? entries == 1 : entries <= 1, "\(number)")
    }
    #expect(outcomes.contains(.success))
  }
}
