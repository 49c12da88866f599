import ApusCache
import Foundation
import TestSupport
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

  /// Waits until no update is on its way and something holds; false if it never does.
  @MainActor static func settled(_ condition: () -> Bool) async -> Bool {
    do {
      try await eventually("no update is on its way") { ViewUpdateQueue.shared.isIdle && condition() }
      return true
    } catch {
      return false
    }
  }
}

/// An object, as long as others keep it.
struct Weak {
  weak var object: AnyObject?
}

struct Refused: Error {}
