import ApusDiagnostics
import ApusDocuments
import ApusSchema
import ApusSyntax

/// Valid documents to a program. ``lower(_:_:)`` lists the passes; what one makes the next ones take.
package struct Lowering {
  let documents: DocumentIndex
  // Stored: a computed property would copy the whole struct in an unoptimized build.
  let tree: SyntaxTree
  let options: GenerationOptions
  let program: Program
  let names: SchemaNames
  let globalNames: GlobalNames
  let nonNullUses: NonNullUses
  let variableBindings: VariableBindings
  let addedSelections: AddedSelections
  let cacheKeys: CacheKeys
  let guards: GuardTable
  var builder: ShapeBuilder
  var declarations: Declarations
  var writer: DocumentWriter
  var collector: SchemaTypeCollector
  var diagnostics: [Diagnostic] = []
  let limits: ShapeLimits
  var hasTooManyShapes = false
  /// The fragments, each behind those that it spreads.
  var fragments: [NodeID] = []
  /// Which variables each operation's response is read with.
  var askedVariables: AskedVariables?
  /// What of the definition at hand was visited.
  var seenShapes = GenerationMap(count: 0)
  var seenTypes: GenerationMap
  /// The shape of what each definition selects.
  var shapes: [NodeID: Shape] = [:]

  /// Lowers all documents of a run.
  ///
  /// - Parameter documents: documents in which validation found no error.
  /// - Returns: the program, and what stands against emitting it.
  package static func lower(
    _ documents: DocumentIndex, _ options: GenerationOptions
  ) -> (program: Program, diagnostics: [Diagnostic]) {
    // CacheDirectives: what the schema itself says of a cache.
    var options = options
    let cacheDirectives = CacheDirectives(documents.schema, &options)
    // AddedSelections: what the sent text asks for beside what the user wrote.
    var lowering = Lowering(documents, options)
    // FieldCollection, TypeCases, Shapes: what meets at each place of the responses.
    lowering.buildShapes()
    // Presence: which fragments are properties, and what readers ask of variables.
    lowering.findPresence()
    // Declarations: names, scopes, and the text that is sent.
    lowering.declareFragments()
    lowering.declareOperations()
    // Protocols: what each fragment requires, and what conforms to it.
    lowering.addProtocols()
    lowering.findMutableTypes()
    // CacheHazards: what a cache could not tell apart.
    lowering.findCacheHazards()
    lowering.collectSchemaTypes()
    let diagnostics = lowering.diagnostics + lowering.builder.diagnostics
    return (lowering.program, cacheDirectives.diagnostics + cacheDirectives.placed(diagnostics))
  }

  private init(_ documents: DocumentIndex, _ options: GenerationOptions) {
    self.documents = documents
    self.options = options
    let tree = documents.tree
    self.tree = tree
    names = SchemaNames(documents.schema, options)
    globalNames = GlobalNames(documents, options, names)
    nonNullUses = NonNullUses(documents)
    cacheKeys = CacheKeys(options, documents.schema)
    let markers = MarkerNames(
      documents, hasCacheKeys: !cacheKeys.isEmpty, modules: options.modulesOfDocuments)
    program = Program(documents, LeafTypes(documents.schema, options, names), markers)
    let cacheRules = CacheRules(options, documents.schema, cacheKeys)
    addedSelections = AddedSelections(documents, options, cacheKeys, program.guards)
    diagnostics =
      globalNames.diagnostics + cacheKeys.diagnostics + cacheRules.diagnostics
      + addedSelections.diagnostics + markers.diagnostics
    guards = program.guards
    builder = ShapeBuilder(
      documents, addedSelections, guards, options, program.leafTypes.fieldBindings)
    variableBindings = VariableBindings(documents, program.leafTypes.fieldBindings)
    seenTypes = GenerationMap(count: documents.schema.typeCount)
    limits = ShapeLimits(shapeLimit: options.shapeLimit, nodeCount: tree.count)
    declarations = Declarations(
      documents, options, addedSelections.deferrals, addedSelections.blocks)
    writer = DocumentWriter(documents, addedSelections, markers)
    if options.usesCache {
      program.cacheSchema = CacheSchemaTable(documents, cacheKeys, cacheRules, addedSelections).text
    }
    collector = SchemaTypeCollector(documents.schema, names, options, program.leafTypes.fieldBindings)
  }

  private mutating func findMutableTypes() {
    program.mutableTypes = MutableTypes(program.operations, program.fragments, builder.directives).types
  }

  private mutating func findCacheHazards() {
    guard options.usesCache else { return }
    diagnostics += CacheHazards(documents, cacheKeys, shapes, builder.directives, options).diagnostics
  }

  mutating func report(
    _ code: DiagnosticCode, _ message: String, _ node: NodeID, notes: [Diagnostic.Note] = []
  ) {
    diagnostics.append(Diagnostic(.error, code, message, at: [place(of: node)], notes: notes))
  }

  mutating func warn(
    _ code: DiagnosticCode, _ message: String, _ node: NodeID, notes: [Diagnostic.Note] = []
  ) {
    diagnostics.append(Diagnostic(.warning, code, message, at: [place(of: node)], notes: notes))
  }

  func place(of node: NodeID) -> SourceRange {
    tree.nodes[node].name == 0 ? tree.range(of: node) : tree.nameRange(of: node)
  }
}
