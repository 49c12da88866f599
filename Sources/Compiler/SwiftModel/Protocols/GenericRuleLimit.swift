/// The number of rules that Swift needs to check a fragment's choice.
///
/// Swift allows 4,000 for protocols that depend on each other; over that it says "cannot build rewrite system for protocol; rule count limit
/// exceeded". Found by bisecting `-requirement-machine-max-rule-count` for 10 to 30 type conditions under 0 to 10 fragments: each case
/// adds five rules, two for each protocol of its lineage, and for each of its objects one for each protocol that it inherits.
enum GenericRuleLimit {
  /// Less than Swift's, since objects within objects add rules that ``count(of:)`` leaves out.
  static let allowed = 3_600

  static func count(of choice: FragmentProtocol.Choice) -> Int {
    choice.cases.reduce(0) { sum, value in
      let lineage = value.bound.lineageCount
      return sum + 5 + 2 * lineage + value.bound.associatedTypes.count * (lineage - 1)
    }
  }
}
