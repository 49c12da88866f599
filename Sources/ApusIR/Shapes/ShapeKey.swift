import ApusSchema
import ApusSyntax

/// What shapes are told apart by.
struct ShapeKey: Hashable {
  /// Of an enumeration the number of the set of object types; -1 of a structure.
  var types = -1
  var contributions: [Contribution] = []
  var properties: [FragmentProperty] = []
  /// Of a structure ``Shape/fieldless``; of an enumeration the guards that what has no fields asks.
  var fieldless: [Int] = []
  /// The fragments spread here that tell shapes apart (``DistinguishingFragments``), in order.
  var apart: [NodeID] = []
  /// The fragments spread here, where a type of a module below has the same fields but does not conform to all of them.
  var beyond: [NodeID] = []
  /// ``Shape/absentSets``.
  var absentSets: [NodeID] = []
  /// The object type that the place names and no selection set with fields does, where it is written back in markers; else 0.
  var objectType: TypeID = 0

  var hasOnlyContributions: Bool {
    properties.isEmpty && fieldless.isEmpty && apart.isEmpty && beyond.isEmpty
      && absentSets.isEmpty && objectType == 0
  }

  /// Whether the shape is that of a single selection set, which always applies.
  var isOfOneSet: Bool {
    types < 0 && contributions.count == 1 && contributions[0].condition == .always && hasOnlyContributions
  }

  /// The key of the fragment's own shape where this is the key of a place that holds nothing but the fragment.
  func without(_ fragment: NodeID, _ set: NodeID) -> ShapeKey {
    var result = self
    result.apart.removeAll { $0 == fragment }
    if types < 0 { result.fieldless.removeAll { $0 == set } }
    return result
  }
}
