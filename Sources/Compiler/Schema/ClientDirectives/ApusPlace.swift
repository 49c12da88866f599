import ApusSource
import ApusSyntax

/// A kind of node that can have `@apus`.
package enum ApusPlace: CaseIterable {
  case field, fragment, inlineFragment, variable, operation

  /// The node's kind, the place in messages, and the directive locations of the specification.
  private var entry: (kind: NodeKind, noun: String, locations: String) {
    switch self {
    case .field: (.field, "a field", "FIELD")
    case .fragment: (.fragmentDefinition, "a fragment", "FRAGMENT_DEFINITION")
    case .inlineFragment: (.inlineFragment, "an inline fragment", "INLINE_FRAGMENT")
    case .variable: (.variableDefinition, "a variable", "VARIABLE_DEFINITION")
    case .operation: (.operation, "an operation", "QUERY | MUTATION | SUBSCRIPTION")
    }
  }

  package init?(_ kind: NodeKind) {
    guard let place = Self.allCases.first(where: { $0.entry.kind == kind }) else { return nil }
    self = place
  }

  package var noun: String { entry.noun }
  var locations: String { entry.locations }

  /// "a field, an inline fragment, or a variable"
  static func list(_ places: [ApusPlace]) -> String { Suggestions.join(places.map(\.noun), "or") }
}
