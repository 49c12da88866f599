/// The variables and fragments that the definitions of a document refer to.
struct DocumentNames {
  private struct Definition {
    var variables: Set<String> = []
    var fragments: Set<String> = []
  }

  private var operation = Definition()
  private var fragments: [String: Definition] = [:]
  /// The fragment being written; nil for the operation, which comes first.
  private var current: String?

  /// Begins a fragment.
  ///
  /// - Returns: false if a fragment of that name already exists.
  mutating func begin(_ fragment: String) -> Bool {
    current = fragment
    if fragments[fragment] != nil { return false }
    fragments[fragment] = Definition()
    return true
  }

  mutating func use(variable: String) {
    if let current {
      fragments[current]?.variables.insert(variable)
    } else {
      operation.variables.insert(variable)
    }
  }

  mutating func use(fragment: String) {
    if let current {
      fragments[current]?.fragments.insert(fragment)
    } else {
      operation.fragments.insert(fragment)
    }
  }

  /// A description of the first inconsistency, or nil if there is none.
  func problem(_ variables: [String]) -> String? {
    let all = [operation] + fragments.sorted { $0.key < $1.key }.map(\.value)
    for definition in all {
      if let name = definition.fragments.sorted().first(where: { fragments[$0] == nil }) {
        return "the fragment \(name) is spread but missing from \"fragments\""
      }
    }
    var reached: Set<String> = []
    var used = operation.variables
    var open = Array(operation.fragments)
    while let name = open.popLast() {
      guard reached.insert(name).inserted, let fragment = fragments[name] else { continue }
      used.formUnion(fragment.variables)
      open += fragment.fragments
    }
    if let name = fragments.keys.sorted().first(where: { !reached.contains($0) }) {
      return "the fragment \(name) is never spread"
    }
    if let name = fragmentInCircle() { return "the fragment \(name) spreads itself" }
    if let name = used.sorted().first(where: { !variables.contains($0) }) {
      return "$\(name) is used but missing from \"variables\""
    }
    if let name = variables.first(where: { !used.contains($0) }) { return "$\(name) is never used" }
    return nil
  }

  /// Repeatedly removes fragments that spread no remaining fragment. Any that are left are in a cycle or spread one
  /// that is.
  private func fragmentInCircle() -> String? {
    var left = fragments.mapValues(\.fragments)
    while !left.isEmpty {
      let done = left.filter { $0.value.isEmpty }.map(\.key)
      if done.isEmpty { return left.keys.min() }
      for name in done { left[name] = nil }
      for name in left.keys { left[name]?.subtract(done) }
    }
    return nil
  }
}
