import ApusSchema
import ApusSyntax

/// A name that completion offers.
package struct Candidate {
  package enum Kind {
    case keyword, field, argument, value, type, directive, fragment, variable, snippet
  }

  package var label: String
  package var kind: Kind
  /// The type, shown after the label.
  package var detail = ""
  /// The text to insert, if it differs from the label.
  package var text: String?
  /// The text with placeholders, for editors that support snippets.
  package var snippet: String?
  package var isDeprecated = false
  /// Candidates with smaller ranks come first.
  package var rank = 1
  /// The symbol, if there is documentation for it.
  package var symbol: Symbol?
  /// An additional edit at an offset of the file, for example the definition of a new variable.
  package var addition: (offset: Int, text: String)?
}
