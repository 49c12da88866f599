import ApusSource
import ApusSchema
import Foundation

extension Diagnostic {
  /// The message as the reference words it: it is a port to Python, and that shows in two messages, where it departs
  /// from those that people know.
  var messageInReferenceWords: String {
    switch code {
    case .misplacedDirective:
      // The members of an enumeration print as lower-case words: `variable definition`.
      guard let last = message.split(separator: " ").last else { return message }
      return message.dropLast(last.count) + last.lowercased().replacing("_", with: " ")
    case .syntaxError:
      // Advice follows the message, for people.
      for advice in [" Keywords are written in lower case:", " A variable's type comes before"] {
        if let range = message.firstRange(of: advice) { return String(message[..<range.lowerBound]) }
      }
      return message
    case _ where message.hasSuffix(" not to be null."):
      return message.dropLast("null.".count) + "None."
    default: return message
    }
  }
}
