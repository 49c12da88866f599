import ApusSchema
import ApusSyntax

/// The content of a shape: places with equal keys have one shape.
struct ShapeKey: Hashable {
  /// The number of an enumeration's set of object types; -1 of a structure.
  var types = -1
  var contributions: [Contribution] = []
  var properties: [FragmentField] = []
  /// ``Shape/fieldlessParts`` of a structure.
  var fieldlessParts: [NodeID] = []
  /// ``CollectedFields/guardsWithoutFields`` of an enumeration.
  var guardsWithoutFields: [Guard] = []
  /// The ``ShapeSplittingFragments`` that are spread here, in order.
  var distinguishing: [NodeID] = []
  /// The fragments that are spread here, where a module below declares a type of the same fields that does not conform to all of them.
  var beyondModule: [NodeID] = []
  /// ``Shape/absentSets``.
  var absentSets: [NodeID] = []
  /// The object type that the place names and no selection set with fields does, where it is written back in markers; else 0.
  var objectType: TypeID = 0

  /// Whether the shape is that of a single selection set, which always applies.
  var isOfOneSet: Bool {
    types < 0 && contributions.count == 1 && contributions[0].condition == .always && properties.isEmpty
      && fieldlessParts.isEmpty && guardsWithoutFields.isEmpty && distinguishing.isEmpty
      && beyondModule.isEmpty && absentSets.isEmpty && objectType == 0
  }

  /// The key of the fragment's own shape where this is the key of a place that holds nothing but the fragment.
  func without(_ fragment: NodeID, _ set: NodeID) -> ShapeKey {
    var result = self
    result.distinguishing.removeAll { $0 == fragment }
    result.fieldlessParts.removeAll { $0 == set }
    return result
  }
}
