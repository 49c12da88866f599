import ApusDocuments
import ApusSchema
import ApusSyntax
import ApusShapes

/// Finds the modules below that declare each enum, input object and identifier, and which declaration each of them uses.
///
/// A module declares the types that its definitions use, or all with `"schemaTypes": "all"`, except those that a module below it declares. Its own
/// configuration decides their names. So several modules can declare the same type if they do not depend on each other.
///
/// If several do, the fragments decide which declaration a module above uses: a field that its types get from a fragment has the type that the
/// fragment's module uses. If no fragment decides, a declaration with the name that the module would choose itself is preferred.
struct TypesBelow {
  /// A module that declares a type, and the names that it declares: one for an enum or input object, and two for an identifier, such as `AlbumID` and
  /// `AlbumIDTag`.
  typealias Declarer = (module: Int, names: [String])

  /// The modules that declare each type, in the order of their numbers, so that a module comes after its dependencies.
  private(set) var declarers: [TypeID: [Declarer]] = [:]
  /// For each module below, the declarations that it uses of types that several modules below it declare.
  private var chosen: [[TypeID: Declarer]] = []
  let documents: DocumentIndex
  let modules: DocumentModules
  private let expanded: ExpandedDocuments
  private let spreads: FragmentSpreads
  let shapes: ShapePass
  /// For each module, the modules that it can use, including itself.
  private let visible: [[Bool]]
  private let bound: BoundFields

  /// - Parameters:
  ///   - spreads: the spreads in the expanded documents (see ``ExpandedDocuments``).
  ///   - bound: the Swift types that the compiled module gives single fields.
  init(
    _ documents: DocumentIndex, _ expanded: ExpandedDocuments, _ spreads: FragmentSpreads,
    _ shapes: ShapePass, _ names: ModuleSchemaNames, _ modules: DocumentModules,
    _ options: GenerationOptions, _ bound: BoundFields
  ) {
    self.documents = documents
    self.modules = modules
    self.expanded = expanded
    self.spreads = spreads
    self.shapes = shapes
    self.bound = bound
    visible = modules.below.indices.map(modules.visible)
    let definitions = modules.grouped(documents.tree.definitions)
    var last: (bindings: FieldBindings, uses: SwiftTypeUses)?
    for (number, module) in options.dependencyModules.enumerated() {
      let own = names.all[number]
      var (bindings, uses): (FieldBindings, SwiftTypeUses)
      if names.isShared[number], let last {
        (bindings, uses) = last
      } else {
        bindings = FieldBindings(documents.schema, module.options, own)
        uses = SwiftTypeUses(
          documents, expanded, spreads, shapes, bindings,
          areOfShapes: options.bindsFields(like: module.options))
      }
      let found = reached(by: definitions[number], &uses, own, module.options, bindings)
      last = (bindings, uses)
      chosen.append(choices(definitions[number], of: number, own, bindings))
      for (type, names) in found where declarer(of: type, for: number) == nil {
        declarers[type, default: []].append((number, names))
      }
    }
  }

  /// The declaration of `type` that `module`, a module below, refers to; nil if there is none.
  func declarer(of type: TypeID, for module: Int) -> Declarer? {
    chosen[module][type] ?? declarers[type]?.first { visible[module][$0.module] }
  }

  /// The declarations that modules below use of a type that several modules below them declare, by their numbers.
  func choices(of type: TypeID) -> [Int: Declarer] {
    var result: [Int: Declarer] = [:]
    for (module, chosen) in chosen.enumerated() { result[module] = chosen[type] }
    return result
  }

  // MARK: - Choices

  /// The declarations that a module below uses of types that several modules below it declare.
  ///
  /// - Parameters:
  ///   - names: the module's names for the schema's types.
  ///   - bindings: the identifiers of the module.
  private func choices(
    _ definitions: [NodeID], of module: Int, _ names: SchemaNames, _ bindings: FieldBindings
  ) -> [TypeID: Declarer] {
    var shared: [TypeID: [Declarer]] = [:]
    for (type, all) in declarers {
      let usable = all.filter { visible[module][$0.module] }
      if usable.count > 1 { shared[type] = usable }
    }
    if shared.isEmpty { return [:] }
    let needed = self.needed(Set(shared.keys), by: definitions, of: module)
    var result: [TypeID: Declarer] = [:]
    for (type, usable) in shared {
      result[type] = TypesBelow.preferred(
        usable, needed: needed[type]?.keys.min(), TypesBelow.names(of: type, names, bindings))
    }
    return result
  }

  /// The declaration that a module uses, of those that it can use.
  ///
  /// - Parameters:
  ///   - needed: the module whose declaration its fragments need.
  ///   - names: the names that the module itself would declare.
  static func preferred(_ declarers: [Declarer], needed: Int?, _ names: [String]?) -> Declarer? {
    declarers.first { $0.module == needed } ?? declarers.first { $0.names == names } ?? declarers.first
  }

  /// The names that a module would declare for a type; nil if it is neither an enum, an input object nor an identified type.
  static func names(of type: TypeID, _ names: SchemaNames, _ bindings: FieldBindings) -> [String]? {
    if !names[type].isEmpty { return [names[type]] }
    return bindings.identifierNames[type].map { [$0, $0 + "Tag"] }
  }

  /// For each type, the modules whose declaration a module's types must use, because they have a field of that type from a fragment that uses that
  /// declaration. Each comes with a definition that has the field.
  func needed(
    _ types: Set<TypeID>, by definitions: [NodeID], of module: Int
  ) -> [TypeID: [Int: NodeID]] {
    var result: [TypeID: [Int: NodeID]] = [:]
    var seen: Set<ShapeID> = []
    for definition in definitions {
      var pending = [shapes.ofDefinitions[definition]].compactMap(\.self)
      while let shape = pending.popLast() {
        guard shape.module == module, seen.insert(shape.id).inserted else { continue }
        pending += shape.inner
        for field in shape.fields where field.shape == nil {
          let identified = bound.identified(by: field.binding)
          guard let type = identified ?? field.type.named, types.contains(type) else { continue }
          for other in modulesBelow(selecting: field.key, in: shape) {
            guard let declarer = self.declarer(of: type, for: other) else { continue }
            if result[type]?[declarer.module] == nil {
              result[type, default: [:]][declarer.module] = definition
            }
          }
        }
      }
    }
    return result
  }

  /// The modules below the shape's own whose fragments select a field that the shape has.
  private func modulesBelow(selecting key: NameID, in shape: Shape) -> Set<Int> {
    let sets = shape.contributions.map(\.selectionSet).filter { set in
      documents.tree.children(set, .field).contains { documents.tree.responseKey($0) == key }
    }
    return Set(sets.map { modules.number(of: documents.definition(around: $0)) }).subtracting([shape.module])
  }

  // MARK: - Reached types

  /// The types that definitions of the compiled module use, with the names that it would declare for them.
  func reached(
    by definitions: [NodeID], _ names: SchemaNames, _ options: GenerationOptions, _ bindings: FieldBindings
  ) -> [TypeID: [String]] {
    var uses = SwiftTypeUses(documents, expanded, spreads, shapes, bindings)
    return reached(by: definitions, &uses, names, options, bindings)
  }

  private func reached(
    by definitions: [NodeID], _ uses: inout SwiftTypeUses, _ names: SchemaNames, _ options: GenerationOptions,
    _ bindings: FieldBindings
  ) -> [TypeID: [String]] {
    var collector = ReachedTypes(documents.schema, names, options, bindings)
    uses.collect(in: definitions, into: &collector)
    if options.emitsWholeSchema { _ = collector.addAll() }
    var result: [TypeID: [String]] = [:]
    for type in collector.declared { result[type] = [names[type]] }
    for (type, name) in collector.identifiers { result[type] = [name, name + "Tag"] }
    return result
  }
}
