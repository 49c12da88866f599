import ApusClient
import ApusPlatform
import TestSupport
import Testing

@testable import ApusCache

/// The requests of a view without a cache.
@Suite(.timeLimit(.minutes(15))) struct RequestSourceTests {
  /// Answers requests when the test says so.
  private final class Server: Sendable {
    private let requests = Locked<[CheckedContinuation<Int, any Error>]>([])
    private let cancellations = Locked(0)

    var count: Int { requests.withLock { $0.count } }

    func fetch() async throws -> Int {
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          requests.withLock { $0.append(continuation) }
        }
      } onCancel: {
        cancellations.withLock { $0 += 1 }
      }
    }

    /// Waits for the request with this number.
    func request(_ number: Int) async throws -> CheckedContinuation<Int, any Error> {
      try await eventually("request \(number) is sent") { requests.withLock { number < $0.count } }
      return requests.withLock { $0[number] }
    }

    func waitForCancellation() async throws {
      try await eventually("a request is cancelled") { cancellations.withLock { $0 > 0 } }
    }
  }

  private func expect(
    _ source: RequestSource<Int>, data: Int?, isFetching: Bool, fails: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let update = try #require(source.take(), sourceLocation: sourceLocation)
    #expect(update.data == data && update.isFetching == isFetching, sourceLocation: sourceLocation)
    #expect((update.error != nil) == fails, sourceLocation: sourceLocation)
    // A state is taken once.
    #expect(source.take() == nil, sourceLocation: sourceLocation)
  }

  @Test func `the newest request counts, and its failure keeps the data`() async throws {
    let (server, changes) = (Server(), Locked(0))
    let source = RequestSource(isLoaded: false) { try await server.fetch() }
    source.begin { changes.withLock { $0 += 1 } }
    try expect(source, data: nil, isFetching: true)
    let first = try await server.request(0)
    let completion = source.refetch()
    #expect(changes.withLock { $0 } == 1)
    try expect(source, data: nil, isFetching: true)
    let second = try await server.request(1)
    try await server.waitForCancellation()
    first.resume(returning: 1)
    second.resume(returning: 2)
    await completion.wait()
    #expect(changes.withLock { $0 } == 2)
    try expect(source, data: 2, isFetching: false)
    let failing = source.refetch()
    try expect(source, data: 2, isFetching: true)
    try await server.request(2).resume(throwing: GraphQLConnectionError(.timedOut))
    await failing.wait()
    try expect(source, data: 2, isFetching: false, fails: true)
    let last = source.refetch()
    try expect(source, data: 2, isFetching: true, fails: true)
    try await server.request(3).resume(returning: 3)
    await last.wait()
    try expect(source, data: 3, isFetching: false)
  }

  @Test func `what is loaded is asked for on demand`() async throws {
    let server = Server()
    let source = RequestSource(isLoaded: true) { try await server.fetch() }
    source.begin {}
    try expect(source, data: nil, isFetching: false)
    let completion = source.refetch()
    try await server.request(0).resume(returning: 7)
    await completion.wait()
    try expect(source, data: 7, isFetching: false)
    #expect(server.count == 1)
  }

  @Test
  func `a source whose owner is released ends its request and those who wait for it, and sends no other`()
    async throws
  {
    let server = Server()
    let source = RequestSource(isLoaded: true) { try await server.fetch() }
    var owner: SourceOwner<Int>? = SourceOwner(source)
    source.begin {}
    let completion = source.refetch()
    let request = try await server.request(0)
    owner = nil
    #expect(owner == nil)
    await completion.wait()
    try await server.waitForCancellation()
    request.resume(throwing: CancellationError())
    // Another thread may still hold the source.
    await source.refetch().wait()
    #expect(server.count == 1)
  }
}
