import ApusSchema
import ApusSyntax

/// What the sent document asks for beside what the user wrote: `__typename`, and markers.
///
/// - `__typename` stands first in every selection set of an interface or union that a field or fragment opens.
/// - `__isPet: __typename` stands in every selection set under a condition on the interface or union `Pet` that does not
///   always hold: a type that the schema gains later tells by it that the condition held. Not under `@include` or `@skip`:
///   what is encoded could not tell whether it was there.
/// - `__hasAlbumCard: __typename` stands beside a spread under `@include` or `@skip`, under the same condition.
///
/// Selection sets are named by node, so that printing the document and reading the response agree.
struct Additions {
  /// Selection sets that get a `__typename`.
  private(set) var typenames: Set<NodeID> = []
  /// Selection sets that get a marker, with the type that it names.
  private(set) var typeMarkers: [NodeID: TypeID] = [:]
  /// Spreads that variables decide on: their own, or those of an inline fragment around them.
  private(set) var conditionalSpreads: Set<NodeID> = []

  private let documents: DocumentIndex
  private let sendsTypeMarkers: Bool

  init(_ documents: DocumentIndex, sendsTypeMarkers: Bool) {
    self.documents = documents
    self.sendsTypeMarkers = sendsTypeMarkers
    let tree = documents.tree
    for definition in tree.definitions {
      guard let set = documents.selectionSet(definition) else { continue }
      if tree.kind(definition) == .fragmentDefinition { addTypename(set) }
      visit(set, isConditional: false)
    }
  }

  private mutating func addTypename(_ set: NodeID) {
    guard documents.schema.types[Int(documents.parentType(set))].isAbstract else { return }
    let tree = documents.tree
    // The user's own, when it is there whatever the variables are.
    for field in tree.children(set, .field)
    where tree.nodes[field].name == Keyword.typename && tree.nodes[field].extra == 0
      && tree.child(field, .directive) == nil
    {
      return
    }
    typenames.insert(set)
  }

  /// Nesting is bounded by the parser.
  private mutating func visit(_ set: NodeID, isConditional: Bool) {
    let tree = documents.tree
    let parent = documents.parentType(set)
    for selection in tree.children(set) {
      switch tree.kind(selection) {
      case .field:
        guard let inner = documents.selectionSet(selection) else { continue }
        addTypename(inner)
        visit(inner, isConditional: false)
      case .inlineFragment:
        guard let inner = documents.selectionSet(selection) else { continue }
        let isConditional = isConditional || dependsOnVariables(selection)
        if !isConditional { addMarker(documents.typeCondition(selection), on: parent, to: inner) }
        visit(inner, isConditional: isConditional)
      case .fragmentSpread:
        guard let fragment = documents.fragment(ofSpread: selection),
          let inner = documents.selectionSet(fragment)
        else { continue }
        if isConditional || dependsOnVariables(selection) {
          conditionalSpreads.insert(selection)
        } else {
          addMarker(documents.typeCondition(fragment), on: parent, to: inner)
        }
      default: continue
      }
    }
  }

  /// Whether a selection has `@include` or `@skip` with a variable.
  private func dependsOnVariables(_ selection: NodeID) -> Bool {
    let tree = documents.tree
    return tree.children(selection, .directive).contains { directive in
      guard tree.nodes[directive].name == Keyword.include || tree.nodes[directive].name == Keyword.skip,
        let argument = tree.child(directive, .argument), let value = tree.value(argument)
      else { return false }
      return tree.kind(value) == .variable
    }
  }

  private mutating func addMarker(_ condition: TypeID, on parent: TypeID, to set: NodeID) {
    guard sendsTypeMarkers, condition != 0, documents.schema.types[Int(condition)].isAbstract,
      !documents.schema.isSubset(parent, of: condition)
    else { return }
    typeMarkers[set] = condition
  }
}
