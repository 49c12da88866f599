import Apus
import ApusPlatform
import ApusTesting
import Foundation
import Testing

@testable import ApusClient

/// Closures of others, which may do anything, never run under a lock.
@Suite(.timeLimit(.minutes(15))) struct ForeignCodeTests {
  /// Does something when its task is cancelled.
  private struct Cancelled: GraphQLInterceptor {
    let hasBegun: Locked<Bool>
    let act: @Sendable () -> Void

    func intercept(
      _ request: GraphQLHTTPRequest, next: @escaping GraphQLNext
    ) async throws -> GraphQLHTTPResponse {
      await withTaskCancellationHandler {
        hasBegun.withLock { $0 = true }
        while !Task.isCancelled { await Task.yield() }
      } onCancel: {
        act()
      }
      throw CancellationError()
    }
  }

  @Test(arguments: ["close", "reconnect", "leave"])
  func `an interceptor may use the socket when its connection is given up`(_ end: String) async throws {
    var configuration = GraphQLWebSocketTransport.Configuration.unhurried
    configuration.idleTimeout = .zero
    let socket = GraphQLWebSocketTransport(
      configuration, ScriptedConnector { _ in ScriptedConnector.acknowledging() })
    let acts = Locked(0)
    let hasBegun = Locked(false)
    let client = GraphQLClient(
      url: endpoint, transport: GraphQLScriptedTransport([]), subscriptions: socket,
      interceptors: [
        Cancelled(hasBegun: hasBegun) {
          if acts.withLock({
            $0 += 1; return $0
          }) > 3 {
            return
          }
          socket.close()
          socket.reconnect()
        }
      ])
    let task = Task { for try await _ in client.subscribe(to: HelloSubscription()) {} }
    while !hasBegun.withLock({ $0 }) { await Task.yield() }
    switch end {
    case "close": socket.close()
    case "reconnect": socket.reconnect()
    default: task.cancel()
    }
    await #expect(throws: (any Error).self) { try await task.value }
    #expect(acts.withLock { $0 } > 0)
  }

  #if os(Linux)
    @Test func `a thread that takes a lock twice ends the program with a message`() async {
      await #expect(processExitsWith: .failure) {
        let mutex = Mutex()
        mutex.lock()
        mutex.lock()
      }
    }
  #endif

  @Test func `two tasks that read the same events end the program`() async {
    await #expect(processExitsWith: .failure) {
      let events = GraphQLEvents {
        while !Task.isCancelled { await Task.yield() }
        return nil
      }
      async let first = events.first { _ in true }
      async let second = events.first { _ in true }
      _ = try await (first, second)
    }
  }
}
