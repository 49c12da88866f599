import ApusSource
import ApusSyntax

/// A type system as tables: every type, field, argument and enum value has a number.
///
/// A subscript returns the definition with a number. Descriptions, deprecation reasons and default values stay in ``tree``.
package final class Schema {
  /// The definitions: file 0 contains those of the specification, the user's files follow.
  package let tree: SyntaxTree
  package var names: NameTable { tree.names }

  /// The tables, each with an unused entry 0; counts include it.
  private let types: UnsafeMutablePointer<TypeDefinition>
  package let typeCount: Int
  private let fields: UnsafeMutablePointer<FieldDefinition>
  package let fieldCount: Int
  /// Arguments of fields, arguments of directives, and input fields.
  private let inputValues: UnsafeMutablePointer<InputValueDefinition>
  package let inputValueCount: Int
  private let enumValues: UnsafeMutablePointer<EnumValueDefinition>
  package let enumValueCount: Int
  private let directives: UnsafeMutablePointer<DirectiveDefinition>
  package let directiveCount: Int
  /// Interfaces and union members, in the order of their types. Unknown types are left out.
  private let relatedTypes: UnsafeMutablePointer<TypeID>
  /// The definition of each type and its extensions, in source order.
  private let parts: UnsafeMutablePointer<NodeID>

  /// Sets of object types, ``possibleTypeWordCount`` words each: bit n is the object type with `objectIndex` n.
  private let possibleTypeWords: UnsafeMutablePointer<UInt64>
  package let possibleTypeWordCount: Int
  /// The object types, by `objectIndex`.
  package let objectTypes: UnsafeMutablePointer<TypeID>
  package let objectTypeCount: Int

  /// Root operation types; nil if the schema has none (section 3.3.1).
  package let queryType: TypeID?
  package let mutationType: TypeID?
  package let subscriptionType: TypeID?

  /// `__typename`, on every composite type; `__schema` and `__type`, on the query root (section 4).
  package let typenameField: FieldID
  package let schemaField: FieldID
  package let typeField: FieldID

  /// The client-side directives that the schema imports or defines.
  package internal(set) var clientDirectives = ClientDirectives()
  /// The server's capabilities; nil if the files do not list them.
  package internal(set) var capabilities: ServiceCapabilities?
  /// The types that errors of the schema are about. Documents cannot use them.
  package internal(set) var faultyTypes: Set<TypeID> = []
  /// The names of the types that introspection lists, the specification's scalars among them.
  package internal(set) var listedTypes: Set<String> = []
  /// The federation directives that the schema uses.
  package internal(set) var federation = Federation()

  private let typeOfName: UnsafeMutablePointer<UInt32>
  private let directiveOfName: UnsafeMutablePointer<UInt32>
  private let nameCount: Int
  private let members: MemberTable

  init(_ tables: SchemaTables) {
    tree = tables.tree
    types = tables.types
    typeCount = tables.typeCount
    fields = tables.fields
    fieldCount = tables.fieldCount
    inputValues = tables.inputValues
    inputValueCount = tables.inputValueCount
    enumValues = tables.enumValues
    enumValueCount = tables.enumValueCount
    directives = tables.directives
    directiveCount = tables.directiveCount
    relatedTypes = tables.related
    parts = tables.parts
    possibleTypeWords = tables.possibleTypeWords
    possibleTypeWordCount = tables.possibleTypeWordCount
    objectTypes = tables.objectTypes
    objectTypeCount = tables.objectTypeCount
    queryType = tables.roots.query
    mutationType = tables.roots.mutation
    subscriptionType = tables.roots.subscription
    typenameField = FieldID(number: tables.firstMetaField)
    schemaField = FieldID(number: tables.firstMetaField + 1)
    typeField = FieldID(number: tables.firstMetaField + 2)
    typeOfName = tables.typeOfName
    directiveOfName = tables.directiveOfName
    nameCount = tables.nameCount
    members = tables.members
  }

  deinit {
    types.deallocate()
    fields.deallocate()
    inputValues.deallocate()
    enumValues.deallocate()
    directives.deallocate()
    relatedTypes.deallocate()
    parts.deallocate()
    possibleTypeWords.deallocate()
    objectTypes.deallocate()
    typeOfName.deallocate()
    directiveOfName.deallocate()
    members.deallocate()
  }

  // MARK: - Definitions

  package subscript(type: TypeID) -> TypeDefinition { types[type.index] }
  package subscript(field: FieldID) -> FieldDefinition { fields[field.index] }
  package subscript(value: InputValueID) -> InputValueDefinition { inputValues[value.index] }
  package subscript(value: EnumValueID) -> EnumValueDefinition { enumValues[value.index] }
  package subscript(directive: DirectiveID) -> DirectiveDefinition { directives[directive.index] }

  package subscript(type: TypeID?) -> TypeDefinition? { type.map { types[$0.index] } }
  package subscript(field: FieldID?) -> FieldDefinition? { field.map { fields[$0.index] } }
  package subscript(value: InputValueID?) -> InputValueDefinition? { value.map { inputValues[$0.index] } }

  package var allTypes: TableIDs<TypeDefinition> { TableIDs(upTo: typeCount) }
  package var allFields: TableIDs<FieldDefinition> { TableIDs(upTo: fieldCount) }
  package var allInputValues: TableIDs<InputValueDefinition> { TableIDs(upTo: inputValueCount) }
  package var allEnumValues: TableIDs<EnumValueDefinition> { TableIDs(upTo: enumValueCount) }
  package var allDirectives: TableIDs<DirectiveDefinition> { TableIDs(upTo: directiveCount) }

  // MARK: - Members

  /// The fields of an object or interface; none for other types.
  package func fields(of type: TypeID) -> TableIDs<FieldDefinition> {
    let definition = types + type.index
    switch definition.pointee.kind {
    case .object, .interface:
      return TableIDs(definition.pointee.firstMember, count: definition.pointee.memberCount)
    default: return TableIDs()
    }
  }

  /// The fields of an input object; none for other types.
  package func inputFields(of type: TypeID) -> TableIDs<InputValueDefinition> {
    let definition = types + type.index
    guard case .inputObject = definition.pointee.kind else { return TableIDs() }
    return TableIDs(definition.pointee.firstMember, count: definition.pointee.memberCount)
  }

  /// The values of an enum; none for other types.
  package func enumValues(of type: TypeID) -> TableIDs<EnumValueDefinition> {
    let definition = types + type.index
    guard case .enum = definition.pointee.kind else { return TableIDs() }
    return TableIDs(definition.pointee.firstMember, count: definition.pointee.memberCount)
  }

  package func arguments(of field: FieldID) -> TableIDs<InputValueDefinition> {
    TableIDs(fields[field.index].firstArgument, count: fields[field.index].argumentCount)
  }

  package func arguments(of directive: DirectiveID) -> TableIDs<InputValueDefinition> {
    TableIDs(directives[directive.index].firstArgument, count: directives[directive.index].argumentCount)
  }

  /// The interfaces of an object or interface, or the members of a union. Unknown types are left out.
  package func relatedTypes(of type: TypeID) -> UnsafeBufferPointer<TypeID> {
    let definition = types + type.index
    return UnsafeBufferPointer(
      start: relatedTypes + Int(definition.pointee.firstRelated), count: Int(definition.pointee.relatedCount))
  }

  /// Whether a type is among the related types of another one.
  package func isRelated(_ related: TypeID, to type: TypeID) -> Bool {
    let definition = types + type.index
    var index = Int(definition.pointee.firstRelated)
    let end = index &+ Int(definition.pointee.relatedCount)
    while index < end {
      if relatedTypes[index] == related { return true }
      index = index &+ 1
    }
    return false
  }

  /// The definition of a type and its extensions, in source order.
  package func parts(of type: TypeID) -> UnsafeBufferPointer<NodeID> {
    let definition = types + type.index
    return UnsafeBufferPointer(
      start: parts + Int(definition.pointee.firstPart), count: Int(definition.pointee.partCount))
  }

  // MARK: - Look-up by name

  /// The type of that name.
  package func type(named name: NameID) -> TypeID? {
    let index = Int(name)
    return index < nameCount ? TypeID(stored: typeOfName[index]) : nil
  }

  /// The directive of that name.
  package func directive(named name: NameID) -> DirectiveID? {
    let index = Int(name)
    return index < nameCount ? DirectiveID(stored: directiveOfName[index]) : nil
  }

  /// The field of a composite type. Includes the meta-fields of section 4.
  package func field(_ name: NameID, of type: TypeID) -> FieldID? {
    guard types[type.index].isComposite else { return nil }
    if name == Keyword.typename { return typenameField }
    if let found = FieldID(stored: members.find(type, name)) { return found }
    if type == queryType {
      if name == Keyword.schemaField { return schemaField }
      if name == Keyword.typeField { return typeField }
    }
    return nil
  }

  /// The field of an input object.
  package func inputField(_ name: NameID, of type: TypeID) -> InputValueID? {
    types[type.index].kind == .inputObject ? InputValueID(stored: members.find(type, name)) : nil
  }

  /// The value of an enum.
  package func enumValue(_ name: NameID, of type: TypeID) -> EnumValueID? {
    types[type.index].kind == .enum ? EnumValueID(stored: members.find(type, name)) : nil
  }

  /// The argument of a field.
  package func argument(_ name: NameID, of field: FieldID) -> InputValueID? {
    let definition = fields + field.index
    return argument(name, definition.pointee.firstArgument, definition.pointee.argumentCount)
  }

  /// The argument of a directive.
  package func argument(_ name: NameID, of directive: DirectiveID) -> InputValueID? {
    let definition = directives + directive.index
    return argument(name, definition.pointee.firstArgument, definition.pointee.argumentCount)
  }

  private func argument(_ name: NameID, _ first: UInt32, _ count: UInt32) -> InputValueID? {
    var index = first
    let end = first &+ count
    while index < end {
      if inputValues[Int(index)].name == name { return InputValueID(number: index) }
      index = index &+ 1
    }
    return nil
  }

  // MARK: - Types

  /// The root type of an operation; nil if the schema has none.
  package func rootType(_ kind: OperationKind) -> TypeID? {
    switch kind {
    case .query: queryType
    case .mutation: mutationType
    case .subscription: subscriptionType
    }
  }

  /// The name of the type; empty for nil.
  package func name(_ type: TypeID?) -> String {
    if let type { names.string(types[type.index].name) } else { "" }
  }

  /// The type in GraphQL syntax, for example `[String!]`.
  package func description(_ type: TypeReference) -> String {
    var text = type.named.map { name($0) } ?? "?"
    var level = type.listDepth
    if type.isNonNull(atLevel: level) { text += "!" }
    while level > 0 {
      level -= 1
      text = "[\(text)]" + (type.isNonNull(atLevel: level) ? "!" : "")
    }
    return text
  }

  /// Converts a type node from any tree that shares this schema's names.
  ///
  /// The result's `named` is nil if the schema lacks the type or lists are nested too deep.
  package func typeReference(_ node: NodeID, in tree: SyntaxTree) -> TypeReference {
    let entry = tree.nodes[node]
    let isNonNull = entry.flags & NodeFlag.nonNull != 0
    if entry.kind == .namedType { return TypeReference(type(named: entry.name), isNonNull: isNonNull) }
    let element = typeReference(node + 1, in: tree)
    return element.list(isNonNull: isNonNull) ?? TypeReference(nil, isNonNull: isNonNull)
  }

  // MARK: - Possible types (GetPossibleTypes, section 5.5.2.3)

  /// The set of object types that a composite type can be, as ``possibleTypeWordCount`` words.
  package func possibleTypes(_ type: TypeID) -> UnsafeMutablePointer<UInt64> {
    possibleTypeWords + Int(types[type.index].firstPossibleWord)
  }

  /// The URL of a scalar's `@specifiedBy`, from the last part of the type that has it (section 3.13.4).
  package func specificationURL(of type: TypeID) -> String? {
    for part in parts(of: type).reversed() {
      if let directive = tree.directive(Keyword.specifiedBy, on: part) {
        return tree.string(tree.argument(Keyword.url, of: directive))
      }
    }
    return nil
  }

  /// The object types that a composite type can be, in the schema's order.
  package func objectTypes(of type: TypeID) -> [TypeID] {
    let words = possibleTypes(type)
    return (0..<objectTypeCount).filter { words[$0 / 64] &>> UInt64(truncatingIfNeeded: $0 % 64) & 1 != 0 }
      .map { objectTypes[$0] }
  }

  /// Whether some object type belongs to both composite types.
  package func overlap(_ a: TypeID, _ b: TypeID) -> Bool {
    if a == b { return true }
    let first = possibleTypes(a)
    let second = possibleTypes(b)
    var word = 0
    while word < possibleTypeWordCount {
      if first[word] & second[word] != 0 { return true }
      word = word &+ 1
    }
    return false
  }

  /// Whether every possible object type of `type` is also one of `other`.
  package func isSubset(_ type: TypeID, of other: TypeID) -> Bool {
    if type == other { return true }
    let first = possibleTypes(type)
    let second = possibleTypes(other)
    var word = 0
    while word < possibleTypeWordCount {
      if first[word] & ~second[word] != 0 { return false }
      word = word &+ 1
    }
    return true
  }
}

extension Schema {
  /// The field that the type itself defines, without meta-fields.
  package func ownField(_ name: NameID, of type: TypeID) -> FieldID? {
    guard let found = field(name, of: type), self[found].parent == type else { return nil }
    return found
  }

  /// Whether a value of type `type` is also a value of `other`: IsValidImplementationFieldType of section 3.6.
  package func isSubtype(_ type: TypeReference, of other: TypeReference) -> Bool {
    var type = type
    var other = other
    while type != other {
      if other.isNonNull, !type.isNonNull { return false }
      type = type.nullable
      other = other.nullable
      if type.isList != other.isList { return false }
      if !type.isList {
        guard let named = type.named, let other = other.named else { return false }
        return isSubtype(named, ofAbstract: other)
      }
      type = type.element
      other = other.element
    }
    return true
  }

  /// Whether `type` is `other`, implements it, or is a member of it.
  package func isSubtype(_ type: TypeID, ofAbstract other: TypeID) -> Bool {
    if type == other { return true }
    let (holder, wanted) = self[other].kind == .union ? (other, type) : (type, other)
    return isRelated(wanted, to: holder) && self[other].isAbstract && self[type].isComposite
  }
}
