import ApusPlatform

/// Delivers changes to the models of views. Changes that belong together arrive in one turn of the main actor, so that no frame shows only some.
package final class ViewUpdateQueue: Sendable {
  /// The queue for all models of the program.
  package static let shared = ViewUpdateQueue()

  private struct State {
    var changes: [@MainActor @Sendable () -> Void] = []
    var isScheduled = false
    /// The number of callers that are adding changes that belong together.
    var gathering = 0
  }

  private let state = Locked(State())
  /// Whether ``catchUp()`` is making changes. Models then update their views in the next turn.
  @MainActor package private(set) var isCatchingUp = false

  /// Makes all changes that `body` adds in one turn.
  package func gather(_ body: () -> Void) {
    state.withLock { $0.gathering += 1 }
    body()
    schedule { $0.gathering -= 1 }
  }

  /// Makes a change in the next turn.
  package func add(_ change: @escaping @MainActor @Sendable () -> Void) {
    schedule { $0.changes.append(change) }
  }

  /// Makes the pending changes now, when a model starts: it has already read the new data, so the other models must not keep showing the old.
  /// Their views are updated in the next turn, because SwiftUI may be creating a view.
  @MainActor package func catchUp() {
    let changes = state.withLock { state -> [@MainActor @Sendable () -> Void] in
      if state.gathering > 0 { return [] }
      defer { state.changes = [] }
      return state.changes
    }
    let isInner = isCatchingUp
    isCatchingUp = true
    defer { isCatchingUp = isInner }
    for change in changes { change() }
  }

  /// Whether there is nothing to do.
  package var isIdle: Bool { state.withLock { $0.changes.isEmpty } }

  private func schedule(_ change: (inout State) -> Void) {
    let isFirst = state.withLock { state in
      change(&state)
      if state.isScheduled || state.gathering > 0 || state.changes.isEmpty { return false }
      state.isScheduled = true
      return true
    }
    if isFirst { Task { @MainActor in run() } }
  }

  @MainActor private func run() {
    let changes = state.withLock { state -> [@MainActor @Sendable () -> Void] in
      state.isScheduled = false
      // Changes that are being gathered are made together later.
      if state.gathering > 0 { return [] }
      defer { state.changes = [] }
      return state.changes
    }
    for change in changes { change() }
  }
}
