import ApusSource
import ApusSyntax

/// Loads a schema from source files: parse, check the SDL rules, build, check the types.
package enum SchemaLoader {
  /// Loads a schema from its files, which together form one document: a file may extend definitions in another.
  ///
  /// - Parameters:
  ///   - sources: SDL files; those with names ending in `.json` contain the result of an introspection query.
  ///   - names: the name table, shared with the documents of the run.
  ///   - addsIncrementalDirectives: whether to add ``IncrementalDirectives`` that the schema does not define.
  ///   - clientDirectives: names of additional client-side directives; nil if all directives are the server's.
  /// - Returns: the schema, as far as it could be built, and all diagnostics. The severities assume that all of the
  ///   schema is used.
  package static func load(
    _ sources: [SourceFile], names: NameTable, addsIncrementalDirectives: Bool = false,
    clientDirectives: [String]? = nil
  ) -> LoadedSchema {
    let tree = SchemaBuilder.makeTree(names: names)
    let first = tree.count
    var unreadable: [SchemaDiagnostic] = []
    var incomplete: [IntrospectionReader.IntrospectionDiagnostic] = []
    var hasDefaultRoots = true
    var capabilities: ServiceCapabilities?
    var listedTypes: Set<String> = []
    for source in sources {
      var text = source
      var translation: IntrospectionSDL?
      if source.path.lowercased().hasSuffix(".json") {
        let result = IntrospectionReader.read(source)
        incomplete += result.diagnostics
        // An introspection result always names its root types.
        hasDefaultRoots = false
        guard let sdl = result.sdl else { continue }
        translation = sdl
        listedTypes.formUnion(sdl.typeNames)
        text = sdl.source
      }
      let found =
        translation.map { ServiceCapabilities(introspection: $0.root) }
        ?? ServiceCapabilities(commentIn: source)
      capabilities = capabilities ?? found
      for error in Parser.parse(text, into: tree) {
        unreadable.append(
          SchemaDiagnostic(diagnostic: error.diagnostic(in: text), stage: .syntax, concern: .schema))
      }
    }
    let end = tree.count
    if addsIncrementalDirectives { IncrementalDirectives.add(to: tree) }
    if let entry = tooManyTypes(tree) {
      let empty = SchemaBuilder.build(SchemaBuilder.makeTree(names: names))
      return LoadedSchema(schema: empty, diagnostics: unreadable + [entry])
    }
    let schema = SchemaBuilder.build(tree, hasDefaultRoots: hasDefaultRoots)
    schema.capabilities = capabilities
    schema.listedTypes = listedTypes
    if let clientDirectives {
      schema.clientDirectives = ClientDirectives(schema, configured: clientDirectives)
    }
    var diagnostics = unreadable + incomplete.map { diagnostic(of: $0, schema) }
    // If part of the schema could not be read, every reference to that part would look wrong.
    if diagnostics.allSatisfy({ $0.concern != .schema }) { diagnostics += check(schema, first..<end) }
    // A missing definition is nowhere, so point at the first file.
    if let file = sources.first {
      for index in diagnostics.indices where diagnostics[index].diagnostic.ranges.isEmpty {
        diagnostics[index].diagnostic.ranges = [SourceRange(file: file, start: 0, end: 0)]
      }
    }
    for entry in diagnostics where entry.diagnostic.severity == .error && entry.affectsUse {
      if case .type(let type) = entry.concern { schema.faultyTypes.insert(type) }
    }
    return LoadedSchema(schema: schema, diagnostics: diagnostics)
  }

  /// The maximum number of types. More would make the sets of possible types too large.
  static let maximumTypeCount = 100_000

  private static func tooManyTypes(_ tree: SyntaxTree) -> SchemaDiagnostic? {
    var count = 0
    for definition in tree.definitions {
      switch tree.nodes[definition].kind {
      case .scalarType, .objectType, .interfaceType, .unionType, .enumType, .inputObjectType: count += 1
      default: continue
      }
      if count > maximumTypeCount {
        let message = "A schema can have \(maximumTypeCount) types; this one has more."
        return SchemaDiagnostic(
          diagnostic: Diagnostic(.error, .schemaTooLarge, message, at: [tree.nameRange(of: definition)]),
          stage: .syntax, concern: .schema)
      }
    }
    return nil
  }

  /// Applies the rules to a document that was read completely.
  private static func check(_ schema: Schema, _ document: Range<NodeID>) -> [SchemaDiagnostic] {
    var diagnostics: [SchemaDiagnostic] = []
    let found = SDLChecker.check(document, of: schema.tree).filter { entry in
      entry.diagnostic.code != .unknownDirective
        || !schema.clientDirectives.needsNoDefinition(schema.tree.name(entry.node))
          && !schema.federation.needsNoDefinition(schema.tree.name(entry.node))
    }
    if !found.isEmpty {
      var finder = ConcernFinder(schema)
      for entry in found {
        diagnostics.append(
          SchemaDiagnostic(
            diagnostic: entry.diagnostic, stage: .definitions, concern: finder.concern(of: entry.node)))
      }
    }
    diagnostics += UnsupportedPolicies.find(in: schema)
    for entry in TypeChecker.checkSpecifiedDirectives(schema) + TypeChecker.check(schema) {
      diagnostics.append(
        SchemaDiagnostic(diagnostic: entry.diagnostic, stage: .types, concern: entry.concern))
    }
    return diagnostics
  }

  private static func diagnostic(of entry: IntrospectionReader.IntrospectionDiagnostic, _ schema: Schema)
    -> SchemaDiagnostic
  {
    let concern: SchemaDiagnostic.Concern
    switch entry.element {
    case .schema: concern = .schema
    case .nothing: concern = .nothing
    case .type(let name):
      concern = schema.type(named: schema.names.find(name)).map { .type($0) } ?? .nothing
    case .directive(let name):
      concern = schema.directive(named: schema.names.find(name)).map { .directive($0) } ?? .nothing
    }
    return SchemaDiagnostic(diagnostic: entry.diagnostic, stage: .introspection, concern: concern)
  }
}

extension DiagnosticCode {
  package static let schemaTooLarge = DiagnosticCode(
    "schema-too-large",
    title: "A schema with more than 100,000 types",
    explanation: "Apus stores a set of types for each type, and limits the memory used by these sets.",
    example: "type T1 { id: ID }  # and so on, 100,001 types",
    fix: "Fix the program that generated the schema, or remove types that no document uses.")
}
