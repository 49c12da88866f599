import ApusShapes
import ApusSwiftModel
import ApusSource
import ApusSchema

/// A key of `apus.json`. Everything about it is here: checking, the reference and the JSON Schema are all
/// derived from ``all``.
package struct ConfigurationKey {
  package let name: String
  let form: ConfigurationForm
  /// The default value in JSON.
  package let defaultText: String
  /// One or two sentences that say what the key does.
  package let summary: String
  /// How modules above get the value; empty if each module has its own.
  let inheritance: [KeyInheritance]
  /// The rule by which the values of two modules conflict.
  let conflict: KeyConflict
  /// Stores a value of the right form in the configuration.
  let apply: (JSONValue, inout Configuration) -> Void

  /// All keys, in the order of the reference documentation.
  package static var all: [ConfigurationKey] { inputKeys + typeKeys + codeKeys + diagnosticKeys }
}

extension JSONValue {
  /// A single string or a list of strings.
  package var texts: [String] { string.map { [$0] } ?? elements?.compactMap(\.string) ?? [] }
}
