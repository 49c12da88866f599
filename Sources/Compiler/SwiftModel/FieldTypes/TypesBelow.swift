import ApusDocuments
import ApusSchema
import ApusSyntax
import ApusShapes

/// Finds the modules below that declare each enum, input object and identifier.
///
/// A module declares the types that its definitions use, or all with `"schemaTypes": "all"`, except those that a module below it declares. Its own
/// configuration decides their names. So several modules can declare the same type if they do not depend on each other.
struct TypesBelow {
  /// A module that declares a type, and the names that it declares: one for an enum or input object, and two for an identifier, such as `AlbumID` and
  /// `AlbumIDTag`.
  struct Declarer {
    var module: Int
    var names: [String]
  }

  /// The modules that declare each type, in the order of their numbers, so that a module comes after its dependencies.
  private(set) var declarers: [TypeID: [Declarer]] = [:]
  let documents: DocumentIndex
  let modules: DocumentModules
  private let expanded: ExpandedDocuments
  private let spreads: FragmentSpreads
  let shapes: ShapePass
  /// For each module, the modules that it can use, including itself.
  private let visible: [[Bool]]

  /// - Parameter spreads: the spreads in the expanded documents (see ``ExpandedDocuments``).
  init(
    _ documents: DocumentIndex, _ expanded: ExpandedDocuments, _ spreads: FragmentSpreads,
    _ shapes: ShapePass, _ names: ModuleSchemaNames, _ modules: DocumentModules,
    _ options: GenerationOptions
  ) {
    self.documents = documents
    self.modules = modules
    self.expanded = expanded
    self.spreads = spreads
    self.shapes = shapes
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
      for (type, names) in found where declarer(of: type, for: number) == nil {
        declarers[type, default: []].append(Declarer(module: number, names: names))
      }
    }
  }

  /// The first module that declares `type` and that `module`, a module below, can use: the one whose declaration it refers to. Nil if there is none.
  func declarer(of type: TypeID, for module: Int) -> Declarer? {
    declarers[type]?.first { visible[module][$0.module] }
  }

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
