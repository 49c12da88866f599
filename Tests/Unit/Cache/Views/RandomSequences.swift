import ApusClient
import Foundation
import Testing

/// Sequences of random events, for the models of views.
enum RandomSequences {
  /// How many: `APUS_VIEW_SEQUENCES` says another number than that for each run of the tests.
  static var count: Int { environment("APUS_VIEW_SEQUENCES") ?? 200 }
  /// Where they begin: `APUS_VIEW_SEED`.
  static var seed: Int { environment("APUS_VIEW_SEED") ?? 1 }

  private static func environment(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  /// Waits until something holds; false when it does not within five seconds.
  @MainActor static func settled(_ condition: () -> Bool) async -> Bool {
    for turn in 0..<21_000 {
      if ViewUpdateQueue.shared.isIdle, condition() { return true }
      if turn < 1000 { await Task.yield() } else { try? await Task.sleep(for: .milliseconds(1)) }
    }
    return false
  }
}

/// An object, as long as others keep it.
struct Weak {
  weak var object: AnyObject?
}

struct Refused: Error {}
