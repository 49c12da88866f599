import ApusDocuments

/// The selections that the sent text has in addition to the user's.
///
/// Each part is keyed by the nodes of selection sets, so that the printed document and the types that read the response agree.
struct AddedSelections {
  let typenames: AddedTypenames
  let markers: TypeMarkers
  let cache: CacheSelections
}
