import ApusSyntax

/// The tables of a schema under construction. ``SchemaBuilder`` hands them to ``Schema``.
struct SchemaTables {
  let tree: SyntaxTree
  var types: UnsafeMutablePointer<TypeDefinition>
  var typeCount = 1
  var fields: UnsafeMutablePointer<FieldDefinition>
  var fieldCount = 1
  var inputValues: UnsafeMutablePointer<InputValueDefinition>
  var inputValueCount = 1
  var enumValues: UnsafeMutablePointer<EnumValueDefinition>
  var enumValueCount = 1
  var directives: UnsafeMutablePointer<DirectiveDefinition>
  var directiveCount = 1
  var related: UnsafeMutablePointer<TypeID>
  var relatedCount = 0
  var parts: UnsafeMutablePointer<NodeID>
  var partCount = 0
  var objectTypes: UnsafeMutablePointer<TypeID>
  var objectTypeCount = 0
  var possibleTypeWords: UnsafeMutablePointer<UInt64>
  var possibleTypeWordCount = 0
  var roots: (query: TypeID?, mutation: TypeID?, subscription: TypeID?)
  /// The number of the first of the three meta-fields.
  var firstMetaField: UInt32 = 0
  /// The numbers of the type and the directive of each name; 0 if there is none.
  var typeOfName: UnsafeMutablePointer<UInt32>
  var directiveOfName: UnsafeMutablePointer<UInt32>
  let nameCount: Int
  var members: MemberTable

  /// Allocates room for everything that `tree` can define, which it counts in one pass over the nodes.
  init(_ tree: SyntaxTree) {
    self.tree = tree
    nameCount = tree.names.count
    var counts = (types: 1, fields: 1, inputs: 1, values: 1, directives: 1, named: 1)
    var node = 0
    while node < tree.count {
      switch tree.nodes[node].kind {
      case .scalarType, .objectType, .interfaceType, .unionType, .enumType, .inputObjectType:
        counts.types = counts.types &+ 1
      case .fieldDefinition: counts.fields = counts.fields &+ 1
      case .inputValueDefinition: counts.inputs = counts.inputs &+ 1
      case .enumValueDefinition: counts.values = counts.values &+ 1
      case .directiveDefinition: counts.directives = counts.directives &+ 1
      case .namedType: counts.named = counts.named &+ 1
      default: break
      }
      node = node &+ 1
    }
    types = .allocate(capacity: counts.types)
    // Entry 0 of each table is unused, so that 0 can be stored for a missing definition.
    types.initialize(to: TypeDefinition(kind: .scalar, name: 0, node: 0))
    fields = .allocate(capacity: counts.fields)
    fields.initialize(
      to: FieldDefinition(name: 0, type: TypeReference(nil), parent: TypeID(number: 0), node: 0))
    inputValues = .allocate(capacity: counts.inputs)
    inputValues.initialize(
      to: InputValueDefinition(name: 0, type: TypeReference(nil), node: 0, defaultValue: -1))
    enumValues = .allocate(capacity: counts.values)
    enumValues.initialize(to: EnumValueDefinition(name: 0, node: 0))
    directives = .allocate(capacity: counts.directives)
    directives.initialize(to: DirectiveDefinition(name: 0, isRepeatable: false, node: 0))
    related = .allocate(capacity: counts.named)
    parts = .allocate(capacity: counts.types)
    objectTypes = .allocate(capacity: counts.types)
    possibleTypeWords = .allocate(capacity: 1)
    typeOfName = .allocate(capacity: nameCount)
    typeOfName.initialize(repeating: 0, count: nameCount)
    directiveOfName = .allocate(capacity: nameCount)
    directiveOfName.initialize(repeating: 0, count: nameCount)
    members = MemberTable(count: counts.fields + counts.inputs + counts.values)
  }
}
