import ApusSource
import ApusSyntax

/// A property for a fragment or a type condition that does not have the name that these give it: another member has it.
struct RenamedProperty: Hashable {
  /// The spread that makes the property; the field that has its name, or the first of the type, where none does.
  var node: NodeID
  /// The field that has the name; 0 where another member has.
  var field: NodeID
  /// The subject of the message: `the fragment "Card"`.
  var subject: String
  var wanted: String
  var name: String

  private var message: String {
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
