import ApusDiagnostics
import ApusDocuments
import ApusSchema
import ApusSyntax

extension Lowering {
  mutating func collectSchemaTypes() {
    if options.emitsWholeSchema { collector.addAll() }
    noteUnmappedScalars()
    program.usedScalars = collector.scalars.sorted()
    program.enums = collector.enums()
    program.inputObjects = collector.inputObjects()
    for type in program.enums { program.globalNames.insert(type.swiftName) }
    for type in program.inputObjects { program.globalNames.insert(type.swiftName) }
    program.globalNames.formUnion(globalNames.given)
  }

  /// Says once of each custom scalar that nothing binds it to a Swift type.
  mutating func noteUnmappedScalars() {
    for type in collector.scalars where documents.schema.types[Int(type)].isBuiltIn == false {
      guard program.leafTypes.binding(of: type) == nil else { continue }
      let schema = documents.schema
      let name = schema.name(type)
      diagnostics.append(
        Diagnostic(
          .warning, .unmappedScalar,
          "The scalar \"\(name)\" is any JSON (GraphQLValue) in Swift. Say what it is in apus.json, under \"scalars\".",
          at: [schema.tree.nameRange(of: schema.types[Int(type)].node)]))
    }
  }
}
