import ApusSyntax

/// Where a fragment is spread.
struct FragmentSite {
  var spread: NodeID
  /// The operation or fragment that contains the spread.
  var definition: NodeID
  /// Whether a field of the definition contains it: then it applies to another object than the definition.
  var isWithinField: Bool
}
