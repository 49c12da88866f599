import Apus
import ApusClient
import ApusPlatform
import Foundation

/// A transport whose requests wait until a test answers them.
package final class HeldTransport: GraphQLTransport {
  /// One request that waits.
  package struct Held: Sendable {
    package let id: Int
    package let request: GraphQLHTTPRequest
    /// Whether who asked has given it up.
    package var isCancelled = false
    var continuation: CheckedContinuation<GraphQLHTTPResponse, any Error>?
  }

  private struct State {
    var held: [Held] = []
    var sent = 0
    /// Whether requests that are given up wait for their answer all the same.
    var isStubborn = false
  }

  private let state = Locked(State())

  package init() {}

  /// How many requests there were.
  package var sentCount: Int { state.withLock { $0.sent } }
  /// The requests that wait and that someone wants.
  package var active: [Held] {
    state.withLock { $0.held.filter { !$0.isCancelled && $0.continuation != nil } }
  }
  /// The requests that wait, wanted or not.
  package var all: [Held] { state.withLock { $0.held.filter { $0.continuation != nil } } }

  package var isStubborn: Bool {
    get { state.withLock { $0.isStubborn } }
    set { state.withLock { $0.isStubborn = newValue } }
  }

  package func send(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse {
    let id = state.withLock { state in
      state.sent += 1
      state.held.append(Held(id: state.sent, request: request))
      return state.sent
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isOver = state.withLock { state in
          guard let at = state.held.firstIndex(where: { $0.id == id }) else { return true }
          if state.held[at].isCancelled, !state.isStubborn {
            state.held.remove(at: at)
            return true
          }
          state.held[at].continuation = continuation
          return false
        }
        if isOver { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      let continuation = state.withLock { state -> CheckedContinuation<GraphQLHTTPResponse, any Error>? in
        guard let at = state.held.firstIndex(where: { $0.id == id }) else { return nil }
        state.held[at].isCancelled = true
        if state.isStubborn || state.held[at].continuation == nil { return nil }
        return state.held.remove(at: at).continuation
      }
      continuation?.resume(throwing: CancellationError())
    }
  }

  /// Answers a request; false when there is none of this number.
  @discardableResult
  package func answer(_ id: Int, _ result: Result<String, any Error>) -> Bool {
    let continuation = state.withLock { state -> CheckedContinuation<GraphQLHTTPResponse, any Error>? in
      guard let at = state.held.firstIndex(where: { $0.id == id && $0.continuation != nil }) else {
        return nil
      }
      return state.held.remove(at: at).continuation
    }
    continuation?.resume(
      with: result.map { data in GraphQLHTTPResponse(graphQL: Data("{\"data\":\(data)}".utf8)) })
    return continuation != nil
  }
}
