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

  func kind(_ type: TypeID) -> TypeKind { schema.types[Int(type)].kind }

  func interfaces(of type: TypeID) -> [TypeID] {
    let definition = schema.types[Int(type)]
    guard definition.kind == .object || definition.kind == .interface else { return [] }
    return (0..<Int(definition.relatedCount)).map { schema.relatedTypes[Int(definition.firstRelated) + $0] }
  }

  /// The values of an enum, deprecated ones last.
  func values(of type: TypeID) -> [String] {
    let all = enumValues(of: type)
    return (all.filter { !$0.isDeprecated } + all.filter(\.isDeprecated)).map { names.string($0.name) }
  }

  func enumValues(of type: TypeID) -> [EnumValueDefinition] {
    members(type, .enum).map { schema.enumValues[$0] }
  }

  func inputFields(of type: TypeID) -> [InputValueDefinition] {
    members(type, .inputObject).map { schema.inputValues[$0] }
  }

  func fields(of type: TypeID) -> [FieldDefinition] {
    let definition = schema.types[Int(type)]
    guard definition.kind == .object || definition.kind == .interface else { return [] }
    let first = Int(definition.firstMember)
    return (first..<first + Int(definition.memberCount)).map { schema.fields[$0] }
  }

  func arguments(_ first: UInt32, _ count: UInt32) -> [InputValueDefinition] {
    (Int(first)..<Int(first) + Int(count)).map { schema.inputValues[$0] }
  }

  private func members(_ type: TypeID, _ kind: TypeKind) -> Range<Int> {
    let definition = schema.types[Int(type)]
    guard definition.kind == kind else { return 0..<0 }
    return Int(definition.firstMember)..<Int(definition.firstMember) + Int(definition.memberCount)
  }
}
