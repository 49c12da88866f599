import ApusSchema

/// When a selection set applies, by the object's type: under any of the alternatives, each a chain of type conditions
/// that must all hold.
struct TypeGuard: Hashable {
  /// Each the sorted conditions on one way to the selection set, those left out that another implies.
  var alternatives: [[TypeID]]
  /// The object types known today that it holds for.
  var types: TypeSet
}
