import ApusSyntax

/// Inline fragments without fields, by which types are told apart where nothing else shows their conditions.
extension ShapeBuilder {
  func absentSets(_ collection: CollectedFields, _ group: Group?) -> [NodeID] {
    collection.hiddenSets.filter { !canApply($0, of: collection, group) }
      .map { collection.sets[$0].selectionSet }.sorted()
  }

  func inlineSets(_ collection: CollectedFields, _ group: Group) -> [NodeID] {
    collection.inlineSetsWithoutFields.filter { canApply($0, of: collection, group) }
      .map { collection.sets[$0].selectionSet }
  }

  private func canApply(_ set: Int, of collection: CollectedFields, _ group: Group?) -> Bool {
    condition(context.guards.possible(collection.sets[set].applies), group) != .never
  }
}
