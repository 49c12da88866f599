import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax
import ApusShapes

/// Decides which module's declaration of an enum, input object or identifier the compiled module uses, if modules below declare it
/// (see ``TypesBelow``).
///
/// Three situations are errors: the compiled module would give the type another name than the declaring module, its types combine fragments of two
/// modules that each declare the type, or it uses a type that several modules declare in the same namespace.
struct UsedTypesBelow {
  /// The types that modules below declare, each with the declaration that the compiled module uses, in the order of the modules.
  private(set) var used: [(type: TypeID, declarer: TypesBelow.Declarer)] = []

  private let below: TypesBelow
  private let names: SchemaNames
  private let bindings: FieldBindings
  private let options: GenerationOptions
  private let diagnostics: DiagnosticSink
  private var schema: Schema { below.documents.schema }

  /// - Parameter names: the compiled module's names for the schema's types.
  init(
    _ below: TypesBelow, _ declared: DeclarationsBelow, _ names: SchemaNames, _ bindings: FieldBindings,
    _ options: GenerationOptions,
    _ diagnostics: DiagnosticSink
  ) {
    self.below = below
    self.names = names
    self.bindings = bindings
    self.options = options
    self.diagnostics = diagnostics
    var chosen = below.declarers.compactMapValues(\.first)
    let shared = Set(below.declarers.lazy.filter { $0.value.count > 1 }.map(\.key))
    let renamed = chosen.filter { type, declarer in ownNames(of: type).map { $0 != declarer.names } ?? false }
    if !shared.isEmpty || !renamed.isEmpty {
      let modules = below.modules
      let own = below.documents.tree.definitions.filter(modules.isOwn)
      let reached = below.reached(by: own, names, options, bindings)
      let needed = shared.isEmpty ? [:] : below.needed(shared, by: own, of: modules.own)
      for type in shared.sorted() {
        let declarers = below.declarers[type] ?? []
        let needed = (needed[type] ?? [:]).sorted { $0.key < $1.key }
        chosen[type] = TypesBelow.preferred(declarers, needed: needed.first?.key, ownNames(of: type))
        if needed.count > 1 {
          refuse(type, needed)
        } else if reached[type] != nil, let namespace = declared.commonNamespace(of: declarers.map(\.module))
        {
          refuse(type, declarers, in: namespace, at: own.first { isReached(type, by: $0) })
        }
      }
      for (type, declarer) in chosen.sorted(by: { $0.key < $1.key }) {
        if let own = reached[type], own != declarer.names { refuse(type, own, declarer) }
      }
    }
    used = chosen.map { ($0.key, $0.value) }.sorted {
      ($0.declarer.module, $0.type) < ($1.declarer.module, $1.type)
    }
  }

  /// The names that the compiled module would declare for a type.
  private func ownNames(of type: TypeID) -> [String]? { TypesBelow.names(of: type, names, bindings) }

  private func isReached(_ type: TypeID, by definition: NodeID) -> Bool {
    below.reached(by: [definition], names, options, bindings)[type] != nil
  }

  // MARK: - Errors

  private func description(of type: TypeID) -> String {
    let name = schema.name(type)
    switch schema[type].kind {
    case .enum: return "enum \"\(name)\""
    case .inputObject: return "input object \"\(name)\""
    default: return "identifier of \"\(name)\""
    }
  }

  /// Reports a type whose name here differs from the one in the module that declares it.
  private func refuse(_ type: TypeID, _ own: [String], _ declarer: TypesBelow.Declarer) {
    let module = options.dependencyModules[declarer.module]
    let name = schema.name(type)
    let key = key(of: name, module.options)
    let isIdentifier = names[type].isEmpty
    let way =
      isIdentifier
      ? "Set \"\(key)\" in that module only."
      : "Use one name: \"typeNames\": { \"\(name)\": \"\(declarer.names[0])\" }."
    var diagnostic = Diagnostic(
      .error, .contradictoryConfiguration,
      "The \(description(of: type)) is called \"\(own[0])\" here, but \"\(declarer.names[0])\" in the module \"\(module.name)\", which declares it. \(way)"
    )
    diagnostic.configurationKey = key
    diagnostics.append(diagnostic)
  }

  /// The configuration key that makes a type's name here differ from its name in a module below.
  private func key(of name: String, _ below: GenerationOptions) -> String {
    if options.typeNames[name] != below.typeNames[name] { return "typeNames.\(name)" }
    if options.acronyms != below.acronyms { return "acronyms" }
    if options.typeNames != below.typeNames { return "typeNames" }
    // A type named like a scalar's Swift type gets a suffix, so `scalars` and `fields` can change names, too.
    return options.scalars != below.scalars ? "scalars" : "fields"
  }

  /// Reports a type that several modules declare in the same namespace, where its name would be ambiguous.
  private func refuse(
    _ type: TypeID, _ declarers: [TypesBelow.Declarer], in namespace: (name: String, declarer: String),
    at definition: NodeID?
  ) {
    diagnostics.append(
      Diagnostic(
        .error, .nameCollision,
        "The modules \(list(declarers.map(\.module))) each declare the \(description(of: type)) in the namespace \"\(namespace.name)\", where Swift "
          + "cannot tell them apart. Let the module \"\(namespace.declarer)\" declare it: \"schemaTypes\": \"all\" in its apus.json.",
        at: definition.map { [below.documents.tree.place(of: $0)] } ?? []))
  }

  private func list(_ modules: [Int]) -> String {
    Suggestions.join(modules.map { "\"\(below.modules.below[$0].name)\"" }, "and")
  }

  /// Reports a type that this module gets from fragments of several modules, each of which declares it.
  private func refuse(_ type: TypeID, _ needed: [(key: Int, value: NodeID)]) {
    guard let first = needed.map(\.value).min() else { return }
    let tree = below.documents.tree
    diagnostics.append(
      Diagnostic(
        .error, .nameCollision,
        "The modules \(list(needed.map(\.key))) each declare the \(description(of: type)), and types of this module have fields from fragments of each. "
          + "Declare it in a module that they depend on: \"schemaTypes\": \"all\" in its apus.json.",
        at: [tree.place(of: first)],
        notes: needed.map(\.value).filter { $0 != first }.map {
          Diagnostic.Note("The other one is here.", at: tree.place(of: $0))
        }))
  }
}
