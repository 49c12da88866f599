/// The number of rules that Swift needs to check a fragment's choice.
///
/// Swift allows 4,000 rules for protocols that depend on each other. Beyond that, its error is "cannot build rewrite system for protocol; rule count
/// limit exceeded". The formula was found by bisecting `-requirement-machine-max-rule-count` for 10 to 30 type conditions under 0 to 10 fragments.
/// Each case adds five rules, two for each protocol of its lineage, and for each of its objects one rule per protocol that it inherits.
enum GenericRuleLimit {
  /// Lower than Swift's limit, because objects within objects add rules that ``count(of:)`` ignores.
  static let allowed = 3_600

  static func count(of choice: FragmentProtocol.Choice) -> Int {
    choice.cases.reduce(0) { sum, value in
      let lineage = value.bound.lineageCount
      return sum + 5 + 2 * lineage + value.bound.associatedTypes.count * (lineage - 1)
    }
  }
}
