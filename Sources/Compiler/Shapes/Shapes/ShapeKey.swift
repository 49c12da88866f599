import ApusSchema
import ApusSyntax

/// The content by which ``ShapeTable`` finds a shape: places with equal keys have the same shape.
struct ShapeKey: Hashable {
  /// The number of an enumeration's set of object types, or -1 for a structure.
  var types = -1
  var contributions: [Contribution] = []
  var properties: [FragmentField] = []
  /// The sets that distinguish a structure in addition to its contributions (``Shape/fieldlessParts``).
  var fieldlessParts: [NodeID] = []
  /// The guards that make an enumeration's cases although no set with fields has them (``CollectedFields/guardsWithoutFields``).
  var guardsWithoutFields: [Guard] = []
  /// The ``ShapeSplittingFragments`` that the place spreads, sorted.
  var splitting: [NodeID] = []
  /// The spread fragments, if a module below declares a type of equal content that does not conform to all of them.
  var beyondModule: [NodeID] = []
  /// The hidden sets that cannot apply to a structure (``Shape/absentSets``).
  var absentSets: [NodeID] = []
  /// The object type that the place is declared with, if it is the value of written markers and no selection set with fields is on it.
  var objectType: TypeID?

  /// Keys that agree in these parts are nearly always equal, and hashing the other parts would cost more than comparing them.
  func hash(into hasher: inout Hasher) {
    hasher.combine(types)
    hasher.combine(contributions)
    hasher.combine(properties.count)
    hasher.combine(objectType)
  }

  /// Whether the content is a single selection set that always applies.
  var isOfOneSet: Bool {
    types < 0 && contributions.count == 1 && contributions[0].condition == .always && properties.isEmpty
      && fieldlessParts.isEmpty && guardsWithoutFields.isEmpty && splitting.isEmpty
      && beyondModule.isEmpty && absentSets.isEmpty && objectType == nil
  }

  /// The key without a fragment. If this is the key of a place that only spreads the fragment, the result is the key of the fragment's own shape.
  ///
  /// - Parameter set: the fragment's selection set.
  func without(_ fragment: NodeID, _ set: NodeID) -> ShapeKey {
    var result = self
    result.splitting.removeAll { $0 == fragment }
    result.fieldlessParts.removeAll { $0 == set }
    return result
  }
}
