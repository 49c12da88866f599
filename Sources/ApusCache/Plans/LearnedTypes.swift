import ApusClient

/// Which types that the documents do not know are of which interfaces and unions, as markers in responses told.
///
/// Nothing is forgotten: a schema may gain types, and a type that leaves an interface is a breaking change.
final class LearnedTypes: Sendable {
  private struct State {
    var version = 0
    var types: [String: Set<String>] = [:]
  }
  private let state = Locked(State())

  /// Grows with what is learned.
  var version: Int { state.withLock { $0.version } }

  func contains(_ type: String, in condition: String) -> Bool {
    state.withLock { $0.types[condition]?.contains(type) ?? false }
  }

  func learn(_ type: String, isOf condition: String) {
    state.withLock { state in
      if state.types[condition, default: []].insert(type).inserted { state.version += 1 }
    }
  }

  /// Everything that was learned: the types by the interface or union that they are of.
  var all: [String: [String]] { state.withLock { $0.types.mapValues { $0.sorted() } } }
}
