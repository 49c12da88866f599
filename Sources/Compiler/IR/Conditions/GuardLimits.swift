/// How much guards may cost before the compiler refuses the documents. A formula of few variables can need more steps than there are
/// atoms.
struct GuardLimits {
  /// How many atoms one guard may ask one after the other: it bounds the recursion.
  var depth = 2_000
  /// How many steps all guards of a run may take.
  var steps = 200_000
  /// In how many ways one guard may hold that types ask.
  static let alternatives = 5_000
  /// In how many ways one property may be there: emitted code lists them.
  static let shownAlternatives = 100

  init() {}

  /// - Parameter nodeCount: the size of the documents: what grows as they do is not refused, however large they are.
  init(nodeCount: Int) { steps += nodeCount * 10 }
}

/// The limit that guards exceeded.
enum GuardExcess: Equatable {
  case depth
  case steps
}
