import ApusDocuments
import ApusSchema
import ApusSyntax

extension DeclarationsBelow {
  /// Finds the enums, input objects and identifiers that each module below declares: those that its definitions reach with its own
  /// configuration, unless a module before it declares them.
  ///
  /// - Parameter spreads: those of the expanded documents.
  mutating func insertTypes(
    _ documents: DocumentIndex, _ expanded: ExpandedDocuments, _ spreads: FragmentSpreads,
    _ shapes: DefinitionShapes, _ names: ModuleSchemaNames, _ modules: DocumentModules,
    _ options: GenerationOptions
  ) {
    let schema = documents.schema
    let definitions = modules.grouped(documents.tree.definitions)
    var last: (bindings: FieldBindings, uses: LeafTypeUses)?
    for (number, module) in modules.below.enumerated() {
      let own = names.all[number]
      var (bindings, uses): (FieldBindings, LeafTypeUses)
      if names.isShared[number], let last {
        (bindings, uses) = last
      } else {
        bindings = FieldBindings(schema, module.options, own)
        uses = LeafTypeUses(
          documents, expanded, spreads, shapes, bindings,
          areOfShapes: options.bindsFields(like: module.options))
      }
      var collector = SchemaTypeCollector(schema, own, module.options, bindings)
      uses.collect(in: definitions[number], into: &collector)
      last = (bindings, uses)
      if module.options.emitsWholeSchema { _ = collector.addAll() }
      for type in collector.declared where !declares(type) { insert(type, names: [own[type]], of: number) }
      for (type, name) in collector.identifiers where !declares(type) {
        insert(type, names: [name, name + "Tag"], of: number)
      }
    }
  }
}
