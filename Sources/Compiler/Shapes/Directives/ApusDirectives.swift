import ApusSource
import ApusSchema
import ApusSyntax

/// One use of `@apus(name: "…", type: "…", conformsTo: ["…"], mutable: true)` in a document.
///
/// It is a class, because thousands of fields can store one and hardly any does.
package final class ApusDirective {
  /// The arguments that take a string, with their values.
  fileprivate let strings: [ApusArgument: String]
  /// The arguments that are true.
  private let flags: Set<ApusArgument>
  package let conformsTo: [DirectiveConformance]

  package var name: String? { strings[.name] }
  package var type: String? { strings[.type] }
  package var isMutable: Bool { flags.contains(.mutable) }

  package init(
    _ strings: [ApusArgument: String] = [:], _ flags: Set<ApusArgument> = [],
    conformsTo: [DirectiveConformance] = []
  ) {
    (self.strings, self.flags, self.conformsTo) = (strings, flags, conformsTo)
  }
}

/// A protocol that `@apus` adds to a type.
package struct DirectiveConformance {
  package var name: String
  /// The argument that names it.
  package var argument: NodeID

  package init(name: String, argument: NodeID) {
    self.name = name
    self.argument = argument
  }
}

/// The `@apus` directives of the documents. They are for the compiler alone and are not sent.
package struct ApusDirectives {
  /// The directives by the field, inline fragment, variable or definition that has them.
  package let places: [NodeID: ApusDirective]
  private let tree: SyntaxTree

  package init(_ places: [NodeID: ApusDirective], _ tree: SyntaxTree) {
    self.places = places
    self.tree = tree
  }

  /// The directive of a field that merges several selections. Their directives must be the same.
  ///
  /// - Parameter conflicts: collects an error for each selection with a different directive.
  func merged(_ nodes: [NodeID], _ conflicts: inout DiagnosticsByNode) -> ApusDirective? {
    guard let marked = nodes.first(where: { places[$0] != nil }), let result = places[marked] else {
      return nil
    }
    var conformsTo = result.conformsTo
    for node in nodes where node != marked {
      let other = places[node] ?? ApusDirective()
      if other.strings != result.strings {
        let key = tree.names.string(tree.responseKey(node))
        conflicts.report(
          node,
          error(
            "The selections of \"\(key)\" become one property, but their \"@apus\" directives differ. Write the same directive on each.",
            node, notes: [Diagnostic.Note("The other one is here.", at: tree.range(of: marked))]))
        return result
      }
      for conformance in other.conformsTo where !conformsTo.contains(where: { $0.name == conformance.name }) {
        conformsTo.append(conformance)
      }
    }
    return ApusDirective(result.strings, conformsTo: conformsTo)
  }

  private func error(_ message: String, _ node: NodeID, notes: [Diagnostic.Note] = []) -> Diagnostic {
    Diagnostic(.error, .invalidApusDirective, message, at: [tree.range(of: node)], notes: notes)
  }
}
