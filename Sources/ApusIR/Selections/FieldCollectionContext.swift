import ApusDocuments
import ApusSchema
import ApusSyntax

/// What expansions share: the documents and the tables of interned things.
struct FieldCollectionContext {
  let documents: DocumentIndex
  let tree: SyntaxTree
  let schema: Schema
  let addedSelections: AddedSelections
  let typeSets: TypeSetTable
  /// The index in the collection at hand of each selection set that applies unconditionally.
  var setNumbers: ScratchNumbers
  var conditions = ConditionTable()

  /// Beyond this many ways to one selection set only the known types are told apart.
  private static let alternativeLimit = 32

  init(_ documents: DocumentIndex, _ addedSelections: AddedSelections) {
    self.documents = documents
    self.addedSelections = addedSelections
    tree = documents.tree
    schema = documents.schema
    typeSets = TypeSetTable(documents.schema)
    setNumbers = ScratchNumbers(count: documents.tree.count)
  }

  mutating func condition(of selection: NodeID, within outer: ConditionID) -> ConditionID? {
    conditions.condition(of: selection, within: outer, in: tree)
  }

  /// The chain with one more condition, without those that the new one implies.
  func chain(_ chain: [TypeID], adding type: TypeID) -> [TypeID] {
    if chain.isEmpty { return [type] }
    var result = chain.filter { !implies(type, $0) }
    result.append(type)
    return result.sorted()
  }

  /// Whether whatever is of `type` is of `other` too, today and later: the schema says so in its declarations.
  func implies(_ type: TypeID, _ other: TypeID) -> Bool {
    if type == other { return true }
    if schema.types[Int(type)].kind == .object { return schema.isSubset(type, of: other) }
    let definition = schema.types[Int(type)]
    guard definition.kind == .interface else { return false }
    for index in 0..<Int(definition.relatedCount)
    where schema.relatedTypes[Int(definition.firstRelated) + index] == other { return true }
    return false
  }

  /// Makes a selection set apply where `added` holds as well; nil stands for everywhere.
  ///
  /// - Returns: false when it already did.
  func widen(_ typeGuard: inout TypeGuard?, by added: TypeGuard?) -> Bool {
    guard var result = typeGuard else { return false }
    guard let added, let chain = added.alternatives.first else {
      typeGuard = nil
      return true
    }
    let isImplied = result.alternatives.contains { known in
      known.allSatisfy { condition in chain.contains { implies($0, condition) } }
    }
    if isImplied { return false }
    if result.alternatives.count >= FieldCollectionContext.alternativeLimit,
      added.types.isSubset(of: result.types)
    {
      return false
    }
    result.alternatives.removeAll { known in
      chain.allSatisfy { condition in known.contains { implies($0, condition) } }
    }
    result.alternatives.append(chain)
    result.alternatives.sort { $0.lexicographicallyPrecedes($1) }
    result.types = typeSets.union(result.types, added.types)
    typeGuard = result
    return true
  }
}
