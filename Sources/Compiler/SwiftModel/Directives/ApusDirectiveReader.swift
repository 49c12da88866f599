import ApusSource
import ApusDocuments
import ApusSchema
import ApusShapes
import ApusSyntax

/// Reads the `@apus` directives of documents, and reports arguments that are not valid Swift names or do not apply.
struct ApusDirectiveReader {
  private var places: [NodeID: ApusDirective] = [:]
  private let diagnostics: DiagnosticSink
  private let documents: DocumentIndex
  private let tree: SyntaxTree

  init(_ documents: DocumentIndex, _ diagnostics: DiagnosticSink) {
    self.diagnostics = diagnostics
    self.documents = documents
    tree = documents.tree
    for directive in documents.directives(Keyword.apus) { read(directive) }
  }

  var directives: ApusDirectives { ApusDirectives(places, tree) }

  private mutating func read(_ directive: NodeID) {
    let place = NodeID(documents.parents[directive])
    var values: [ApusArgument: [ApusDirective.Value]] = [:]
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
          return report("\"\(argument)\" in \"@apus\" must be true or false.", value)
        }
        if boolean { values[argument] = [ApusDirective.Value("true", node)] }
        continue
      }
      let texts = tree.elements(value).map { tree.string($0) ?? "" }
      guard texts.allSatisfy({ isValid($0, as: argument.form, on: place) }) else {
        return report("\"\(argument)\" in \"@apus\" must be a string with a Swift name.", value)
      }
      if argument.form == .identifier, let text = texts.first, SwiftNames.member(text) != text {
        return report(
          "A member called \"\(text)\" would hide the module or codec of that name from generated code. Choose another name.",
          value)
      }
      values[argument] = texts.map { ApusDirective.Value($0, node) }
      if argument == .type, documents.selectionSet(place) == nil, let type = texts.first {
        diagnostics.append(
          contentsOf: KnownSwiftType.problems(
            withoutCodec: type, tree.range(of: value), isInDocument: true))
      }
    }
    places[place] = ApusDirective(values)
  }

  private func isValid(_ text: String, as form: ApusArgument.Form, on place: NodeID) -> Bool {
    switch form {
    case .identifier: SwiftNames.isMemberName(text)
    case .typeName where documents.selectionSet(place) == nil: SwiftNames.isType(text)
    case .typeName: SwiftNames.isTypeName(text)
    case .qualifiedNames: SwiftNames.isQualifiedName(text)
    case .boolean: false
    }
  }

  /// The reason why an argument does not apply to a node, as a message; nil if it does.
  private func fault(of argument: ApusArgument, on place: NodeID) -> String? {
    guard let kind = ApusPlace(tree.kind(place)) else { return nil }
    if !argument.applies(on: kind) {
      let known = ApusArgument.allCases.filter { $0.applies(on: kind) }.map { "\"\($0)\"" }
      return "On \(kind.noun), \"@apus\" only takes \(Suggestions.join(known, "and")). Remove the argument."
    }
    if kind != .field || documents.selectionSet(place) != nil { return nil }
    switch argument {
    case .conformsTo:
      return
        "\"conformsTo\" needs a field with selections, because no type is generated for others. Remove the argument."
    case .type where !isScalar(place):
      return
        "\"type\" does not apply to an enum, because its Swift type is generated. To rename it, use \"typeNames\" in apus.json."
    default: return nil
    }
  }

  private func isScalar(_ field: NodeID) -> Bool {
    documents.schema[documents.type(ofField: field).named]?.kind == .scalar
  }

  private mutating func report(_ message: String, _ node: NodeID) {
    diagnostics.append(Diagnostic(.error, .invalidApusDirective, message, at: [tree.range(of: node)]))
  }
}
