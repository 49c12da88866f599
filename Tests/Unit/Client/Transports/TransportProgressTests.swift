import ApusPlatform
import Foundation
import TestSupport
import Testing

@testable import ApusClient

/// How far a request has come, told in the same way by every transport.
@Suite(.timeLimit(.minutes(15))) struct TransportProgressTests {
  @Test(arguments: TransportKind.all)
  func `an upload from memory and from a file, and its answer`(_ kind: TransportKind) async throws {
    let server = try RawServer { connection, _ in
      while connection.readRequest() != nil { connection.answer(String(repeating: "x", count: 500_000)) }
    }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("apus-\(UUID().uuidString)")
    try Data(repeating: 1, count: 1_000_000).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let bodies: [GraphQLHTTPBody] = [
      .bytes(Data(repeating: 1, count: 1_000_000)),
      .parts([.bytes(Data("head".utf8)), .file(file, byteCount: 1_000_000)]),
    ]
    for body in bodies {
      let told = Locked<[GraphQLProgress]>([])
      let client = GraphQLClient(url: server.url, transport: try kind.make(), timeout: .seconds(3600))
      var request = GraphQLHTTPRequest(url: client.url, body: body)
      request.progress = { progress in told.withLock { $0.append(progress) } }
      _ = try await client.send(request, GraphQLRequestOptions())
      let steps = told.withLock { $0 }
      #expect(!steps.isEmpty)
      #expect(steps.allSatisfy { $0.totalBytesToSend == body.byteCount })
      #expect(steps.map(\.sentBytes) == steps.map(\.sentBytes).sorted())
      #expect(steps.map(\.receivedBytes) == steps.map(\.receivedBytes).sorted())
      #expect(steps.last?.sentBytes == body.byteCount)
      #expect(steps.last?.receivedBytes == 500_000)
      #expect(steps.last?.totalBytesToReceive == 500_000)
    }
  }

  @Test(arguments: TransportKind.all)
  func `a slow progress closure holds up its own request only`(_ kind: TransportKind) async throws {
    let server = try RawServer { connection, _ in
      while connection.readRequest() != nil { connection.answer() }
    }
    let client = GraphQLClient(url: server.url, transport: try kind.make(), timeout: .seconds(3600))
    let (isOver, hasBegun) = (DispatchSemaphore(value: 0), Locked(false))
    let slow = Task {
      try await client.fetch(
        HelloQuery(),
        options: GraphQLRequestOptions(progress: { _ in
          hasBegun.withLock { $0 = true }
          isOver.wait()
          isOver.signal()
        }))
    }
    // Also where a request fails: the closure would wait for ever, and the test for it.
    defer { isOver.signal() }
    try await eventually("the request has begun") { hasBegun.withLock { $0 } }
    for _ in 0..<10 { _ = try await client.fetch(HelloQuery()) }
    isOver.signal()
    #expect(try await slow.value.hello == "you")
  }

  @Test(arguments: TransportKind.all)
  func `a request whose progress closure blocks can be cancelled`(_ kind: TransportKind) async throws {
    let server = try RawServer { connection, _ in
      while connection.readRequest() != nil { connection.answer() }
    }
    let client = GraphQLClient(url: server.url, transport: try kind.make(), timeout: .seconds(3600))
    let (isOver, hasBegun) = (DispatchSemaphore(value: 0), Locked(false))
    let slow = Task {
      try await client.fetch(
        HelloQuery(),
        options: GraphQLRequestOptions(progress: { _ in
          hasBegun.withLock { $0 = true }
          isOver.wait()
          isOver.signal()
        }))
    }
    try await eventually("the request has begun") { hasBegun.withLock { $0 } }
    slow.cancel()
    _ = await slow.result
    isOver.signal()
  }

  @Test(arguments: TransportKind.all)
  func `a client hands an operation's progress to its caller`(_ kind: TransportKind) async throws {
    let server = try RawServer { connection, _ in
      while connection.readRequest() != nil { connection.answer() }
    }
    let last = Locked<GraphQLProgress?>(nil)
    let options = GraphQLRequestOptions(progress: { progress in last.withLock { $0 = progress } })
    _ = try await GraphQLClient(url: server.url, transport: kind.make(), timeout: .seconds(3600)).fetch(
      HelloQuery(), options: options)
    let progress = last.withLock { $0 }
    #expect(progress?.receivedBytes == 24)
    #expect((progress?.sentBytes ?? 0) > 50)
  }

  @Test func `a request that was cancelled before does not wait for its progress closure`() async throws {
    let isOver = DispatchSemaphore(value: 0)
    defer { isOver.signal() }
    let reporter = ProgressReporter { _ in
      isOver.wait()
      isOver.signal()
    }
    reporter.report(GraphQLProgress(sentBytes: 1))
    try await inTime("the end of the request") {
      await Task {
        withUnsafeCurrentTask { $0?.cancel() }
        await reporter.finish()
      }.value
    }
  }
}
