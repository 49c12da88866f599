import Foundation
import Testing

@testable import ApusClient

/// A mutation is carried out at most once, whatever becomes of the server: `Tests/Systems/IntegrationServer/ledger.py`.
@Suite(
  .serialized, .timeLimit(.minutes(15)),
  .enabled(if: IntegrationServer.python != nil, "There is no Python for the server."))
struct LedgerTests {
  private struct Ready: Decodable, Sendable { let port: Int }

  private enum Outcome: Sendable { case success, unknown, notSent }

  private func ledger(_ server: ServerProcess<Ready>) async throws -> [Int: Int] {
    let url = try #require(URL(string: "http://127.0.0.1:\(server.ready.port)/ledger"))
    let request = GraphQLHTTPRequest(method: .get, url: url, isIdempotent: true)
    let body = try await ServerTests.systemTransport().send(request).body
    return Dictionary(try JSONDecoder().decode([Int].self, from: body).map { ($0, 1) }, uniquingKeysWith: +)
  }

  /// - Parameter file: what the mutation uploads behind its number.
  private func send(
    _ number: Int, _ file: GraphQLHTTPBody? = nil, to url: URL, over transport: any GraphQLTransport
  ) async throws -> Outcome {
    let chain = InterceptorChain(
      interceptors: [GraphQLRetryInterceptor(firstDelay: .milliseconds(1))], transport: transport)
    let head = Data("\(number)\n".utf8)
    let body = file.map { GraphQLHTTPBody.parts([.bytes(head), $0]) } ?? .bytes(head)
    let request = GraphQLHTTPRequest(url: url, body: body, timeout: .seconds(60))
    do {
      let response = try await chain.send(request)
      return response.status == 200 ? .success : .unknown
    } catch GraphQLClientError.outcomeUnknown {
      return .unknown
    } catch GraphQLClientError.transport {
      return .notSent
    }
  }

  @Test func `a thousand mutations against workers that die at random moments`() async throws {
    try await sendToDyingWorkers(1000, over: ServerTests.systemTransport())
  }

  @Test func `uploads against workers that die at random moments`() async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("apus-\(UUID().uuidString)")
    try Data(repeating: 1, count: 300_000).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try await sendToDyingWorkers(400, .file(file, byteCount: 300_000), over: ServerTests.systemTransport())
  }

  /// Sends mutations, eight at a time, and compares what became of them with the ledger.
  private func sendToDyingWorkers(
    _ count: Int, _ file: GraphQLHTTPBody? = nil, over transport: any GraphQLTransport
  ) async throws {
    let server = try await ServerProcess<Ready>.start("ledger.py")
    defer { server.stop() }
    let url = try #require(URL(string: "http://127.0.0.1:\(server.ready.port)/dying"))
    var outcomes: [Int: Outcome] = [:]
    try await withThrowingTaskGroup(of: [(Int, Outcome)].self) { group in
      for lane in 0..<8 {
        group.addTask {
          var outcomes: [(Int, Outcome)] = []
          for number in stride(from: lane, to: count, by: 8) {
            outcomes.append((number, try await send(number, file, to: url, over: transport)))
          }
          return outcomes
        }
      }
      for try await lane in group { for (number, outcome) in lane { outcomes[number] = outcome } }
    }
    let ledger = try await ledger(server)
    #expect(outcomes.count == count)
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

  @Test func `none is doubled by a server that closes after each third answer`() async throws {
    let server = try await ServerProcess<Ready>.start("ledger.py")
    defer { server.stop() }
    let url = try #require(URL(string: "http://127.0.0.1:\(server.ready.port)/thirds"))
    let transport = ServerTests.systemTransport()
    var outcomes: [Outcome] = []
    for number in 0..<3000 { outcomes.append(try await send(number, to: url, over: transport)) }
    let ledger = try await ledger(server)
    // A mutation that leaves while the server closes has an unknown outcome: nobody can tell that it was not carried out.
    for (number, outcome) in outcomes.enumerated() {
      let entries = ledger[number] ?? 0
      #expect(outcome == .success ? entries == 1 : entries <= 1, "\(number)")
    }
    // A busy machine may keep the server from closing for longer than a mutation waits.
    let failures = outcomes.count { $0 != .success }
    #expect(failures <= 30)
  }
}
