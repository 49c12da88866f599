import ApusSyntax

/// A spread of a fragment.
struct FragmentSite {
  var spread: NodeID
  /// The operation or fragment that contains the spread.
  var definition: NodeID
  /// Whether the spread is inside a field of the definition, so that it applies to another object than the definition.
  var isWithinField: Bool
}
