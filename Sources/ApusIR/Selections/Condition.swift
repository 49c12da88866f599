import ApusSyntax

/// The number of a conjunction of `@include` and `@skip` variables; 0 is "always".
typealias ConditionID = Int

/// Interned conjunctions: equal sets of variables have equal numbers.
struct ConditionTable {
  /// One variable of a conjunction.
  struct Literal: Hashable, Comparable {
    var variable: NameID
    /// Whether the variable must be true (`@include`) or false (`@skip`).
    var expected: Bool

    static func < (a: Literal, b: Literal) -> Bool {
      a.variable != b.variable ? a.variable < b.variable : a.expected && !b.expected
    }
  }

  private var conjunctions: [[Literal]] = [[]]
  private var numbers: [[Literal]: ConditionID] = [[]: 0]

  /// The condition under which a selection applies, given the one around it; nil when it never does.
  ///
  /// Literal `true` and `false` are folded (sections 3.13.1 and 3.13.2).
  mutating func condition(of selection: NodeID, within outer: ConditionID, in tree: SyntaxTree)
    -> ConditionID?
  {
    var child = selection &+ 1
    let end = Int(tree.nodes[selection].next)
    // Nearly all selections have no directive.
    while child < end {
      if case .directive = tree.nodes[child].kind { break }
      child = Int(tree.nodes[child].next)
    }
    if child >= end { return outer }
    var literals = conjunctions[outer]
    var changed = false
    while child < end {
      let entry = tree.nodes + child
      if case .directive = entry.pointee.kind,
        entry.pointee.name == Keyword.include || entry.pointee.name == Keyword.skip,
        let argument = tree.child(child, .argument), let value = tree.value(argument)
      {
        let expected = entry.pointee.name == Keyword.include
        switch tree.nodes[value].kind {
        case .booleanValue: if tree.has(NodeFlag.isTrue, value) != expected { return nil }
        case .variable:
          literals.append(Literal(variable: tree.nodes[value].name, expected: expected))
          changed = true
        default: break
        }
      }
      child = Int(entry.pointee.next)
    }
    return changed ? intern(literals) : outer
  }

  /// What each of `conditions` asks for.
  mutating func common(_ conditions: some Sequence<ConditionID>) -> ConditionID {
    var common: [Literal]?
    for condition in conditions {
      if condition == 0 { return 0 }
      guard let known = common else {
        common = conjunctions[condition]
        continue
      }
      common = known.filter { conjunctions[condition].contains($0) }
    }
    return intern(common ?? []) ?? 0
  }

  /// What `condition` asks for beside what `known` does.
  mutating func rest(of condition: ConditionID, given known: ConditionID) -> ConditionID {
    if known == 0 { return condition }
    return intern(conjunctions[condition].filter { !conjunctions[known].contains($0) }) ?? 0
  }

  /// Whether `other` holds whenever `condition` does.
  func implies(_ condition: ConditionID, _ other: ConditionID) -> Bool {
    if condition == other || other == 0 { return true }
    return conjunctions[other].allSatisfy { conjunctions[condition].contains($0) }
  }

  /// The number of a conjunction; nil when it contradicts itself.
  private mutating func intern(_ literals: [Literal]) -> ConditionID? {
    let sorted = Set(literals).sorted()
    for (one, next) in zip(sorted, sorted.dropFirst()) where one.variable == next.variable { return nil }
    if let known = numbers[sorted] { return known }
    conjunctions.append(sorted)
    numbers[sorted] = conjunctions.count - 1
    return conjunctions.count - 1
  }
}
