import ApusSource
import ApusSyntax
import Foundation

/// One question, as `Tests/Judges/Conformance/run` makes them: a JSON object with at least an `id` and a `kind`.
struct Question {
  let fields: [String: Any]

  init(line: String) throws {
    let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
    guard let fields = value as? [String: Any] else { throw NotAnObject() }
    self.fields = fields
  }

  struct NotAnObject: Error {}

  var identifier: Any { fields["id"] ?? NSNull() }
  var kind: String { fields["kind"] as? String ?? "" }
  var document: String { fields["document"] as? String ?? "" }

  /// The schema's texts: the first is built, the others extend it in turn.
  var schema: [String] {
    if let text = fields["schema"] as? String { return [text] }
    return fields["schema"] as? [String] ?? []
  }

  /// The names of the rules to apply, in the reference's words; nil for all.
  var rules: [String]? {
    if let rules = fields["rules"] as? [String] { return rules }
    return (fields["rule"] as? String).map { [$0] }
  }

  var skippedRules: [String] { fields["skip_rules"] as? [String] ?? [] }

  /// The text of an introspection result, the value of `data`.
  var introspection: [UInt8]? {
    guard let value = fields["introspection"] else { return nil }
    return (try? JSONSerialization.data(withJSONObject: value, options: [.fragmentsAllowed])).map(Array.init)
  }

  /// Whether an option is set.
  func has(_ option: String) -> Bool { options[option] as? Bool ?? false }

  var parserOptions: ParserOptions {
    ParserOptions(
      tokenLimit: options["max_tokens"] as? Int ?? ParserOptions().tokenLimit, errorLimit: 1,
      allowsEmptySelectionSets: has("allow_empty_selection_sets"),
      allowsFragmentArguments: has("experimental_fragment_arguments"))
  }

  private var options: [String: Any] { fields["options"] as? [String: Any] ?? [:] }

  /// The document as a source file.
  var source: SourceFile { SourceFile(path: "document.graphql", text: document) }
}
