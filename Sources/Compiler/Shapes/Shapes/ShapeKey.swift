import ApusSchema
import ApusSyntax

/// The content by which ``ShapeTable`` finds a shape: places with equal keys have the same shape.
struct ShapeKey: Hashable {
  /// The number of an enumeration's set of object types, or -1 for a structure.
  var types = -1
  var contributions: [Contribution] = []
  var properties: [FragmentField] = []
  /// The selection sets without fields that matter (``Shape/fieldlessParts``), for a structure.
  var fieldlessParts: [NodeID] = []
  /// The guards that make cases without fields (``CollectedFields/guardsWithoutFields``), for an enumeration.
  var guardsWithoutFields: [Guard] = []
  /// The ``ShapeSplittingFragments`` that the place spreads, in order.
  var splitting: [NodeID] = []
  /// The spread fragments, if a module below declares a type of equal content that does not conform to all of them.
  var beyondModule: [NodeID] = []
  /// The hidden sets that do not apply (``Shape/absentSets``), for a structure.
  var absentSets: [NodeID] = []
  /// The object type that the place is declared with, if it is the value of written markers and no selection set with fields is on it.
  var objectType: TypeID?

  /// Keys with equal parts here nearly always are equal, and hashing the other parts costs more than comparing them.
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

  /// The key without the fragment itself. It is the key of the fragment's own shape, if this is the key of a place that contains only the fragment.
  ///
  /// - Parameter set: the fragment's selection set.
  func without(_ fragment: NodeID, _ set: NodeID) -> ShapeKey {
    var result = self
    result.splitting.removeAll { $0 == fragment }
    result.fieldlessParts.removeAll { $0 == set }
    return result
  }
}
