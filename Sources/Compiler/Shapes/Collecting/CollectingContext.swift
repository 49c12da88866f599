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
  /// The results of ``types(of:)``.
  private var knownTypes: [Guard: TypeSet] = [:]
  private let noTypes: TypeSet
  private let allTypes: TypeSet
  /// The index of each selection set in the current collection.
  var setNumbers: GenerationMap

  package init(_ documents: DocumentIndex, _ separate: FragmentFields, _ guards: GuardTable) {
    self.documents = documents
    self.separate = separate
    self.guards = guards
    tree = documents.tree
    schema = documents.schema
    typeSets = TypeSetTable(documents.schema)
    noTypes = typeSets.empty()
    allTypes = typeSets.all()
    setNumbers = GenerationMap(count: documents.tree.count)
  }

  func setNumber(of fragment: NodeID) -> Int {
    documents.selectionSet(fragment).map(setNumbers.number) ?? -1
  }

  /// The object types in the current schema for which a guard holds with some values of the variables.
  func types(of applies: Guard) -> TypeSet {
    guard let (atom, no, yes) = guards.question(applies) else {
      return applies == .never ? noTypes : allTypes
    }
    if let known = knownTypes[applies] { return known }
    let without = types(of: no)
    let with = types(of: yes)
    let result: TypeSet
    switch atom {
    case .variable: result = typeSets.union(without, with)
    case .type(let type):
      let own = typeSets.types(type)
      result = typeSets.union(typeSets.intersection(own, with), typeSets.subtraction(without, own))
    }
    knownTypes[applies] = result
    return result
  }

  /// The guard with one more type condition, which replaces the conditions that it implies. If the interface `Resource` implements `Node`, a
  /// condition on `Resource` replaces one on `Node`.
  package func and(_ applies: Guard, _ type: TypeID) -> Guard {
    let atom = guards.atom(.type(type))
    if schema[type].kind == .object { return guards.and(applies, atom) }
    return guards.and(guards.assuming(applies) { schema.implies(type, $0) ? true : nil }, atom)
  }
}
