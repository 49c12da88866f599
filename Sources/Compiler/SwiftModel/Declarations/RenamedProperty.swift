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
    let start = "The property for \(subject) is \"\(name)\" in Swift, since "
    if field == 0 {
      return start + "another one is \"\(wanted)\". For the better name rename one of the two."
    }
    let place = field == node ? "this field" : "a field"
    return start + "\"\(wanted)\" is \(place). For the better name give the field an alias."
  }

  func warning(_ tree: SyntaxTree) -> Diagnostic {
    let isElsewhere = field != 0 && field != node
    return Diagnostic(
      .warning, .nameCollision, message, at: [tree.place(of: node)],
      notes: isElsewhere ? [Diagnostic.Note("The field.", at: tree.place(of: field))] : [])
  }
}
