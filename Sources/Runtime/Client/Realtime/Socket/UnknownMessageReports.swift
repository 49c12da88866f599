import ApusPlatform

/// Calls the app's closure for messages of unknown types, in their order. It does so outside of the connections' threads, which many connections may
/// share.
final class UnknownMessageReports: Sendable {
  private struct State {
    var types: [String] = []
    var isReporting = false
  }

  private let state = Locked(State())
  private let report: (@Sendable (_ type: String) -> Void)?

  /// The maximum number of types that wait for the closure, so that a server that sends them faster does not fill the memory.
  static let limit = 1000

  /// - Parameter report: the app's closure; nil if it does not want reports.
  init(_ report: (@Sendable (_ type: String) -> Void)?) { self.report = report }

  func add(_ type: String) {
    guard let report else { return }
    let starts = state.withLock { state in
      if state.types.count < Self.limit { state.types.append(type) }
      defer { state.isReporting = true }
      return !state.isReporting
    }
    // Does not use a task, because a blocking closure would take one of the few threads that run tasks.
    if starts { DispatchQueue.global().async { self.run(report) } }
  }

  private func run(_ report: @Sendable (_ type: String) -> Void) {
    while let types = takeAll() {
      for type in types { report(type) }
    }
  }

  /// The types that are waiting; nil if there are none, which ends the work.
  private func takeAll() -> [String]? {
    state.withLock { state in
      state.isReporting = !state.types.isEmpty
      defer { state.types = [] }
      return state.isReporting ? state.types : nil
    }
  }
}
