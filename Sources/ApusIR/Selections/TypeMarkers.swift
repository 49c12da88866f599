import ApusDocuments
import ApusSchema
import ApusSyntax

/// The markers that are sent: `__isPet: __typename` shows that a condition on the interface or union `Pet` held, also for a type that the
/// schema gains later.
///
/// Each such condition that may fail has a marker in its selection set. The case that an object has does not depend
/// on variables, so the marker of an inline fragment with `@include` or `@skip` is in an inline fragment of its own, in front of it. So is
/// that of a deferred fragment, and of a fragment of another module, whose type was made without regard to this spread.
struct TypeMarkers {
  /// By spread or inline fragment the markers in front of it: for each marker the type conditions around it, the last of which is the
  /// marker's own.
  let inFront: [NodeID: [[TypeID]]]
  /// By selection set the type that the marker in it names; 0 where there is none.
  private let ofSets: NumberTable

  init(
    _ documents: DocumentIndex, _ options: GenerationOptions, _ separate: SeparateFragments,
    _ guards: GuardTable
  ) {
    ofSets = NumberTable(count: documents.tree.count)
    var finder = TypeMarkerFinder(documents, options, separate, guards, ofSets)
    finder.find()
    inFront = finder.inFront
  }

  /// The type that the marker in a selection set names.
  func type(in selectionSet: NodeID) -> TypeID? {
    let type = ofSets.values[selectionSet]
    return type == 0 ? nil : type
  }
}
