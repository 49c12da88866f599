import ApusSource
import ApusSchema
import ApusSyntax

/// A schema with the lookups needed to generate responses.
final class MockSchema {
  let schema: Schema

  /// Reads a schema that has already been checked.
  init(_ sources: [SourceFile]) {
    // Accept `@defer` even if the server does not support it, and send everything at once.
    schema = SchemaLoader.load(sources, names: NameTable(), addsIncrementalDirectives: true).schema
  }

  var names: NameTable { schema.names }

  func kind(_ type: TypeID) -> TypeKind { schema[type].kind }

  func interfaces(of type: TypeID) -> [TypeID] {
    schema[type].kind == .union ? [] : Array(schema.relatedTypes(of: type))
  }

  /// The values of an enum, deprecated ones last.
  func values(of type: TypeID) -> [String] {
    let all = enumValues(of: type)
    return (all.filter { !$0.isDeprecated } + all.filter(\.isDeprecated)).map { names.string($0.name) }
  }

  func enumValues(of type: TypeID) -> [EnumValueDefinition] {
    schema.enumValues(of: type).map { schema[$0] }
  }

  func inputFields(of type: TypeID) -> [InputValueDefinition] {
    schema.inputFields(of: type).map { schema[$0] }
  }

  func fields(of type: TypeID) -> [FieldDefinition] {
    schema.fields(of: type).map { schema[$0] }
  }
}
