import ApusDiagnostics
import ApusDocuments
import ApusSchema
import ApusSyntax

/// What the rules look at, and where they report.
///
/// The arrays of the index and the tables of the schema stand here as plain pointers: rules run for every node of an
/// unoptimized build.
final class ValidationContext {
  let index: DocumentIndex
  let tree: SyntaxTree
  let schema: Schema
  let options: ValidationOptions

  let nodes: UnsafeMutablePointer<Node>
  let meanings: UnsafeMutablePointer<UInt32>
  let parents: UnsafeMutablePointer<UInt32>
  let valueTypes: UnsafeMutablePointer<TypeReference>
  let types: UnsafeMutablePointer<TypeDefinition>
  let fields: UnsafeMutablePointer<FieldDefinition>
  let inputValues: UnsafeMutablePointer<InputValueDefinition>

  /// The name `stream`, 0 where nothing has it.
  let streamName: NameID

  /// Finds names that stand twice; each rule begins a scope of its own.
  var names: ScratchNumbers
  var literals: LiteralChecker
  var diagnostics: [Diagnostic] = []

  init(_ index: DocumentIndex, _ options: ValidationOptions) {
    self.index = index
    self.options = options
    tree = index.tree
    schema = index.schema
    nodes = index.tree.nodes
    meanings = index.meanings
    parents = index.parents
    valueTypes = index.valueTypes
    types = index.schema.types
    fields = index.schema.fields
    inputValues = index.schema.inputValues
    streamName = index.tree.names.find("stream")
    names = ScratchNumbers(count: index.tree.names.count)
    literals = LiteralChecker(index.tree, index.schema, hidesSuggestions: options.hidesSuggestions)
  }

  // MARK: - Reporting

  /// Reports an error; the first range is the primary one.
  func report(
    _ code: DiagnosticCode, _ message: String, at ranges: [SourceRange], notes: [Diagnostic.Note] = [],
    severity: Diagnostic.Severity = .error
  ) {
    diagnostics.append(Diagnostic(severity, code, message, at: ranges, notes: notes))
  }

  /// Reports an error about a whole node.
  func report(_ code: DiagnosticCode, _ message: String, _ node: NodeID, notes: [Diagnostic.Note] = []) {
    report(code, message, at: [tree.range(of: node)], notes: notes)
  }

  /// A note at a definition in the schema; none for what the specification itself defines.
  func note(_ message: String, definition node: NodeID) -> [Diagnostic.Note] {
    guard node >= 0, schema.tree.fileIndex(of: node) > 0 else { return [] }
    return [Diagnostic.Note(message, at: schema.tree.nameRange(of: node))]
  }

  /// A note at the definition of a type.
  func note(type: TypeID) -> [Diagnostic.Note] {
    type == 0 ? [] : note("\"\(schema.name(type))\" is defined here.", definition: types[Int(type)].node)
  }

  /// "Did you mean …?" with the known names most like an unknown one, unless the options hide it.
  func suggestion(_ name: String, among options: () -> [String]) -> String {
    self.options.hidesSuggestions ? "" : Suggestions.didYouMean(name, among: options())
  }

  /// "Did you mean …?" at the node of the name most like an unknown one, for messages that do not say it themselves.
  ///
  /// - Parameters:
  ///   - known: nodes with the names that are known.
  ///   - prefix: what stands before a name, for example `$`.
  func noteOfNearest(_ name: String, among known: [NodeID], prefix: String = "") -> [Diagnostic.Note] {
    let names = Suggestions.list(for: name, among: known.map(tree.name))
    guard !options.hidesSuggestions, let nearest = names.first,
      let node = known.first(where: { tree.name($0) == nearest })
    else { return [] }
    return [.init("Did you mean \"\(prefix)\(nearest)\"?", at: tree.nameRange(of: node))]
  }

  // MARK: - Reading

  /// The name of a node as text.
  func name(_ node: NodeID) -> String { tree.name(node) }

  /// Whether the next child of the same parent is of a kind.
  func hasSibling(_ node: NodeID, _ kind: NodeKind) -> Bool {
    let next = Int(nodes[node].next)
    return next < Int(nodes[Int(parents[node])].next)
      && nodes[next].kind == kind
  }
}
