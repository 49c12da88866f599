import ApusSource
import ApusSchema
import ApusShapes

/// The enums, input objects, scalars and identifiers that documents reach.
struct ReachedTypes {
  /// The enums, sorted by name.
  let enums: [EnumType]
  let inputObjects: [InputObjectType]
  let scalars: [TypeID]
  /// The bindings of fields, arguments and input fields.
  let bindings: Set<FieldBindingID>
  /// The object types and interfaces whose identifiers are reached, sorted by the identifiers' names.
  let identifiers: [(type: TypeID, swiftName: String)]

  init(
    _ collected: SchemaTypeCollector, _ schema: Schema, _ names: SchemaNames, _ swiftTypes: SwiftTypes,
    _ options: GenerationOptions, _ below: DeclarationsBelow, _ diagnostics: DiagnosticSink
  ) {
    var collector = collected
    if options.emitsWholeSchema {
      diagnostics.append(
        contentsOf: collector.addAll().map { ReachedTypes.leftOut($0.type, $0.faulty, schema) })
    }
    enums = collector.enums()
    inputObjects = collector.inputObjects()
    scalars = collector.scalars.sorted()
    bindings = collector.bindings
    identifiers = collector.identifiers
    for type in collector.scalars where !schema[type].isBuiltIn {
      if swiftTypes.binding(of: type) == nil, !ScalarSuggestion.isAnyJSON(schema.name(type)) {
        diagnostics.append(ReachedTypes.unmapped(type, schema))
      }
    }
    let declared = (enums.map(\.type) + inputObjects.map(\.type)).sorted().filter {
      !below.declares($0)
    }
    diagnostics.append(contentsOf: names.diagnostics(for: declared, schema))
  }

  /// The Swift names of all declarations for these types.
  var names: [String] {
    enums.map(\.swiftName) + inputObjects.map(\.swiftName)
      + identifiers.flatMap { [$0.swiftName, $0.swiftName + "Tag"] }
  }

  /// The warning for a type that is not generated because the schema has an error in it, or in a type that it needs.
  private static func leftOut(_ type: TypeID, _ faulty: TypeID, _ schema: Schema) -> Diagnostic {
    let reason =
      type == faulty
      ? "the schema has an error in it"
      : "it needs \"\(schema.name(faulty))\", in which the schema has an error"
    return Diagnostic(
      .warning, .typeLeftOut,
      "\"\(schema.name(type))\" is not generated, because \(reason). Correct the schema.",
      at: [schema.tree.nameRange(of: schema[type].node)])
  }

  /// The warning for a custom scalar without a Swift type.
  private static func unmapped(_ scalar: TypeID, _ schema: Schema) -> Diagnostic {
    let name = schema.name(scalar)
    return Diagnostic(
      .warning, .unmappedScalar,
      "The scalar \"\(name)\" has no Swift type, so it is any JSON (GraphQLValue). Set its type under \"scalars\" in apus.json"
        + (ScalarSuggestion(for: name).map { ", for example \($0.text)." } ?? "."),
      at: [schema.tree.nameRange(of: schema[scalar].node)])
  }
}
