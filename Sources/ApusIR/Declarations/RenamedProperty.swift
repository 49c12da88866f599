import ApusSyntax

/// A property for a fragment or a type condition that does not have the name that these give it: another member has it.
struct RenamedProperty: Hashable {
  /// The field that has the name; where it is no field's, the first of the type.
  var node: NodeID
  /// What the property answers for: `the fragment "Card"`.
  var subject: String
  var wanted: String
  var name: String
  /// Whether the name is a field's.
  var isOfField: Bool

  var message: String {
    let start = "The property for \(subject) is \"\(name)\" in Swift, since "
    return isOfField
      ? start + "\"\(wanted)\" is this field. For the better name give the field an alias."
      : start + "another one is \"\(wanted)\". For the better name rename one of the two."
  }
}
