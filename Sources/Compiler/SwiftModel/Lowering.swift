import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax
import ApusShapes

/// Turns valid documents into a program, which the emitter only has to translate to Swift.
///
/// The first steps merge the selections of each object into a shape. Then each shape gets a Swift name, a place where it is declared, and
/// conformances to the protocols of fragments. Documentation/SelectionsAndConditions.md explains the steps with an example.
///
/// A pass takes values and returns a value, and appends its diagnostics to a sink. The comments below name the folders with the passes, which are in
/// this module or in `ApusShapes`.
package enum Lowering {
  /// Lowers all documents of a run: those of the compiled module, and those of the modules below it with the fragments that it may spread.
  ///
  /// - Parameter written: documents without validation errors.
  /// - Returns: the program and the diagnostics. If one of these is an error, the program must not be emitted.
  package static func lower(
    _ written: DocumentIndex, _ options: GenerationOptions
  ) -> (program: Program, diagnostics: [Diagnostic]) {
    let schema = written.schema
    let diagnostics = DiagnosticSink()
    // CacheRules: the rules of the cache, such as the key fields of each type, from the configuration and the schema.
    let cacheRules = CacheRules(options.shapes, schema, diagnostics)
    // Selections: the fragments that always become properties, and the documents with the fields that the compiler adds, such as `__typename`.
    let rewritten = RewrittenDocuments(
      written, options.shapes, options.documentModules, cacheRules, diagnostics)
    let (documents, separate, spreads) = (rewritten.index, rewritten.separate, rewritten.spreads)
    let tree = documents.tree
    // Conditions, Naming, FieldTypes: the table of guards, the Swift names of definitions and of the schema's types, and the Swift types of fields.
    let guards = GuardTable(
      tree.names, schema, fragmentVariables: documents.fragmentVariables,
      limits: GuardLimits(nodeCount: tree.count))
    let conditions = FragmentVariables(documents)
    let modules = rewritten.modules
    let moduleNames = ModuleSchemaNames(schema, options)
    let schemaNames = moduleNames.own
    var ofNames = DiagnosticSink()
    var names = GlobalNames(documents, options, moduleNames, modules, ofNames)
    var fieldBindings = FieldBindings(schema, options, schemaNames)
    // Directives, Nullability: the directives for the compiler, such as `@apus`, and how each field handles nulls and errors.
    documents.checkClientDirectives(diagnostics)
    let cacheEdits = CacheEdits(
      documents, cacheRules, usesCache: options.usesCache, modules, diagnostics)
    let directives = ApusDirectiveReader(documents, diagnostics).directives
    let onErrorMode = OnErrorMode(documents, options.shapes, modules, diagnostics)
    let nullability = FieldNullability(documents, options.shapes, onErrorMode, diagnostics)
    // Documents: the documents that are sent.
    let expanded = ExpandedDocuments(documents)
    let sentSpreads = expanded.index === documents ? spreads : FragmentSpreads(expanded.index)
    let sent = SentDocuments(
      expanded, sentSpreads, names: names.anonymous, hasFragments: options.usesCache, modules: modules)
    // Collecting, Shapes: the selections that merge in each object of a response, the cases of objects with type conditions, and the shape of each.
    let builder = ShapeBuilder(
      CollectingContext(documents, separate, guards),
      ShapeSplittingFragments(documents, spreads, separate, guards), directives, nullability,
      fieldBindings.bound, conditions)
    let shapes = ShapePass(builder, spreads, modules, diagnostics)
    if options.usesCache {
      _ = CacheHazards(
        documents, cacheRules, shapes.ofDefinitions, directives, modules, diagnostics)
      if options.checksMutationKeys { documents.checkMutationKeys(cacheRules, modules, diagnostics) }
    }
    // FieldTypes, Options: the enums, input objects and identifiers that modules below declare, and those that this module's documents use.
    var declaredBelow = DeclarationsBelow(options, modules)
    for (number, names) in names.ofModules.dropLast().enumerated() {
      for name in names { declaredBelow.insert(name, of: number) }
    }
    if !modules.below.isEmpty {
      let types = TypesBelow(
        documents, expanded, sentSpreads, shapes, moduleNames, modules, options, fieldBindings.bound)
      let used = UsedTypesBelow(types, declaredBelow, schemaNames, fieldBindings, options, diagnostics).used
      for (type, declarer) in used {
        var users = types.choices(of: type)
        users[modules.own] = declarer
        declaredBelow.insert(type, types.declarers[type] ?? [], used: users)
      }
    }
    fieldBindings.qualifyIdentifiers(declaredBelow)
    let swiftTypes = SwiftTypes(schema, options, schemaNames, fieldBindings)
    var reached = ReachedTypes(schema, schemaNames, options, fieldBindings)
    var uses = SwiftTypeUses(documents, expanded, sentSpreads, shapes, fieldBindings)
    uses.collect(in: Array(tree.definitions), into: &reached)
    reached.finish(swiftTypes, declaredBelow, diagnostics)
    // ShapePasses, Conformances: the names of properties, the fragments that types conform to, the null handling of fields, and the variables that
    // reading a response depends on. Declarations, Protocols: where each type is declared, what each fragment's protocol requires, and the
    // conformances. If Swift would find a different declaration than the intended one, these passes run again and avoid its name.
    let outside = DeclaredNames.outside(options, schemaNames, swiftTypes)
    let namesByModule = moduleNames.byModule(modules)
    var avoided = AvoidedNames()
    // A type in a fragment of a module below can have another name than by default because of an operation there. To find the same names, this run
    // then has to declare those operations, too. That is rare.
    var hasOperationsBelow = false
    while true {
      let attempt = DiagnosticSink()
      let associatedTypes = AssociatedTypeNames(namesByModule, avoided)
      let memberNames = MemberNames(
        shapes.all, tree, options, separate, associatedTypes, modules, avoiding: avoided)
      let solver = ConformanceSolver.solve(shapes, spreads, guards, naming: memberNames)
      let conformances = solver.conformances
      let complete = shapes.isComplete ? shapes.all : []
      let nulls = SettledNulls(
        complete, shapes.ofDefinitions, conformances, nullability, documents, attempt)
      let asked = AskedVariables(conformances, guards)
      guards.limitAlternatives(in: complete, separate, tree, attempt)
      let types = Declarations(
        rewritten, shapes, names, memberNames, conformances, nulls, directives, options, associatedTypes,
        avoiding: avoided, hasOperationsBelow: hasOperationsBelow, attempt)
      let operations = OperationPass(
        rewritten, expanded, sentSpreads, types, shapes, asked, conditions, sent, names, swiftTypes,
        directives, options, onErrorMode, cacheEdits, avoiding: avoided, attempt)
      let protocols = ProtocolBuilder(types, sent, names, directives, conditions, guards, solver, attempt)
      let declared = ConformanceDeclarations(protocols, solver, operations.all, avoided)
      let fragments = protocols.fragmentsInSourceOrder
      ResponseType.makeMutable(operations.own, fragments, directives)
      var below = declaredBelow
      below.insert(fragments, modules)
      let program = Program(
        rewritten, operations: operations.own, protocols, declared.conformances, types: reached,
        cacheRules, names: names, guards: guards, swiftTypes: swiftTypes, outside: outside, below: below,
        options)
      let resolver = NameResolver(program, operations.below, options, modules, moduleNames, directives)
      if resolver.dependsOnOperationsBelow, !hasOperationsBelow {
        hasOperationsBelow = true
        continue
      }
      if avoided.formUnion(resolver.hiding) {
        if !avoided.operations.isEmpty {
          ofNames = DiagnosticSink()
          names = GlobalNames(documents, options, moduleNames, modules, avoiding: avoided.operations, ofNames)
        }
        continue
      }
      for sink in [ofNames, attempt] { diagnostics.append(contentsOf: sink.all) }
      diagnostics.append(contentsOf: resolver.diagnostics)
      diagnostics.append(contentsOf: program.namespaceCollisions(options))
      diagnostics.append(contentsOf: NullableInputs(program).warnings(program))
      if !directives.places.isEmpty {
        diagnostics.append(contentsOf: KnownProtocol.unmetByDirectives(program))
      }
      return (program, diagnostics.all)
    }
  }
}
