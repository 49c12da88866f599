import ApusDocuments
import ApusSchema
import ApusSyntax

/// The documents and the tables of interned values that all collections of a run share.
package final class CollectingContext {
  package let documents: DocumentIndex
  package let tree: SyntaxTree
  package let schema: Schema
  package let separate: FragmentFields
  let typeSets: TypeSetTable
  package let guards: GuardTable
  let guardTypes: GuardTypes
  /// The index of each selection set in the current collection.
  var setNumbers: GenerationMap

  package init(_ documents: DocumentIndex, _ separate: FragmentFields, _ guards: GuardTable) {
    self.documents = documents
    self.separate = separate
    self.guards = guards
    tree = documents.tree
    schema = documents.schema
    typeSets = TypeSetTable(documents.schema)
    guardTypes = GuardTypes(documents.schema, typeSets, guards)
    setNumbers = GenerationMap(count: documents.tree.count)
  }

  func setNumber(of fragment: NodeID) -> Int {
    documents.selectionSet(fragment).map(setNumbers.number) ?? -1
  }

  /// The object types in the current schema for which a guard can hold.
  func types(of applies: Guard) -> TypeSet { guardTypes.types(of: applies) }

  /// The guard with one more type condition, which replaces the conditions that it implies. If the interface `Resource` implements `Node`, a
  /// condition on `Resource` replaces one on `Node`.
  package func and(_ applies: Guard, _ type: TypeID) -> Guard {
    let atom = guards.atom(.type(type))
    if schema[type].kind == .object { return guards.and(applies, atom) }
    return guards.and(guards.assuming(applies) { schema.implies(type, $0) ? true : nil }, atom)
  }
}
