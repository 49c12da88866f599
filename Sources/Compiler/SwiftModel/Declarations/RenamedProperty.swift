import ApusSource
import ApusSyntax

/// A property that could not be named after its fragment or type condition, because another member has that name.
struct RenamedProperty: Hashable {
  /// The spread that causes the property, or else the field that has the name, or the first field of the type.
  var node: NodeID
  /// The field with the name; 0 if another member has it.
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
