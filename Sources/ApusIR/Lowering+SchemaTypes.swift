import ApusDiagnostics
import ApusDocuments
import ApusSchema
import ApusSyntax

extension Lowering {
  mutating func collectSchemaTypes() {
    if options.emitsWholeSchema { collector.addAll() }
    noteUnmappedScalars()
    collectIdentifiers()
    program.usedScalars = collector.scalars.sorted()
    program.enums = collector.enums()
    program.inputObjects = collector.inputObjects()
    for type in program.enums { program.globalNames.insert(type.swiftName) }
    for type in program.inputObjects { program.globalNames.insert(type.swiftName) }
    let declared = (program.enums.map(\.type) + program.inputObjects.map(\.type)).sorted().filter {
      !options.dependencyTypes.contains(documents.schema.name($0))
    }
    diagnostics += names.diagnostics(for: declared, documents.schema)
    program.globalNames.formUnion(globalNames.given)
  }

  private mutating func collectIdentifiers() {
    program.usedBindings.formUnion(collector.bindings)
    let bindings = program.leafTypes.fieldBindings
    let reached = Set(program.usedBindings.map { bindings.entries[$0].identified })
    program.identifiers = bindings.identifierNames.filter {
      options.emitsWholeSchema || reached.contains($0.key)
    }
    .map { (type: $0.key, swiftName: $0.value) }.sorted { $0.swiftName < $1.swiftName }
    for identifier in program.identifiers {
      program.globalNames.insert(identifier.swiftName)
      program.globalNames.insert(identifier.swiftName + "Tag")
    }
  }

  /// Says once of each custom scalar that nothing binds it to a Swift type.
  mutating func noteUnmappedScalars() {
    for type in collector.scalars where documents.schema.types[Int(type)].isBuiltIn == false {
      guard program.leafTypes.binding(of: type) == nil else { continue }
      let schema = documents.schema
      let name = schema.name(type)
      if ScalarSuggestion.isAnyJSON(name) { continue }
      diagnostics.append(
        Diagnostic(
          .warning, .unmappedScalar,
          "The scalar \"\(name)\" is any JSON (GraphQLValue) in Swift. Say what it is in apus.json, under \"scalars\""
            + (ScalarSuggestion(for: name).map { ", perhaps \($0.text)." } ?? "."),
          at: [schema.tree.nameRange(of: schema.types[Int(type)].node)]))
    }
  }
}
