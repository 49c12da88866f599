import ApusDiagnostics
import ApusJSON

/// One difference between two schemas, and what it means for clients of the old one.
package struct SchemaChange {
  /// What becomes of requests that were valid, and of responses that are expected.
  package enum Effect: String, CaseIterable {
    /// Requests that use what changed are refused, or their responses have another form.
    case breaking
    /// Requests stay valid, but may behave otherwise: a response may hold a value or a type that no client knew.
    case dangerous
    /// No client notices.
    case safe
  }

  package let effect: Effect
  /// What happened, for programs: `field-removed`.
  package let kind: String
  /// Where, as a schema coordinate: `Album.title` (section 2.14).
  package let coordinate: String
  /// What happened, in a sentence.
  package let message: String
  /// The place in the new schema; for what was removed, the place of what held it. Nil where that is nowhere either.
  package let range: SourceRange?

  /// For people: `breaking: The field "Album.title" was removed.`
  package var text: String { "\(effect.rawValue): \(message)" }

  /// For programs: one object on a line.
  package var jsonLine: String {
    let position = range?.position
    let row: JSONOutput = [
      "effect": .string(effect.rawValue), "kind": .string(kind), "coordinate": .string(coordinate),
      "message": .string(message), "path": JSONOutput(range?.file.path),
      "line": position.map { .number($0.line) } ?? .null,
      "column": position.map { .number($0.column) } ?? .null,
    ]
    return row.line
  }

  /// The change as a diagnostic; nil for one that is safe.
  package var diagnostic: Diagnostic? {
    let ranges = range.map { [$0] } ?? []
    return switch effect {
    case .breaking: Diagnostic(.error, .breakingChange, message, at: ranges)
    case .dangerous: Diagnostic(.warning, .dangerousChange, message, at: ranges)
    case .safe: nil
    }
  }

  /// How many changes of each kind there are, in a sentence.
  package static func summary(_ changes: [SchemaChange]) -> String {
    if changes.isEmpty { return "The schemas are the same.\n" }
    let counts = Effect.allCases.map { effect in
      "\(changes.count { $0.effect == effect }) \(effect.rawValue)"
    }
    return "\(counts[0]), \(counts[1]) and \(counts[2]) change\(changes.count == 1 ? "" : "s").\n"
  }
}

extension DiagnosticCode {
  package static let breakingChange = DiagnosticCode(
    "breaking-change",
    title: "A change of the schema that breaks requests or their responses",
    explanation: """
      `apusc diff OLD NEW` compares two schemas without documents: a request that uses what changed may be refused, or its
      response may have another form. Give the documents as well, and only the operations that break are reported.
      """,
    example: "old: type Album { title: String! }\nnew: type Album { name: String! }",
    fix: "Keep the old form, deprecated, beside the new one until no client uses it.")

  package static let dangerousChange = DiagnosticCode(
    "dangerous-change",
    title: "A change of the schema that clients may notice",
    explanation: """
      Requests stay valid, but a response may hold an enum value or an object type that no client knew when it was built, or
      a server may take another default.
      """,
    example: "old: enum Genre { JAZZ }\nnew: enum Genre { JAZZ ROCK }",
    fix: "Make sure that clients treat values and types that they do not know as such.", isWarning: true)
}
