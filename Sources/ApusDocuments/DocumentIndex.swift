import ApusSchema
import ApusSyntax

/// The number of an operation or fragment within a ``DocumentIndex``. 0 is none.
package typealias DefinitionID = UInt32

/// An operation or a fragment, with what stands in it.
package struct ExecutableDefinition {
  package var node: NodeID
  /// Its selections.
  package var selectionSet: NodeID
  /// How many selection sets stand in one another.
  package var depth = 0
  /// Its fragment spreads, a stretch of ``DocumentIndex/spreads``.
  package var firstSpread = 0
  package var spreadEnd = 0
  /// Its uses of variables, a stretch of ``DocumentIndex/variableUses``.
  package var firstVariableUse = 0
  package var variableUseEnd = 0
}

/// What the names in documents mean: every name of every node, looked up in the schema once.
///
/// Later stages read it by node number. A name that nothing is known of has meaning 0; saying so is validation's business.
package final class DocumentIndex {
  package let tree: SyntaxTree
  package let schema: Schema

  /// By node, what it stands for; 0 where nothing is known. By kind of node:
  ///
  /// - field: its ``FieldID``
  /// - selection set: the ``TypeID`` of the composite type that it selects from
  /// - operation, fragment definition, inline fragment: the ``TypeID`` that its selections apply to
  /// - fragment spread: the ``DefinitionID`` of the fragment
  /// - named type: its ``TypeID``
  /// - directive: its ``DirectiveID``
  /// - argument, object field: its ``InputValueID``
  /// - enum value: its ``EnumValueID``
  package let meanings: UnsafeMutablePointer<UInt32>
  /// By node: of a variable definition its type, of a value the type that its place asks for. Only these are set.
  package let valueTypes: UnsafeMutablePointer<TypeReference>
  /// By node: the node that it is a part of; ``noParent`` for definitions.
  package let parents: UnsafeMutablePointer<UInt32>
  package static var noParent: UInt32 { .max }

  /// Operations and fragments in source order; entry 0 stands for none.
  package let definitions: UnsafeMutablePointer<ExecutableDefinition>
  /// One more than the number of operations and fragments.
  package let definitionCount: Int
  /// Nodes of fragment spreads, in source order.
  package let spreads: UnsafeMutablePointer<UInt32>
  /// For each of ``spreads`` the number of selection sets of its definition that it stands in.
  package let spreadDepths: UnsafeMutablePointer<UInt16>
  /// Nodes of variables where they are used, in source order.
  package let variableUses: UnsafeMutablePointer<UInt32>
  /// Whether a document has definitions that are neither operations nor fragments.
  package let hasTypeSystemDefinitions: Bool
  /// Built-in scalars that nothing in the schema is of: such a schema does not have them (section 3.5).
  package let missingScalars: [TypeID]

  /// What the directives of the documents are that are for clients, by name. They are not sent.
  package let clientDirectives: [NameID: ClientDirective]

  private let definitionOfName: UnsafeMutablePointer<DefinitionID>
  private let nameCount: Int

  /// Looks up every name of all files in `tree`, which shares its names with the schema.
  package init(_ tree: SyntaxTree, _ schema: Schema) {
    var builder = DocumentIndexBuilder(tree, schema)
    builder.addDefinitions()
    builder.resolveDefinitions()
    self.tree = tree
    self.schema = schema
    meanings = builder.meanings
    valueTypes = builder.valueTypes
    parents = builder.parents
    definitions = builder.definitions
    definitionCount = builder.definitionCount
    spreads = builder.spreads
    spreadDepths = builder.spreadDepths
    variableUses = builder.variableUses
    hasTypeSystemDefinitions = builder.hasTypeSystemDefinitions
    missingScalars = builder.missingScalars
    clientDirectives = builder.clientDirectives
    definitionOfName = builder.definitionOfName
    nameCount = builder.nameCount
  }

  deinit {
    meanings.deallocate()
    valueTypes.deallocate()
    parents.deallocate()
    definitions.deallocate()
    spreads.deallocate()
    spreadDepths.deallocate()
    variableUses.deallocate()
    definitionOfName.deallocate()
  }

  // MARK: - Look-up

  /// The fragment of that name, or 0. Of several with one name it is the last.
  package func fragment(named name: NameID) -> DefinitionID {
    let index = Int(name)
    return index < nameCount ? definitionOfName[index] : 0
  }

  /// The node of a definition.
  package func node(_ definition: DefinitionID) -> NodeID {
    definitions[Int(definition)].node
  }

  /// The fragment definition that a spread names, or nil.
  package func fragment(ofSpread spread: NodeID) -> NodeID? {
    let definition = Int(meanings[spread])
    return definition == 0 ? nil : definitions[definition].node
  }

  /// The composite type that a selection set selects from, or 0.
  package func parentType(_ selectionSet: NodeID) -> TypeID { meanings[selectionSet] }

  /// The definition of a field in the schema, or 0.
  package func field(_ node: NodeID) -> FieldID { meanings[node] }

  /// The composite type that has the field at `node`, or 0.
  package func typeOfParent(ofField node: NodeID) -> TypeID {
    meanings[Int(parents[node])]
  }

  /// The type of the field at `node`; its `named` is 0 when that is not known.
  package func type(ofField node: NodeID) -> TypeReference {
    schema.fields[Int(meanings[node])].type
  }

  /// Whether a directive of that name is sent.
  package func isSent(directive name: NameID) -> Bool {
    name != Keyword.apus && (clientDirectives.isEmpty || clientDirectives[name] == nil)
  }

  /// The directive among the children of `node` with that name.
  package func directive(_ name: NameID, on node: NodeID) -> NodeID? {
    var child = node &+ 1
    let end = Int(tree.nodes[node].next)
    while child < end {
      let entry = tree.nodes + child
      if case .directive = entry.pointee.kind, entry.pointee.name == name { return child }
      child = Int(entry.pointee.next)
    }
    return nil
  }

  /// A definition and the fragments that it spreads, near and far.
  package func reached(from definition: Int) -> [Int] {
    var found = [definition]
    var seen: Set<Int> = [definition]
    var next = 0
    while next < found.count {
      let definition = definitions[found[next]]
      for spread in definition.firstSpread..<definition.spreadEnd {
        let fragment = Int(meanings[Int(spreads[spread])])
        if fragment != 0, seen.insert(fragment).inserted { found.append(fragment) }
      }
      next += 1
    }
    return found
  }
}
