import ApusSource
import ApusSyntax

/// A property that did not get its name from `@apus`, or the default name for its field, fragment or type condition, or a field's type that did not
/// get its name from `@apus`, because another member has the name. The user is warned, because code may expect the wanted name.
struct RenamedProperty: Hashable {
  /// The node to point to: the field or the spread that the property is for, or else the field that has the name, or the first field of the type.
  var node: NodeID
  /// The field that has the wanted name, or whose type or associated type has it; 0 if it is the name of something else.
  var field: NodeID
  /// The field, fragment or type condition that the property is for, in words: `the fragment "Card"`.
  var subject: String
  var wanted: String
  var name: String
  /// Whether the names are those of the type of the property's objects, and `wanted` is the one in `@apus(type:)`.
  var isType = false
  /// Whether `wanted` is the property's name in `@apus(name:)`, and no property has it.
  var isGiven = false

  private var message: String {
    if isType || isGiven {
      let reason = field == 0 ? "the name is taken" : "the type of another field needs that name"
      return
        "The \(isType ? "type" : "property") for \(subject) is called \"\(name)\" instead of \"\(wanted)\", because \(reason). "
        + "Choose another name."
    }
    let start = "The property for \(subject) is called \"\(name)\", because "
    if field == 0 {
      return start + "another property is called \"\(wanted)\". Rename one of the two, or use \"\(name)\"."
    }
    let owner = field == node ? "this field" : "a field"
    return start + "\(owner) is called \"\(wanted)\". Give the field an alias, or use \"\(name)\"."
  }

  func warning(_ tree: SyntaxTree) -> Diagnostic {
    let isElsewhere = field != 0 && field != node
    return Diagnostic(
      .warning, .nameCollision, message, at: [tree.place(of: node)],
      notes: isElsewhere ? [Diagnostic.Note("The field is here.", at: tree.place(of: field))] : [])
  }
}
