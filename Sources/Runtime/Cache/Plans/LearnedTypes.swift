import ApusPlatform

/// The interfaces and unions of types unknown at compile time, learned from markers in responses.
///
/// Nothing is forgotten: schemas gain types, but removing a type from an interface is a breaking change.
final class LearnedTypes: Sendable {
  private struct State {
    var version = 0
    var types: [String: Set<String>] = [:]
  }
  private let state = Locked(State())

  /// Increases whenever something is learned.
  var version: Int { state.withLock { $0.version } }

  func contains(_ type: String, in condition: String) -> Bool {
    state.withLock { $0.types[condition]?.contains(type) ?? false }
  }

  func learn(_ type: String, isOf condition: String) {
    state.withLock { state in
      if state.types[condition, default: []].insert(type).inserted { state.version += 1 }
    }
  }

  /// The learned types of an interface or a union.
  func types(of condition: String) -> Set<String> { state.withLock { $0.types[condition] ?? [] } }

  /// The interfaces and unions that a learned type belongs to.
  func conditions(of type: String) -> [String] {
    state.withLock { state in state.types.filter { $0.value.contains(type) }.map(\.key) }
  }

  /// All learned types, by interface or union.
  var all: [String: [String]] { state.withLock { $0.types.mapValues { $0.sorted() } } }
}
