import Foundation

/// A test waited in vain.
package struct WaitedInVain: Error, CustomStringConvertible {
  /// What it waited for, how long, and where.
  package let description: String

  package init(description: String) { self.description = description }
}

/// Waits until a condition holds.
///
/// The limit matters only to tests that fail: they end, and say what they waited for, instead of hanging. On a busy machine, where a task
/// seldom gets a turn, it is longer.
///
/// - Parameters:
///   - condition: the condition in words, such as "the second request is sent".
///   - limit: how long to wait at most, on a machine that has nothing else to do.
///   - holds: whether the condition holds. It is asked again and again, at first without a pause.
/// - Throws: ``WaitedInVain`` after the limit, and the errors of `holds`.
package func eventually(
  _ condition: String, within limit: Duration = .seconds(120), isolation: isolated (any Actor)? = #isolation,
  fileID: String = #fileID, line: Int = #line, _ holds: () async throws -> Bool
) async throws {
  let end = ContinuousClock.now + limit
  var turns = 0
  while try await !holds() {
    // What would make the condition true has had as many turns as this task.
    guard ContinuousClock.now < end || turns < 2000 else {
      throw WaitedInVain(description: "\(fileID):\(line): waited \(limit) in vain until \(condition)")
    }
    turns += 1
    if turns < 100 {
      await Task.yield()
    } else {
      try await Task.sleep(for: .milliseconds(min(turns / 100, 20)))
    }
  }
}

/// Blocks a thread that has no task, such as a test server's, until a condition holds, or for two minutes.
package func blockThread(until holds: () -> Bool) {
  let end = ContinuousClock.now + .seconds(120)
  while !holds(), ContinuousClock.now < end { Thread.sleep(forTimeInterval: 0.001) }
}
