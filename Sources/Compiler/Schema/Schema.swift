import ApusSource
import ApusSyntax

/// A type system as tables: every type, field, argument and enum value has a number.
///
/// Entry 0 of each table means "none". Descriptions, deprecation reasons and default values stay in ``tree``.
package final class Schema {
  /// The definitions: file 0 contains those of the specification, the user's files follow.
  package let tree: SyntaxTree
  package var names: NameTable { tree.names }

  package let types: UnsafeMutablePointer<TypeDefinition>
  package let typeCount: Int
  package let fields: UnsafeMutablePointer<FieldDefinition>
  package let fieldCount: Int
  /// Arguments of fields, arguments of directives, and input fields.
  package let inputValues: UnsafeMutablePointer<InputValueDefinition>
  package let inputValueCount: Int
  package let enumValues: UnsafeMutablePointer<EnumValueDefinition>
  package let enumValueCount: Int
  package let directives: UnsafeMutablePointer<DirectiveDefinition>
  package let directiveCount: Int
  /// Interfaces and union members, in the order of their types. Unknown types are left out.
  package let relatedTypes: UnsafeMutablePointer<TypeID>
  /// The definition of each type and its extensions, in source order.
  package let parts: UnsafeMutablePointer<NodeID>

  /// Sets of object types, ``possibleTypeWordCount`` words each: bit n is the object type with `objectIndex` n.
  package let possibleTypeWords: UnsafeMutablePointer<UInt64>
  package let possibleTypeWordCount: Int
  /// The object types, by `objectIndex`.
  package let objectTypes: UnsafeMutablePointer<TypeID>
  package let objectTypeCount: Int

  /// Root operation types; 0 if the schema has none (section 3.3.1).
  package let queryType: TypeID
  package let mutationType: TypeID
  package let subscriptionType: TypeID

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

  private let typeOfName: UnsafeMutablePointer<TypeID>
  private let directiveOfName: UnsafeMutablePointer<DirectiveID>
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
    queryType = tables.roots.0
    mutationType = tables.roots.1
    subscriptionType = tables.roots.2
    typenameField = tables.metaFields.0
    schemaField = tables.metaFields.1
    typeField = tables.metaFields.2
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

  // MARK: - Look-up by name

  /// The type of that name, or 0.
  package func type(named name: NameID) -> TypeID {
    let index = Int(name)
    return index < nameCount ? typeOfName[index] : 0
  }

  /// The directive of that name, or 0.
  package func directive(named name: NameID) -> DirectiveID {
    let index = Int(name)
    return index < nameCount ? directiveOfName[index] : 0
  }

  /// The field of a composite type, or 0. Includes the meta-fields of section 4.
  package func field(_ name: NameID, of type: TypeID) -> FieldID {
    if name == Keyword.typename {
      return types[Int(type)].isComposite ? typenameField : 0
    }
    let found = members.find(type, name)
    if found != 0 { return types[Int(type)].isComposite ? found : 0 }
    if type == queryType, type != 0 {
      if name == Keyword.schemaField { return schemaField }
      if name == Keyword.typeField { return typeField }
    }
    return 0
  }

  /// The field of an input object, or 0.
  package func inputField(_ name: NameID, of type: TypeID) -> InputValueID {
    types[Int(type)].kind == .inputObject ? members.find(type, name) : 0
  }

  /// The value of an enum, or 0.
  package func enumValue(_ name: NameID, of type: TypeID) -> EnumValueID {
    types[Int(type)].kind == .enum ? members.find(type, name) : 0
  }

  /// The argument of a field, or 0.
  package func argument(_ name: NameID, of field: FieldID) -> InputValueID {
    let definition = fields + Int(field)
    return argument(name, definition.pointee.firstArgument, definition.pointee.argumentCount)
  }

  /// The argument of a directive, or 0.
  package func argument(_ name: NameID, ofDirective directive: DirectiveID) -> InputValueID {
    let definition = directives + Int(directive)
    return argument(name, definition.pointee.firstArgument, definition.pointee.argumentCount)
  }

  private func argument(_ name: NameID, _ first: UInt32, _ count: UInt32) -> InputValueID {
    var index = first
    let end = first &+ count
    while index < end {
      if inputValues[Int(index)].name == name { return index }
      index = index &+ 1
    }
    return 0
  }

  // MARK: - Types

  /// The root type of an operation, or 0 if the schema has none.
  package func rootType(_ kind: OperationKind) -> TypeID {
    switch kind {
    case .query: queryType
    case .mutation: mutationType
    case .subscription: subscriptionType
    }
  }

  /// The name of the type.
  package func name(_ type: TypeID) -> String { names.string(types[Int(type)].name) }

  /// The type in GraphQL syntax, for example `[String!]`.
  package func description(_ type: TypeReference) -> String {
    var text = type.named == 0 ? "?" : name(type.named)
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
  /// The result's `named` is 0 if the schema lacks the type or lists are nested too deep.
  package func typeReference(_ node: NodeID, in tree: SyntaxTree) -> TypeReference {
    let entry = tree.nodes[node]
    let isNonNull = entry.flags & NodeFlag.nonNull != 0
    if entry.kind == .namedType { return TypeReference(type(named: entry.name), isNonNull: isNonNull) }
    let element = typeReference(node + 1, in: tree)
    return element.list(isNonNull: isNonNull) ?? TypeReference(0, isNonNull: isNonNull)
  }

  // MARK: - Possible types (GetPossibleTypes, section 5.5.2.3)

  /// The set of object types that a composite type can be, as ``possibleTypeWordCount`` words.
  package func possibleTypes(_ type: TypeID) -> UnsafeMutablePointer<UInt64> {
    possibleTypeWords + Int(types[Int(type)].firstPossibleWord)
  }

  /// The URL of a scalar's `@specifiedBy`, from the last part of the type that has it (section 3.13.4).
  package func specificationURL(of type: TypeID) -> String? {
    let definition = types[Int(type)]
    let first = Int(definition.firstPart)
    for part in (first..<first + Int(definition.partCount)).reversed() {
      if let directive = tree.directive(Keyword.specifiedBy, on: parts[part]) {
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
  /// The field that the type itself defines, without meta-fields, or 0.
  package func ownField(_ name: NameID, of type: TypeID) -> FieldID {
    let found = field(name, of: type)
    return fields[Int(found)].parent == type ? found : 0
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
      if !type.isList { return isSubtype(type.named, ofAbstract: other.named) }
      type = type.element
      other = other.element
    }
    return true
  }

  /// Whether `type` is `other`, implements it, or is a member of it.
  package func isSubtype(_ type: TypeID, ofAbstract other: TypeID) -> Bool {
    if type == other { return true }
    let (holder, wanted) = types[Int(other)].kind == .union ? (other, type) : (type, other)
    let definition = types[Int(holder)]
    let first = Int(definition.firstRelated)
    return (first..<first + Int(definition.relatedCount)).contains { relatedTypes[$0] == wanted }
      && types[Int(other)].isAbstract && types[Int(type)].isComposite
  }
}
