import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

/// The input of the rules, and the place where they report.
///
/// It holds the index's arrays as plain pointers, because rules run for every node in
/// unoptimized builds.
final class ValidationContext {
  let index: DocumentIndex
  let tree: SyntaxTree
  let schema: Schema
  let options: ValidationOptions

  let nodes: UnsafeMutablePointer<Node>
  let parents: UnsafeMutablePointer<UInt32>
  let valueTypes: UnsafeMutablePointer<TypeReference>

  /// Whether any document has `@stream`.
  let usesStream: Bool

  /// For expanded documents, where their nodes come from; nil otherwise.
  let expansion: ExpandedDocuments?

  /// Finds duplicate names. Each rule starts its own scope.
  var names: GenerationMap
  var literals: LiteralChecker
  var diagnostics: [Diagnostic] = []

  init(_ index: DocumentIndex, _ options: ValidationOptions, expansion: ExpandedDocuments? = nil) {
    self.index = index
    self.expansion = expansion
    self.options = options
    tree = index.tree
    schema = index.schema
    nodes = index.tree.nodes
    parents = index.parents
    valueTypes = index.valueTypes
    usesStream = !index.directives(Keyword.stream).isEmpty
    names = GenerationMap(count: index.tree.names.count)
    literals = LiteralChecker(index.tree, index.schema)
  }

  // MARK: - Reporting

  /// Reports an error; the first range is the primary one.
  func report(
    _ code: DiagnosticCode, _ message: String, at ranges: [SourceRange], notes: [Diagnostic.Note] = [],
    severity: Diagnostic.Severity = .error, insteadOf generalCode: DiagnosticCode? = nil
  ) {
    var diagnostic = Diagnostic(severity, code, message, at: ranges, notes: notes)
    diagnostic.generalCode = generalCode
    diagnostics.append(diagnostic)
  }

  /// Reports a warning; the first range is the primary one.
  func warn(
    _ code: DiagnosticCode, _ message: String, at ranges: [SourceRange], notes: [Diagnostic.Note] = []
  ) {
    report(code, message, at: ranges, notes: notes, severity: .warning)
  }

  /// Reports an error about a whole node.
  func report(_ code: DiagnosticCode, _ message: String, _ node: NodeID, notes: [Diagnostic.Note] = []) {
    report(code, message, at: [tree.range(of: node)], notes: notes)
  }

  /// A note at a definition in the schema; empty for the specification's own definitions.
  func note(_ message: String, definition node: NodeID) -> [Diagnostic.Note] {
    guard node >= 0, schema.tree.fileIndex(of: node) > 0 else { return [] }
    return [Diagnostic.Note(message, at: schema.tree.nameRange(of: node))]
  }

  /// A note at the definition of a type.
  func note(type: TypeID?) -> [Diagnostic.Note] {
    type.map { note("\"\(schema.name($0))\" is defined here.", definition: schema[$0].node) } ?? []
  }

  /// A note "Did you mean …?" at the node with the most similar name, for messages that do not include it.
  ///
  /// - Parameters:
  ///   - known: nodes with valid names.
  ///   - prefix: text to put before a name, for example `$`.
  func noteOfNearest(_ name: String, among known: [NodeID], prefix: String = "") -> [Diagnostic.Note] {
    let names = Suggestions.list(for: name, among: known.map(tree.name))
    guard let nearest = names.first, let node = known.first(where: { tree.name($0) == nearest })
    else { return [] }
    return [.init("Did you mean \"\(prefix)\(nearest)\"?", at: tree.nameRange(of: node))]
  }

  // MARK: - Reading

  /// The name of a node as text.
  func name(_ node: NodeID) -> String { tree.name(node) }

  /// Whether the next child of the same parent has this kind.
  func hasSibling(_ node: NodeID, _ kind: NodeKind) -> Bool {
    let next = Int(nodes[node].next)
    return next < Int(nodes[Int(parents[node])].next)
      && nodes[next].kind == kind
  }
}
