import ApusSchema
import ApusSyntax

/// Something that completion offers.
package struct Candidate {
  package enum Kind {
    case keyword, field, argument, value, type, directive, fragment, variable, snippet
  }

  package var label: String
  package var kind: Kind
  /// Its type, behind the label.
  package var detail = ""
  /// What is inserted, when it is not the label.
  package var text: String?
  /// The same with places to fill in, for editors that take snippets.
  package var snippet: String?
  package var isDeprecated = false
  /// Smaller numbers come first.
  package var rank = 1
  /// What it stands for, where there is more to say of it.
  package var symbol: Symbol?
  /// A further edit at an offset of the file, for example the definition of a new variable.
  package var addition: (offset: Int, text: String)?
}
