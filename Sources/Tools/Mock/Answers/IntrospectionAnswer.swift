import ApusDocuments
import ApusSource
import ApusSchema
import ApusSyntax

/// Answers introspection queries (section 4.2).
struct IntrospectionAnswer {
  /// The things that introspection has objects for.
  private enum Item {
    case schema
    case type(TypeReference)
    case field(FieldID)
    case inputValue(InputValueDefinition)
    case enumValue(EnumValueDefinition)
    case directive(DirectiveID)
  }

  /// The value of an introspection field.
  private enum Answer {
    case leaf(JSONOutput)
    case one(Item)
    case all([Item])
  }

  /// The number of objects that may still follow, because types have fields, which have types, and so on. When it is used up,
  /// lists are empty.
  private final class Budget {
    var count = 1_000_000
  }

  private let budget = Budget()
  private let execution: Execution
  private var schema: MockSchema { execution.schema }
  private var tree: SyntaxTree { schema.schema.tree }
  private static let null = Answer.leaf(.null)

  init(_ execution: Execution) { self.execution = execution }

  /// The value of `__schema` or `__type`.
  func root(_ nodes: [NodeID]) -> JSONOutput {
    guard execution.index.tree.nodes[nodes[0]].name == Keyword.typeField else {
      return object(.schema, "__Schema", nodes)
    }
    guard case .string(let name) = execution.argument("name", of: nodes[0]) else { return .null }
    // The holder of the meta-fields exists only in the compiler, and no query can look it up by its name.
    guard let type = schema.schema.type(named: schema.names.find(name)) else { return .null }
    return object(.type(TypeReference(type)), "__Type", nodes)
  }

  private func object(_ item: Item, _ typeName: String, _ nodes: [NodeID]) -> JSONOutput {
    budget.count -= 1
    let document = execution.index.tree
    guard let type = schema.schema.type(named: schema.names.find(typeName)) else { return .null }
    let sets = nodes.compactMap { document.child($0, .selectionSet) }
    var members: [(name: String, value: JSONOutput)] = []
    for (key, nodes) in execution.fields(sets, of: type) {
      let name = document.name(nodes[0])
      let key = schema.names.string(key)
      if name == "__typename" {
        members.append((key, .string(typeName)))
        continue
      }
      var includesDeprecated = false
      if case .boolean(true) = execution.argument("includeDeprecated", of: nodes[0]) {
        includesDeprecated = true
      }
      let field = schema.schema.field(document.nodes[nodes[0]].name, of: type)
      let inner = schema.schema.name(schema.schema[field]?.type.named)
      let value =
        switch answer(item, name, includesDeprecated) {
        case .leaf(let value): value
        case .one(let item): object(item, inner, nodes)
        case .all(let items):
          JSONOutput.array(budget.count > 0 ? items.map { object($0, inner, nodes) } : [])
        }
      members.append((key, value))
    }
    return .object(members)
  }

  private func answer(_ item: Item, _ field: String, _ deprecated: Bool) -> Answer {
    switch item {
    case .schema: answer(field, deprecated)
    case .type(let type): answer(type, field, deprecated)
    case .field(let definition): answer(definition, field, deprecated)
    case .inputValue(let definition): answer(definition, field)
    case .enumValue(let value): element(value.name, value.node, value.isDeprecated, field)
    case .directive(let directive): answer(directive, field, deprecated)
    }
  }

  private func answer(_ field: String, _ deprecated: Bool) -> Answer {
    switch field {
    case "types":
      .all(
        schema.schema.allTypes.filter { schema.schema.name($0) != "__Meta" }.map { named($0) })
    case "description":
      // Extensions are never described.
      tree.definitions.first { tree.kind($0) == .schemaDefinition && !tree.has(NodeFlag.isExtension, $0) }
        .map(description) ?? IntrospectionAnswer.null
    case "queryType": root(schema.schema.queryType)
    case "mutationType": root(schema.schema.mutationType)
    case "subscriptionType": root(schema.schema.subscriptionType)
    case "directives":
      .all(
        schema.schema.allDirectives.filter { directive in
          let definition = schema.schema[directive]
          return definition.name != Keyword.apus && (deprecated || !definition.isDeprecated)
        }.map { .directive($0) })
    default: IntrospectionAnswer.null
    }
  }

  private func root(_ type: TypeID?) -> Answer {
    type.map { .one(named($0)) } ?? IntrospectionAnswer.null
  }

  private func named(_ type: TypeID) -> Item { .type(TypeReference(type, isNonNull: false)) }

  private func answer(_ type: TypeReference, _ field: String, _ deprecated: Bool) -> Answer {
    if type.isNonNull || type.isList {
      switch field {
      case "kind": return .leaf(.string(type.isNonNull ? "NON_NULL" : "LIST"))
      case "ofType": return .one(.type(type.isNonNull ? type.nullable : type.element))
      default: return IntrospectionAnswer.null
      }
    }
    guard let id = type.named else { return IntrospectionAnswer.null }
    let definition = schema.schema[id]
    let isComposite = definition.kind == .object || definition.kind == .interface
    switch field {
    case "kind": return .leaf(.string(kind(definition.kind)))
    case "name": return .leaf(.string(schema.schema.name(id)))
    case "description": return description(definition.node)
    case "specifiedByURL":
      return .leaf(schema.schema.specificationURL(of: id).map { .string($0) } ?? .null)
    case "fields" where isComposite:
      return .all(
        schema.schema.fields(of: id).filter { deprecated || !schema.schema[$0].isDeprecated }.map {
          .field($0)
        })
    case "interfaces" where isComposite: return .all(schema.interfaces(of: id).map { named($0) })
    case "possibleTypes" where definition.isAbstract:
      return .all(schema.schema.objectTypes(of: id).map { named($0) })
    case "enumValues" where definition.kind == .enum:
      return .all(schema.enumValues(of: id).filter { deprecated || !$0.isDeprecated }.map { .enumValue($0) })
    case "inputFields" where definition.kind == .inputObject:
      return .all(
        schema.inputFields(of: id).filter { deprecated || !$0.isDeprecated }.map { .inputValue($0) })
    case "isOneOf" where definition.kind == .inputObject: return .leaf(.boolean(definition.isOneOf))
    default: return IntrospectionAnswer.null
    }
  }

  private func kind(_ kind: TypeKind) -> String {
    switch kind {
    case .scalar: "SCALAR"
    case .object: "OBJECT"
    case .interface: "INTERFACE"
    case .union: "UNION"
    case .enum: "ENUM"
    case .inputObject: "INPUT_OBJECT"
    }
  }

  private func answer(_ id: FieldID, _ field: String, _ deprecated: Bool) -> Answer {
    let definition = schema.schema[id]
    return switch field {
    case "args": arguments(schema.schema.arguments(of: id), deprecated)
    case "type": .one(.type(definition.type))
    default: element(definition.name, definition.node, definition.isDeprecated, field)
    }
  }

  private func answer(_ definition: InputValueDefinition, _ field: String) -> Answer {
    switch field {
    case "type": .one(.type(definition.type))
    case "defaultValue":
      .leaf(
        definition.hasDefault ? .string(MinifyingPrinter.printPart(definition.defaultValue, of: tree)) : .null
      )
    default: element(definition.name, definition.node, definition.isDeprecated, field)
    }
  }

  private func arguments(_ arguments: TableIDs<InputValueDefinition>, _ deprecated: Bool) -> Answer {
    .all(
      arguments.map { schema.schema[$0] }.filter { deprecated || !$0.isDeprecated }.map { .inputValue($0) })
  }

  private func answer(_ id: DirectiveID, _ field: String, _ deprecated: Bool) -> Answer {
    let directive = schema.schema[id]
    switch field {
    case "isRepeatable": return .leaf(.boolean(directive.isRepeatable))
    case "args": return arguments(schema.schema.arguments(of: id), deprecated)
    case "locations":
      let all = Keyword.directiveLocations.filter { directive.allows($0) }
      return .leaf(.array(all.map { .string(schema.names.string($0)) }))
    case "deprecationReason" where directive.isDeprecated:
      return element(directive.name, directive.deprecation, true, field)
    default: return element(directive.name, directive.node, directive.isDeprecated, field)
    }
  }

  /// The members that fields, arguments and enum values have in common.
  private func element(_ name: NameID, _ node: NodeID, _ isDeprecated: Bool, _ field: String) -> Answer {
    switch field {
    case "name": return .leaf(.string(schema.names.string(name)))
    case "description": return description(node)
    case "isDeprecated": return .leaf(.boolean(isDeprecated))
    case "deprecationReason":
      return .leaf(tree.deprecationReason(of: node).map { .string($0) } ?? .null)
    default: return IntrospectionAnswer.null
    }
  }

  private func description(_ node: NodeID) -> Answer {
    .leaf(tree.description(node).map { .string($0) } ?? .null)
  }
}
