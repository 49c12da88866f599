import ApusSchema
import ApusSyntax

/// The number of an operation or fragment within a ``DocumentIndex``.
package typealias DefinitionID = TableID<ExecutableDefinition>

/// An operation or a fragment and its contents.
package struct ExecutableDefinition {
  package var node: NodeID
  /// Its selections.
  package var selectionSet: NodeID
  /// The maximum nesting of its selection sets.
  package var depth = 0
  /// Its spreads and its uses of variables, as ranges of the index's arrays.
  var firstSpread = 0
  var spreadEnd = 0
  var firstVariableUse = 0
  var variableUseEnd = 0
}

/// Resolves the names in documents: every name of every node is looked up in the schema once.
///
/// Later stages read the result by node. An unknown name resolves to nil; reporting it is left to validation.
package final class DocumentIndex {
  package let tree: SyntaxTree
  package let schema: Schema

  /// The number of the definition that each node refers to; 0 if it is unknown. By kind of node:
  ///
  /// - field: its ``FieldID``
  /// - selection set: the ``TypeID`` of the composite type that it selects from
  /// - operation, fragment definition, inline fragment: the ``TypeID`` that its selections apply to
  /// - fragment spread: the ``DefinitionID`` of the fragment
  /// - named type: its ``TypeID``
  /// - directive: its ``DirectiveID``
  /// - argument, object field: its ``InputValueID``
  /// - enum value: its ``EnumValueID``
  let resolved: UnsafeMutablePointer<UInt32>
  /// By node: a variable definition's type, or the type expected where a value is. Other entries are not set.
  package let valueTypes: UnsafeMutablePointer<TypeReference>
  /// By node: its parent; ``noParent`` for definitions.
  package let parents: UnsafeMutablePointer<UInt32>
  package static var noParent: UInt32 { .max }

  /// Operations and fragments in source order, after an unused entry 0.
  private let definitions: UnsafeMutablePointer<ExecutableDefinition>
  /// The number of operations and fragments, plus one.
  package let definitionCount: Int
  /// Nodes of fragment spreads, in source order.
  private let spreads: UnsafeMutablePointer<UInt32>
  /// For each spread, how many selection sets of its definition enclose it.
  package let spreadDepths: UnsafeMutablePointer<UInt16>
  /// Nodes of variable uses, in source order.
  private let variableUses: UnsafeMutablePointer<UInt32>
  /// All directives, in source order.
  package let directives: [NodeID]
  /// The variables that fragments define themselves, by use.
  package let fragmentVariables: [NodeID: FragmentVariable]
  /// Whether a fragment has variables or a spread has arguments.
  package let hasFragmentArguments: Bool
  /// Whether a document has definitions that are neither operations nor fragments.
  package let hasTypeSystemDefinitions: Bool
  /// Built-in scalars that nothing in the schema uses. Such a schema does not contain them (section 3.5).
  package let missingScalars: [TypeID]

  /// The documents' client-side directives, by name. They are not sent.
  package let clientDirectives: [NameID: ClientDirective]

  private let definitionOfName: UnsafeMutablePointer<UInt32>
  private let nameCount: Int

  /// Resolves every name of all files in `tree`, which shares its name table with the schema.
  package init(_ tree: SyntaxTree, _ schema: Schema) {
    var builder = DocumentIndexBuilder(tree, schema)
    builder.addDefinitions()
    builder.resolveDefinitions()
    self.tree = tree
    self.schema = schema
    resolved = builder.resolved
    valueTypes = builder.valueTypes
    parents = builder.parents
    definitions = builder.definitions
    definitionCount = builder.definitionCount
    spreads = builder.spreads
    spreadDepths = builder.spreadDepths
    variableUses = builder.variableUses
    directives = builder.directives
    fragmentVariables = builder.fragmentVariables
    hasFragmentArguments = builder.hasFragmentArguments
    hasTypeSystemDefinitions = builder.hasTypeSystemDefinitions
    missingScalars = builder.missingScalars
    clientDirectives = builder.clientDirectives
    definitionOfName = builder.definitionOfName
    nameCount = builder.nameCount
  }

  deinit {
    resolved.deallocate()
    valueTypes.deallocate()
    parents.deallocate()
    definitions.deallocate()
    spreads.deallocate()
    spreadDepths.deallocate()
    variableUses.deallocate()
    definitionOfName.deallocate()
  }

  // MARK: - Look-up

  package subscript(definition: DefinitionID) -> ExecutableDefinition { definitions[definition.index] }

  /// All operations and fragments, in source order.
  package var allDefinitions: TableIDs<ExecutableDefinition> { TableIDs(upTo: definitionCount) }

  /// The fragment of that name. If several have the name, the last one.
  package func fragment(named name: NameID) -> DefinitionID? {
    let index = Int(name)
    return index < nameCount ? DefinitionID(stored: definitionOfName[index]) : nil
  }

  /// The node of a definition.
  package func node(_ definition: DefinitionID) -> NodeID { definitions[definition.index].node }

  /// The fragment that a spread refers to.
  package func definition(ofSpread spread: NodeID) -> DefinitionID? { DefinitionID(stored: resolved[spread]) }

  /// The fragment definition that a spread refers to.
  package func fragment(ofSpread spread: NodeID) -> NodeID? {
    if let definition = definition(ofSpread: spread) { definitions[definition.index].node } else { nil }
  }

  /// The spreads in a definition, in source order. Their indices are those in ``spreadDepths``.
  package func spreads(in definition: DefinitionID) -> NodeList {
    let entry = definitions + definition.index
    return NodeList(spreads, entry.pointee.firstSpread, entry.pointee.spreadEnd)
  }

  /// The uses of variables in a definition, in source order.
  package func variableUses(in definition: DefinitionID) -> NodeList {
    let entry = definitions + definition.index
    return NodeList(variableUses, entry.pointee.firstVariableUse, entry.pointee.variableUseEnd)
  }

  /// The name of a variable where it is used; different for variables of different scopes: `Card.size` for a fragment's own.
  package func variable(_ use: NodeID) -> NameID {
    fragmentVariables.isEmpty ? tree.nodes[use].name : fragmentVariables[use]?.name ?? tree.nodes[use].name
  }

  /// The type of a named type, or the composite type that a selection set, operation or fragment selects from.
  package func type(_ node: NodeID) -> TypeID? { TypeID(stored: resolved[node]) }

  /// The composite type that a selection set selects from.
  package func parentType(_ selectionSet: NodeID) -> TypeID? { TypeID(stored: resolved[selectionSet]) }

  /// The definition of a field in the schema.
  package func field(_ node: NodeID) -> FieldID? { FieldID(stored: resolved[node]) }

  /// The definition of an argument or of an input object's field.
  package func input(_ node: NodeID) -> InputValueID? { InputValueID(stored: resolved[node]) }

  package func enumValue(_ node: NodeID) -> EnumValueID? { EnumValueID(stored: resolved[node]) }

  package func directive(_ node: NodeID) -> DirectiveID? { DirectiveID(stored: resolved[node]) }

  /// The composite type of the set that contains a field, a spread or an inline fragment.
  package func typeOfParent(of node: NodeID) -> TypeID? { TypeID(stored: resolved[Int(parents[node])]) }

  /// The type of the field at `node`; its `named` is nil if the field is unknown.
  package func type(ofField node: NodeID) -> TypeReference {
    if let field = field(node) { schema[field].type } else { TypeReference(nil) }
  }

  /// The fields of a selection set in source order, including those of inline fragments and spreads.
  package func fields(in set: NodeID) -> [NodeID] {
    var sets = [set]
    var seen: Set<NodeID> = [set]
    var fields: [NodeID] = []
    while let set = sets.popLast() {
      for selection in tree.children(set) {
        if tree.kind(selection) == .field {
          fields.append(selection)
          continue
        }
        let fragment = tree.kind(selection) == .fragmentSpread ? fragment(ofSpread: selection) : selection
        if let inner = fragment.flatMap({ tree.child($0, .selectionSet) }), seen.insert(inner).inserted {
          sets.append(inner)
        }
      }
    }
    return fields.sorted()
  }

  /// The definition of the fragment's variable that an argument of a spread is for; nil for any other argument.
  package func fragmentVariable(ofArgument argument: NodeID) -> NodeID? {
    let owner = NodeID(parents[argument])
    guard tree.kind(owner) == .fragmentSpread, let fragment = fragment(ofSpread: owner) else { return nil }
    return tree.child(fragment, .variableDefinition, named: tree.nodes[argument].name)
  }

  /// Whether directives of that name are sent to the server.
  package func isSent(directive name: NameID) -> Bool {
    name != Keyword.apus && (clientDirectives.isEmpty || clientDirectives[name] == nil)
  }

  /// The directives of any of these names, in source order.
  package func directives(_ names: NameID...) -> [NodeID] {
    directives.filter { names.contains(tree.nodes[$0].name) }
  }

  /// The entry of a client-side directive; nil for any other.
  package func clientDirective(_ directive: NodeID) -> ClientDirective? {
    clientDirectives.isEmpty ? nil : clientDirectives[tree.nodes[directive].name]
  }

  /// The definition that contains `node`.
  package func definition(around node: NodeID) -> NodeID {
    var node = node
    while parents[node] != DocumentIndex.noParent { node = NodeID(parents[node]) }
    return node
  }

  /// Definitions and all fragments that they spread, directly or indirectly.
  package func reached(from definitions: [DefinitionID]) -> [DefinitionID] {
    var found = definitions
    var seen = Set(definitions)
    var next = 0
    while next < found.count {
      for spread in spreads(in: found[next]) {
        if let fragment = definition(ofSpread: spread), seen.insert(fragment).inserted {
          found.append(fragment)
        }
      }
      next += 1
    }
    return found
  }
}
