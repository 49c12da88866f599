import ApusPlatform
import Foundation
import Testing

import ApusClient

/// Bytes go from a sender to a reader, in their order, and each side learns of the other's end.
@Suite(.timeLimit(.minutes(15))) struct StreamedResponseTests {
  /// HTTP libraries also report empty pieces. A reader waits for bytes.
  @Test func `empty pieces wake no reader`() async throws {
    let response = StreamedResponse(resume: {}, cancel: {})
    let reader = Task { try await response.next() }
    // The reader waits by the time of most of these.
    for _ in 0..<1000 {
      response.receive(UnsafeRawBufferPointer(start: nil, count: 0))
      await Task.yield()
    }
    "a".utf8CString.withUnsafeBytes { response.receive(UnsafeRawBufferPointer(rebasing: $0[..<1])) }
    #expect(try await reader.value == Data("a".utf8))
    response.finish(.success(()))
    #expect(try await response.next() == nil)
  }

  /// A response, and how often its sender was resumed and cancelled.
  private struct Sent {
    let response: StreamedResponse
    let resumptions = Locked(0)
    let cancellations = Locked(0)

    init() {
      response = StreamedResponse(
        resume: { [resumptions] in resumptions.withLock { $0 += 1 } },
        cancel: { [cancellations] in cancellations.withLock { $0 += 1 } })
    }

    func receive(_ text: String) { Array(text.utf8).withUnsafeBytes { response.receive($0) } }

    var counts: [Int] { [resumptions.withLock { $0 }, cancellations.withLock { $0 }] }
  }

  private static let failure: Result<Void, any Error> = .failure(GraphQLConnectionError(.timedOut))

  private func code(_ body: () async throws -> some Any) async -> GraphQLConnectionError.Code? {
    do {
      _ = try await body()
      return nil
    } catch {
      return (error as? GraphQLConnectionError)?.code
    }
  }

  @Test func `what came before a failure is read, then the failure each time`() async throws {
    let sent = Sent()
    #expect(!sent.response.hasWaiting)
    sent.receive("a")
    sent.receive("bc")
    #expect(sent.response.hasWaiting)
    sent.response.finish(Self.failure)
    #expect(try await sent.response.next() == Data("abc".utf8))
    #expect(sent.response.hasWaiting)
    for _ in 0..<2 { #expect(await code { try await sent.response.next() } == .timedOut) }
    #expect(sent.counts == [0, 0])
  }

  @Test func `the first end counts`() async throws {
    let sent = Sent()
    sent.response.finish(.success(()))
    sent.response.finish(Self.failure)
    for _ in 0..<2 { #expect(try await sent.response.next() == nil) }
    #expect(await code { try await sent.response.head() } == .badServerResponse)
  }

  @Test func `a head that arrived outlasts the end, and without one there is the failure`() async throws {
    let sent = Sent()
    sent.response.receive((status: 204, headers: ["A": "b"]))
    sent.response.finish(Self.failure)
    let head = try await sent.response.head()
    #expect(head.status == 204 && head.headers == ["A": "b"])
    let headless = Sent()
    headless.response.finish(Self.failure)
    #expect(await code { try await headless.response.head() } == .timedOut)
  }

  @Test func `a full buffer pauses the sender once, until all of it is read`() async throws {
    let sent = Sent()
    let pauses = Locked(0)
    func pause() -> Bool { sent.response.pauseWhenFull { pauses.withLock { $0 += 1 } } }
    let limit = 1 << 18
    for round in 1...2 {
      sent.receive(String(repeating: "a", count: limit - 1))
      #expect(!pause())
      sent.receive("b")
      #expect(pause() && pause())
      #expect(pauses.withLock { $0 } == round)
      #expect(try await sent.response.next()?.count == limit)
      #expect(sent.counts == [round, 0])
      #expect(!pause())
    }
    // A sender that was not paused, or that has ended, is not resumed.
    sent.receive("a")
    #expect(try await sent.response.next() == Data("a".utf8))
    sent.receive(String(repeating: "a", count: limit))
    #expect(pause())
    sent.response.finish(.success(()))
    #expect(try await sent.response.next()?.count == limit)
    #expect(try await sent.response.next() == nil)
    #expect(sent.counts == [2, 0])
  }

  @Test func `a reader that leaves cancels the sender once, and drops what is buffered`() async throws {
    let sent = Sent()
    sent.receive("a")
    sent.response.end()
    sent.response.end()
    sent.response.finish(.success(()))
    #expect(sent.counts == [0, 1])
    await #expect(throws: CancellationError.self) { try await sent.response.next() }
    await #expect(throws: CancellationError.self) { try await sent.response.head() }
    let over = Sent()
    over.receive("a")
    over.response.finish(.success(()))
    over.response.end()
    #expect(over.counts == [0, 0])
    #expect(try await over.response.next() == nil)
  }

  @Test func `a cancelled reader cancels the sender`() async throws {
    for readsHead in [true, false] {
      let sent = Sent()
      let reader = Task {
        if readsHead { _ = try await sent.response.head() } else { _ = try await sent.response.next() }
      }
      reader.cancel()
      await #expect(throws: CancellationError.self) { try await reader.value }
      #expect(sent.counts == [0, 1])
    }
  }
}
