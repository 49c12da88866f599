import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

/// An `@apus(name: "…", type: "…", conformsTo: ["…"], mutable: true)` at one place of a document.
///
/// A class, since each of thousands of fields has room for one and hardly any has one.
package final class ApusDirective {
  /// The name of the property.
  package let name: String?
  /// The name of an object's type, or the Swift type that a scalar is decoded as.
  package let type: String?
  /// More protocols of an object's type.
  let conformsTo: [DirectiveConformance]
  /// Whether the properties of a definition's types can be set.
  package let isMutable: Bool

  init(
    name: String? = nil, type: String? = nil, conformsTo: [DirectiveConformance] = [], isMutable: Bool = false
  ) {
    self.isMutable = isMutable
    self.name = name
    self.type = type
    self.conformsTo = conformsTo
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
    var texts: [String: [String]] = [:]
    var conformsTo: [DirectiveConformance] = []
    var isMutable = false
    for argument in tree.children(directive, .argument) {
      guard let value = tree.value(argument) else { continue }
      let name = tree.name(argument)
      if let fault = fault(of: name, on: place) {
        report(fault, argument)
      } else if name == "mutable" {
        guard let boolean = tree.boolean(value) else {
          return report("\"mutable\" of \"@apus\" has to be true or false.", value)
        }
        isMutable = boolean
      } else {
        texts[name] = tree.elements(value).map { tree.string($0) ?? "" }
        if texts[name]?.allSatisfy({ isValid($0, as: name, on: place) }) == false {
          return report("\"\(name)\" of \"@apus\" has to be a Swift name, as a string.", value)
        }
        if name == "conformsTo" {
          conformsTo = texts[name, default: []].map { DirectiveConformance(name: $0, argument: argument) }
        } else if name == "type", documents.selectionSet(place) == nil, let type = texts[name]?.first {
          diagnostics.append(
            contentsOf: KnownSwiftType.problems(
              withoutCodec: type, tree.range(of: value), isInDocument: true))
        }
      }
    }
    places[place] = ApusDirective(
      name: texts["name"]?.first, type: texts["type"]?.first, conformsTo: conformsTo,
      isMutable: isMutable)
  }

  private func isValid(_ text: String, as argument: String, on place: NodeID) -> Bool {
    switch argument {
    case "name": SwiftNames.isIdentifier(text)
    case "type" where documents.selectionSet(place) == nil: SwiftNames.isType(text)
    case "type": SwiftNames.isIdentifier(text)
    default: SwiftNames.isQualifiedName(text)
    }
  }

  /// The arguments that each kind of place takes, and what to say about others.
  private static let arguments: [NodeKind: (known: [String], fault: String)] = [
    .operation: (["mutable"], "An operation can be given \"mutable\" alone."),
    .field: (["name", "type", "conformsTo"], "\"mutable\" is for whole operations and fragments."),
    .inlineFragment: (
      ["name"], "An inline fragment can be given a \"name\" alone: that of the property that it becomes."
    ),
    .variableDefinition: (["name"], "A variable can be given a \"name\" alone."),
    .fragmentDefinition: (
      ["conformsTo", "mutable"],
      "A fragment can be given \"conformsTo\" and \"mutable\": its own name is that of its types."
    ),
  ]

  /// Why an argument has no meaning at a place.
  private func fault(of argument: String, on place: NodeID) -> String? {
    if let arguments = Self.arguments[tree.kind(place)], !arguments.known.contains(argument) {
      return arguments.fault
    }
    if tree.kind(place) != .field || documents.selectionSet(place) != nil { return nil }
    switch argument {
    case "conformsTo":
      return "A field without selections has no type of its own that could conform to a protocol."
    case "type" where !isScalar(place): return "The type of an enum is emitted, and cannot be another."
    default: return nil
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
      if other.name != result.name || other.type != result.type {
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
    return ApusDirective(name: result.name, type: result.type, conformsTo: conformsTo)
  }

  private mutating func report(_ message: String, _ node: NodeID) {
    diagnostics.append(error(message, node))
  }

  private func error(_ message: String, _ node: NodeID, notes: [Diagnostic.Note] = []) -> Diagnostic {
    Diagnostic(.error, .invalidApusDirective, message, at: [tree.range(of: node)], notes: notes)
  }
}
