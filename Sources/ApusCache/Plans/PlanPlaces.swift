/// The places of a document that are the same for some variables, or for all.
///
/// Only one thread may use it at a time.
final class PlanPlaces {
  /// By the selection sets that apply there.
  var places: [[Int]: PlanPlace] = [:]
  /// Keeps all shapes, also those that newer ones have replaced, since readers do not retain them.
  var shapes: [PlanShape] = []
  /// The fields that are replaced rather than merged.
  var replaced: Set<UInt32> = []
}
