import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

/// An `@apus(name: "…", type: "…", conformsTo: ["…"], mutable: true)` at one place of a document.
///
/// A class, since each of thousands of fields has room for one and hardly any has one.
package final class ApusDirective {
  /// The strings of each argument that takes one string.
  fileprivate let strings: [ApusArgument: String]
  /// The arguments that are true.
  private let flags: Set<ApusArgument>
  let conformsTo: [DirectiveConformance]

  package var name: String? { strings[.name] }
  package var type: String? { strings[.type] }
  package var isMutable: Bool { flags.contains(.mutable) }

  fileprivate init(
    _ strings: [ApusArgument: String] = [:], _ flags: Set<ApusArgument> = [],
    conformsTo: [DirectiveConformance] = []
  ) {
    (self.strings, self.flags, self.conformsTo) = (strings, flags, conformsTo)
  }
}

/// A protocol that `@apus` names for a type.
struct DirectiveConformance {
  var name: String
  /// The argument that names it.
  var argument: NodeID
}

/// The `@apus` directives of the documents. Only the compiler sees them: they are not sent.
struct ApusDirectives {
  /// Keyed by their field, inline fragment, variable or definition.
  private(set) var places: [NodeID: ApusDirective] = [:]
  private let diagnostics: DiagnosticSink
  private let documents: DocumentIndex
  private let tree: SyntaxTree

  init(_ documents: DocumentIndex, _ diagnostics: DiagnosticSink) {
    self.diagnostics = diagnostics
    self.documents = documents
    tree = documents.tree
    for directive in documents.directives(Keyword.apus) { read(directive) }
  }

  private mutating func read(_ directive: NodeID) {
    let place = NodeID(documents.parents[directive])
    var strings: [ApusArgument: String] = [:]
    var flags: Set<ApusArgument> = []
    var conformsTo: [DirectiveConformance] = []
    for node in tree.children(directive, .argument) {
      guard let value = tree.value(node), let argument = ApusArgument(rawValue: tree.name(node)) else {
        continue
      }
      if let fault = fault(of: argument, on: place) {
        report(fault, node)
        continue
      }
      if argument.form == .boolean {
        guard let boolean = tree.boolean(value) else {
          return report("\"\(argument)\" of \"@apus\" has to be true or false.", value)
        }
        if boolean { flags.insert(argument) }
        continue
      }
      let texts = tree.elements(value).map { tree.string($0) ?? "" }
      guard texts.allSatisfy({ isValid($0, as: argument.form, on: place) }) else {
        return report("\"\(argument)\" of \"@apus\" has to be a Swift name, as a string.", value)
      }
      if argument.form == .qualifiedNames {
        conformsTo = texts.map { DirectiveConformance(name: $0, argument: node) }
      } else {
        strings[argument] = texts.first
      }
      if argument == .type, documents.selectionSet(place) == nil, let type = texts.first {
        diagnostics.append(
          contentsOf: KnownSwiftType.problems(
            withoutCodec: type, tree.range(of: value), isInDocument: true))
      }
    }
    places[place] = ApusDirective(strings, flags, conformsTo: conformsTo)
  }

  private func isValid(_ text: String, as form: ApusArgument.Form, on place: NodeID) -> Bool {
    switch form {
    case .identifier: SwiftNames.isIdentifier(text)
    case .typeName where documents.selectionSet(place) == nil: SwiftNames.isType(text)
    case .typeName: SwiftNames.isIdentifier(text)
    case .qualifiedNames: SwiftNames.isQualifiedName(text)
    case .boolean: false
    }
  }

  /// Why an argument has no meaning at a place.
  private func fault(of argument: ApusArgument, on place: NodeID) -> String? {
    let kind = tree.kind(place)
    if !argument.places.contains(kind) {
      let known = ApusArgument.allCases.filter { $0.places.contains(kind) }.map { "\"\($0)\"" }
      return "On \(ApusDirectives.name(of: kind)), \"@apus\" takes only \(Suggestions.join(known, "and"))."
    }
    if kind != .field || documents.selectionSet(place) != nil { return nil }
    switch argument {
    case .conformsTo:
      return "A field without selections has no type of its own that could conform to a protocol."
    case .type where !isScalar(place): return "The type of an enum is emitted, and cannot be another."
    default: return nil
    }
  }

  private static func name(of place: NodeKind) -> String {
    switch place {
    case .operation: "an operation"
    case .inlineFragment: "an inline fragment"
    case .variableDefinition: "a variable"
    case .fragmentDefinition: "a fragment"
    default: "a field"
    }
  }

  private func isScalar(_ field: NodeID) -> Bool {
    let definition = documents.schema.fields[Int(documents.field(field))]
    return documents.schema.types[Int(definition.type.named)].kind == .scalar
  }

  /// The directive of a field in which several selections merge. They have to agree on its name and type.
  ///
  /// - Parameter conflicts: gets an error for a selection that does not.
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
            "The selections of \"\(key)\" merge in one property, and \"@apus\" says different things of them. Say the same "
              + "at each.", node, notes: [Diagnostic.Note("The other one.", at: tree.range(of: marked))]))
        return result
      }
      for conformance in other.conformsTo where !conformsTo.contains(where: { $0.name == conformance.name }) {
        conformsTo.append(conformance)
      }
    }
    return ApusDirective(result.strings, conformsTo: conformsTo)
  }

  private mutating func report(_ message: String, _ node: NodeID) {
    diagnostics.append(error(message, node))
  }

  private func error(_ message: String, _ node: NodeID, notes: [Diagnostic.Note] = []) -> Diagnostic {
    Diagnostic(.error, .invalidApusDirective, message, at: [tree.range(of: node)], notes: notes)
  }
}
