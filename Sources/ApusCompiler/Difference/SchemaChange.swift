import ApusDiagnostics
import ApusJSON

/// A difference between two schemas and its effect on clients of the old one.
package struct SchemaChange {
  /// The effect on existing requests and responses.
  package enum Effect: String, CaseIterable {
    /// Requests that use the element are rejected, or their responses change form.
    case breaking
    /// Requests stay valid but may behave differently, for example return a value or type that clients do not know.
    case dangerous
    /// Clients are not affected.
    case safe
  }

  package let effect: Effect
  /// The kind of change, for programs: `field-removed`.
  package let kind: String
  /// The element, as a schema coordinate: `Album.title` (section 2.14).
  package let coordinate: String
  /// A sentence that describes the change.
  package let message: String
  /// The place in the new schema. For a removed element, the place of its container, or nil if that is gone too.
  package let range: SourceRange?

  /// The change for people: `breaking: The field "Album.title" was removed.`
  package var text: String { "\(effect.rawValue): \(message)" }

  /// The change for programs: a JSON object on one line.
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

  /// The change as a diagnostic; nil if it is safe.
  package var diagnostic: Diagnostic? {
    let ranges = range.map { [$0] } ?? []
    return switch effect {
    case .breaking: Diagnostic(.error, .breakingChange, message, at: ranges)
    case .dangerous: Diagnostic(.warning, .dangerousChange, message, at: ranges)
    case .safe: nil
    }
  }

  /// A sentence with the number of changes of each kind.
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
    title: "A schema change that breaks requests or their responses",
    explanation: """
      `apusc diff OLD NEW` compares two schemas without documents. A request that uses the changed element may be
      rejected, or its response may have another form. If you also pass documents, only operations that break are
      reported.
      """,
    example: "old: type Album { title: String! }\nnew: type Album { name: String! }",
    fix: "Keep the old form, deprecated, next to the new one until no client uses it.")

  package static let dangerousChange = DiagnosticCode(
    "dangerous-change",
    title: "A schema change that clients may notice",
    explanation: """
      Requests stay valid, but a response may contain an enum value or an object type that existing clients do not know,
      or a server may use another default.
      """,
    example: "old: enum Genre { JAZZ }\nnew: enum Genre { JAZZ ROCK }",
    fix: "Make sure that clients handle unknown values and types.", isWarning: true)
}
