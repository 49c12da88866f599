extension GuardTable {
  private typealias Cover = (ways: [[GuardLiteral]], guard: Guard)

  /// The ways in which a guard can hold: alternatives, each a list of literals that must all hold. For "`$x`, or `$y` and not `$z`", they are `[x]`
  /// and `[y, not z]`.
  ///
  /// No alternative is redundant (Minato 1992). For a guard without negated atoms, they are its prime implicants.
  ///
  /// - Returns: an empty list for `never`, and if a limit is exceeded, such as ``GuardLimits/alternatives``.
  package func alternatives(_ a: Guard) -> [[GuardLiteral]] {
    if let known = knownAlternatives[a] { return known }
    var memory: [Key: Cover] = [:]
    var isTooMuch = false
    let found = cover(a, a, &memory, &isTooMuch).ways
    // If a limit was exceeded, `found` lacks alternatives, so return none.
    let result = isTooMuch || excess != nil ? [] : found
    knownAlternatives[a] = result
    return result
  }

  /// Whether a guard has more alternatives than the emitted code can list (``GuardLimits/shownAlternatives``), or another limit is exceeded.
  func hasTooManyAlternatives(_ a: Guard) -> Bool {
    if a <= .always || a == .mixed { return false }
    let count = alternatives(a).count
    return count == 0 || count > GuardLimits.shownAlternatives
  }

  /// Finds alternatives of which one holds wherever `lower` does, and none where `upper` does not. Returns them with their disjunction.
  private func cover(
    _ lower: Guard, _ upper: Guard, _ memory: inout [Key: Cover], _ isTooMuch: inout Bool
  ) -> Cover {
    if lower == .never { return ([], .never) }
    if upper == .always { return ([[]], .always) }
    let key = Key(first: lower, second: upper, third: .never)
    if let known = memory[key] { return known }
    if isTooMuch || !takeStep() { return ([], .never) }
    let atom = firstAtom(lower, upper)
    let (lowerLow, lowerHigh) = branches(of: lower, atom)
    let (upperLow, upperHigh) = branches(of: upper, atom)
    let no: Cover
    let yes: Cover
    let rest: Cover
    if isObject(atom), implies(branches(of: upperLow, atom).high, upperHigh) {
      // Every alternative for objects of other types is also allowed for this type, so none of them needs the literal "not of this type".
      no = ([], .never)
      yes = cover(
        and(lowerHigh, not(branches(of: lowerLow, atom).high)), upperHigh, &memory, &isTooMuch)
      rest = cover(lowerLow, upperLow, &memory, &isTooMuch)
    } else {
      no = cover(and(lowerLow, not(upperHigh)), upperLow, &memory, &isTooMuch)
      yes = cover(and(lowerHigh, not(upperLow)), upperHigh, &memory, &isTooMuch)
      let restLow = and(lowerLow, not(no.guard))
      let restHigh = and(lowerHigh, not(yes.guard))
      rest = cover(or(restLow, restHigh), and(upperLow, upperHigh), &memory, &isTooMuch)
    }
    if yes.ways.count + no.ways.count + rest.ways.count > GuardLimits.alternatives {
      isTooMuch = true
      return ([], .never)
    }
    let literal = self.atom(atom)
    let result =
      yes.ways.map { [GuardLiteral(atom: literal, isTrue: true)] + $0 }
      + no.ways.map { [GuardLiteral(atom: literal, isTrue: false)] + $0 } + rest.ways
    let function = or(rest.guard, node(atom, no.guard, yes.guard))
    memory[key] = (result, function)
    return (result, function)
  }
}
