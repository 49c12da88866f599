import ApusSchema
import ApusSyntax

extension CursorContext {
  /// The types of nodes nested in an open node.
  struct Scope {
    let node: NodeID
    /// The type of the selection set that contains the cursor or the node.
    var type: TypeID?
    /// The type of a value in the node; for the fields of an input object, its type.
    var value = TypeReference(nil)
    var isConstant = false
    /// The arguments that the node can have.
    var arguments = TableIDs<InputValueDefinition>()
    /// The argument or input field.
    var input: InputValueID?

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
      func composite(_ type: TypeID?) -> TypeID? { type.flatMap { schema[$0].isComposite ? $0 : nil } }
      switch tree.kind(node) {
      case .operation: type = schema.rootType(tree.operationKind(node))
      case .fragmentDefinition, .inlineFragment:
        if let condition = tree.child(node, .namedType) {
          type = composite(schema.type(named: tree.nodes[condition].name))
        }
      case .field:
        let field = type.flatMap { schema.field(name, of: $0) }
        type = composite(schema[field]?.type.named)
        if let field { arguments = schema.arguments(of: field) }
      case .directive:
        if let directive = schema.directive(named: name) { arguments = schema.arguments(of: directive) }
      case .argument:
        arguments = outer.arguments
        input = arguments.first { schema[$0].name == name }
        value = schema[input]?.type ?? TypeReference(nil)
      case .variableDefinition:
        value = tree.type(node).map { schema.typeReference($0, in: tree) } ?? TypeReference(nil)
        isConstant = true
      case .listValue: value = outer.value.element
      case .objectValue:
        value = TypeReference(value.named.flatMap { schema[$0].kind == .inputObject ? $0 : nil })
      case .objectField:
        input = outer.value.named.flatMap { schema.inputField(name, of: $0) }
        value = schema[input]?.type ?? TypeReference(nil)
      default: break
      }
    }
  }
}
