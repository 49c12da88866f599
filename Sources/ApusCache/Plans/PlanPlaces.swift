/// The places of a document that are the same for some variables, or for all.
///
/// Only one thread may use it and the plans that share it at a time: ``CacheStore`` has a ``PlanMemo`` for each of its two locks.
final class PlanPlaces {
  /// The places, each under the selection sets that apply there.
  var places: [[Int]: PlanPlace] = [:]
  /// Keeps all shapes, also those that newer ones have replaced, since readers do not retain them.
  var shapes: [PlanShape] = []
  /// The selections at places that depend on the values of variables, by selection sets and type.
  var selections: [PlanSelection.Key: PlanSelection] = [:]
  /// The fields that are replaced rather than merged.
  var replaced: Set<UInt32> = []
}
