import ApusSchema
import ApusSyntax

/// Makes the keys of shapes (``ShapeKey``) from collected selections.
extension ShapeBuilder {
  func key(
    of collection: CollectedFields, _ applied: [TypeCases.Applied], _ spread: SpreadFragments,
    _ markers: [TypeID], _ group: Group?
  ) -> ShapeKey {
    var key = ShapeKey(contributions: contributions(collection, applied))
    addProperties(to: &key, collection, group)
    key.fieldlessParts = fieldlessParts(collection, spread.fragments, group)
    key.splitting = splitting.among(spread.fragments)
    key.absentSets = absentSets(collection, group)
    if !markers.isEmpty { key.objectType = unnamedObjectType(collection, applied) }
    return key
  }

  func enumerationKey(of collection: CollectedFields, _ spread: SpreadFragments) -> ShapeKey {
    var key = ShapeKey(types: collection.types.number, splitting: splitting.among(spread.fragments))
    for set in collection.sets where !set.occurrences.isEmpty && set.applies != .never {
      key.contributions.append(Contribution(selectionSet: set.selectionSet, condition: set.applies))
    }
    key.contributions.sort()
    addProperties(to: &key, collection, nil)
    key.guardsWithoutFields = collection.guardsWithoutFields
    return key
  }

  /// The selection sets of a collection that apply, sorted, so that equal keys compare as equal.
  func contributions(_ collection: CollectedFields, _ applied: [TypeCases.Applied]) -> [Contribution] {
    applied.map { value in
      Contribution(selectionSet: collection.sets[value.set].selectionSet, condition: value.condition)
    }.sorted()
  }

  func spreadFragments(_ collection: CollectedFields, _ group: Group?) -> SpreadFragments {
    if collection.spreads.isEmpty { return SpreadFragments() }
    return SpreadFragments(
      fragments: fragments(collection, group),
      inheritedFromEnum: group == nil ? [] : Set(fragments(collection, nil)))
  }

  private func fragments(_ collection: CollectedFields, _ group: Group?) -> [NodeID] {
    var result: [NodeID] = []
    for spread in collection.spreads
    where spread.certain != .never && condition(spread.certain, group) == .always {
      result.append(spread.fragment)
    }
    return result
  }

  func markers(_ collection: CollectedFields, _ group: Group?) -> [TypeID] {
    var result: [TypeID] = []
    for set in collection.sets where holdsMarker(set, group) {
      if let type = documents.parentType(set.selectionSet), !result.contains(type) { result.append(type) }
    }
    return result
  }

  /// Whether the response of every object of a case contains the set's marker. Without a case, all objects count.
  private func holdsMarker(_ set: CollectedFields.AppliedSet, _ group: Group?) -> Bool {
    set.hasMarker && condition(context.guards.possible(set.applies), group) == .always
  }

  /// Finds ``Shape/fieldlessParts``, sorted.
  func fieldlessParts(_ collection: CollectedFields, _ fragments: [NodeID], _ group: Group?) -> [NodeID] {
    var result: [NodeID] = []
    for set in collection.sets where set.occurrences.isEmpty && holdsMarker(set, group) {
      result.append(set.selectionSet)
    }
    for fragment in fragments where splitting.withoutFields.contains(fragment) {
      if let set = documents.selectionSet(fragment) { result.append(set) }
    }
    for fragment in collection.separateFragments
    where fragment.kind == .named && collection.sets[fragment.set].occurrences.isEmpty
      && condition(context.guards.possible(fragment.applies), group) == .always
    {
      if let set = documents.selectionSet(fragment.fragment) { result.append(set) }
    }
    return result.sorted()
  }

  /// The guard that remains of `applies` for the objects of a case, or `applies` itself without a case.
  func condition(_ applies: Guard, _ group: Group?) -> Guard {
    if let group { return group.cases.condition(applies, in: group.group) }
    return applies
  }

  // MARK: - Properties for fragments

  /// Adds properties for the fragments that variables may leave out, and for the separate fragments. One that is both has one property, with the
  /// wider guard.
  private func addProperties(to key: inout ShapeKey, _ collection: CollectedFields, _ group: Group?) {
    for spread in collection.spreads where spread.certain != spread.applies {
      let condition = condition(spread.applies, group)
      if condition == .always || condition == .never { continue }
      key.properties.append(FragmentField(fragment: spread.fragment, condition: condition))
    }
    for property in separateProperties(collection, group) {
      if let index = key.properties.firstIndex(where: { $0.isSame(as: property) }) {
        key.properties[index].condition = context.guards.or(
          key.properties[index].condition, property.condition)
      } else {
        key.properties.append(property)
      }
    }
  }

  /// Makes properties for the separate fragments. Several spreads that defer the same fragment are one property.
  private func separateProperties(_ collection: CollectedFields, _ group: Group?) -> [FragmentField] {
    var result: [FragmentField] = []
    for fragment in collection.separateFragments {
      let condition = condition(fragment.applies, group)
      if condition == .never { continue }
      let isDeferred = fragment.kind == .deferred
      if let index = result.firstIndex(where: {
        $0.fragment == fragment.fragment && $0.deferredBy.isEmpty != isDeferred
      }) {
        result[index].condition = context.guards.or(result[index].condition, condition)
        if isDeferred { result[index].deferredBy.append(fragment.site) }
      } else {
        result.append(
          FragmentField(
            fragment: fragment.fragment, condition: condition,
            deferredBy: isDeferred ? [fragment.site] : []))
      }
    }
    return result
  }

  // MARK: - Inline fragments without fields

  /// The hidden sets that do not apply to any object of a case (``Shape/absentSets``).
  private func absentSets(_ collection: CollectedFields, _ group: Group?) -> [NodeID] {
    collection.hiddenSets.filter { !canApply($0, of: collection, group) }
      .map { collection.sets[$0].selectionSet }.sorted()
  }

  /// The inline fragments without fields that may apply to an object of a case (``Case/inlineSets``).
  func inlineSets(_ collection: CollectedFields, _ group: Group) -> [NodeID] {
    if collection.inlineSetsWithoutFields.isEmpty { return [] }
    return collection.inlineSetsWithoutFields.filter { canApply($0, of: collection, group) }
      .map { collection.sets[$0].selectionSet }
  }

  private func canApply(_ set: Int, of collection: CollectedFields, _ group: Group?) -> Bool {
    condition(context.guards.possible(collection.sets[set].applies), group) != .never
  }

  // MARK: - Object types

  /// The object type that the place is declared with, if no selection set with fields is on it, as in `{ dog { ...PetCard } }`.
  private func unnamedObjectType(_ collection: CollectedFields, _ applied: [TypeCases.Applied]) -> TypeID? {
    let isNamed = applied.contains { isObject(documents.parentType(collection.sets[$0.set].selectionSet)) }
    return isNamed ? nil : collection.placeTypes.first(where: isObject)
  }

  /// The object type that one of the selection sets is on; nil if all are on interfaces or unions.
  func objectType(of contributions: [Contribution]) -> TypeID? {
    for contribution in contributions {
      if let parent = documents.parentType(contribution.selectionSet), isObject(parent) { return parent }
    }
    return nil
  }

  private func isObject(_ type: TypeID?) -> Bool {
    if let type, case .object = schema[type].kind { true } else { false }
  }
}
