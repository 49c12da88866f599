import ApusSchema
import ApusSyntax

extension CursorContext {
  /// The types of nodes nested in an open node.
  struct Scope {
    let node: NodeID
    /// The type of the selection set that contains the cursor or the node.
    var type: TypeID = 0
    /// The type of a value in the node; for the fields of an input object, its type.
    var value = TypeReference(0)
    var isConstant = false
    /// The arguments that the node can have.
    var first: UInt32 = 0
    var count: UInt32 = 0
    /// The argument or input field.
    var input: InputValueID = 0

    /// The scopes of all open nodes, outermost first.
    static func all(_ syntax: OpenSyntax, _ schema: Schema) -> [Scope] {
      var scopes: [Scope] = []
      for node in syntax.path {
        let outer = scopes.last ?? Scope(node: node)
        scopes.append(Scope(node, within: outer, syntax.tree, schema))
      }
      return scopes
    }

    private init(node: NodeID) { self.node = node }

    private init(_ node: NodeID, within outer: Scope, _ tree: SyntaxTree, _ schema: Schema) {
      self.node = node
      type = outer.type
      value = outer.value
      isConstant = outer.isConstant
      let name = tree.nodes[node].name
      func composite(_ type: TypeID) -> TypeID { schema.types[Int(type)].isComposite ? type : 0 }
      switch tree.kind(node) {
      case .operation: type = schema.rootType(tree.operationKind(node))
      case .fragmentDefinition, .inlineFragment:
        if let condition = tree.child(node, .namedType) {
          type = composite(schema.type(named: tree.nodes[condition].name))
        }
      case .field:
        let field = schema.fields[Int(schema.field(name, of: type))]
        type = composite(field.type.named)
        (first, count) = (field.firstArgument, field.argumentCount)
      case .directive:
        let directive = schema.directives[Int(schema.directive(named: name))]
        (first, count) = (directive.firstArgument, directive.argumentCount)
      case .argument:
        (first, count) = (outer.first, outer.count)
        input = (first..<first + count).first { schema.inputValues[Int($0)].name == name } ?? 0
        value = schema.inputValues[Int(input)].type
      case .variableDefinition:
        value = tree.type(node).map { schema.typeReference($0, in: tree) } ?? TypeReference(0)
        isConstant = true
      case .listValue: value = outer.value.element
      case .objectValue:
        let isObject = schema.types[Int(value.named)].kind == .inputObject
        value = TypeReference(isObject ? value.named : 0)
      case .objectField:
        input = schema.inputField(name, of: outer.value.named)
        value = schema.inputValues[Int(input)].type
      default: break
      }
    }
  }
}
