import ApusSource
import ApusSyntax

/// A property, or the type of its objects, that did not get the default name for its field, fragment or type condition, because another member has it. The user is warned, because
/// the property may be expected under the default name.
struct RenamedProperty: Hashable {
  /// The node to point to: the field or the spread that the property is for, or else the field that has the name, or the first field of the type.
  var node: NodeID
  /// The field that has the default name; 0 if it is another kind of member.
  var field: NodeID
  /// The subject of the message, which the property is for: `the fragment "Card"`.
  var subject: String
  var wanted: String
  var name: String
  /// Whether it is the name of the type of the property's objects, and `wanted` is from `@apus(type:)`.
  var isType = false

  private var message: String {
    if isType {
      let reason = field == 0 ? "the name is taken" : "the type of another field needs that name"
      return
        "The type for \(subject) is called \"\(name)\" instead of \"\(wanted)\", because \(reason). Choose another name."
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
