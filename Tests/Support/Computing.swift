import Foundation
import Synchronization
import Testing

/// Lets a suite's tests take turns with other tests that compute for seconds.
///
/// Swift's pool has one thread for each core, and `swift test` begins all tests at once. If tests that compute keep all threads, a test that
/// talks to a server gets no turn until its requests time out. So one fewer of these tests than there are cores runs at a time.
public struct Computing: SuiteTrait, TestTrait, TestScoping {
  public let isRecursive = true

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    await Turns.shared.begin()
    defer { Turns.shared.end() }
    try await function()
  }
}

extension Trait where Self == Computing {
  /// Lets the suite's tests take turns with those of other suites that compute.
  public static var computing: Self { Self() }
}

/// As many turns as tests may compute at a time.
private final class Turns: Sendable {
  static let shared = Turns(count: max(1, ProcessInfo.processInfo.activeProcessorCount - 1))

  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  init(count: Int) { state = Mutex(State(free: count)) }

  func begin() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.free > 0 {
          state.free -= 1
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
  }

  /// Hands the turn to the test that has waited longest.
  func end() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      if state.waiting.isEmpty {
        state.free += 1
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}
