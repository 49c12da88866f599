import ApusDocuments
import ApusSchema
import ApusSyntax

/// Makes the fields of shapes.
extension ShapeBuilder {
  package func fields(in set: NodeID) -> [Field] {
    var fields: [Field] = []
    var child = set &+ 1
    let end = Int(tree.nodes[set].next)
    while child < end {
      if tree.nodes[child].flags & (NodeFlag.marker | NodeFlag.unread) == 0 {
        if let field = field(child, .always) { fields.append(field) }
      }
      child = Int(tree.nodes[child].next)
    }
    work += fields.count
    return fields
  }

  func fields(in collection: CollectedFields, _ applied: [TypeCases.Applied]) -> [Field] {
    var occurrences: [Occurrence] = []
    for value in applied {
      for index in collection.sets[value.set].occurrences {
        let occurrence = collection.occurrences[index]
        let condition = context.guards.and(value.condition, occurrence.condition)
        if condition == .never { continue }
        occurrences.append((index, occurrence.node, condition))
      }
    }
    if applied.count > 1 { occurrences.sort { $0.index < $1.index } }
    groups.removeAll()
    work += occurrences.count
    for index in occurrences.indices { groups.add(index, tree.responseKey(occurrences[index].node)) }
    var fields: [Field] = []
    fields.reserveCapacity(groups.count)
    let roots = fragmentVariables.isEmpty ? [] : collection.roots
    var group = 0
    while group < groups.count {
      let index = groups.first(of: group)
      if groups.hasOne(group) {
        if let field = field(occurrences[index].node, occurrences[index].condition) { fields.append(field) }
      } else if let field = field(groups.members(of: group).map({ occurrences[$0] }), roots) {
        fields.append(field)
      }
      group += 1
    }
    return fields
  }

  /// A selection of a field that applies to an object, under a condition. `index` is its index in ``CollectedFields/occurrences``, whose order is
  /// that of the response.
  private typealias Occurrence = (index: Int, node: NodeID, condition: Guard)

  /// Makes a field that is selected once, like nearly all fields. Returns nil if the schema does not have it.
  private func field(_ node: NodeID, _ condition: Guard) -> Field? {
    guard let definition = documents.field(node) else { return nil }
    var field = Field(
      key: tree.responseKey(node), node: node, definition: definition,
      type: schema[definition].type, condition: condition)
    if !directives.places.isEmpty { field.directive = directives.places[node] }
    if !nullability.isTrivial {
      let reading = nullability.reading(of: node)
      field.type = reading.type
      field.nulls = reading.rules
    }
    if let set = documents.selectionSet(node) {
      if !fragmentVariables.isEmpty { field.passed = fragmentVariables.values(in: [set]) }
      field.shape = shape(of: set)
    } else if hasBoundFields {
      field.binding = boundFields.ofField(definition)
    }
    return field
  }

  /// Makes a field in which several selections merge. Returns nil if the schema does not have it.
  ///
  /// - Parameter roots: ``CollectedFields/roots``.
  private func field(_ occurrences: [Occurrence], _ roots: [NodeID]) -> Field? {
    let guards = context.guards
    // Only the user's selections have directives. An added selection without them is not a conflict.
    let selected = occurrences.filter { !tree.has(NodeFlag.added, $0.node) }
    let nodes = selected.isEmpty ? occurrences : selected
    let added = selected.isEmpty ? [] : occurrences.filter { tree.has(NodeFlag.added, $0.node) }
    let first = nodes[0]
    let presence = occurrences.reduce(Guard.never) { guards.or($0, $1.condition) }
    guard let definition = documents.field(first.node) else { return nil }
    var field = Field(
      key: tree.responseKey(first.node), node: first.node, definition: definition,
      type: schema[definition].type, condition: presence)
    if !directives.places.isEmpty { field.directive = directives.merged(nodes.map(\.node), &conflicts.names) }
    let declared = field.type
    if !nullability.isTrivial, let merged = nullability.merged(nodes.map(\.node), &conflicts.nulls) {
      field.type = merged.reading.type
      field.nulls = merged.reading.rules
      field.hasSeveralTypes = merged.isUneven
    }
    // An added selection may belong to a fragment, whose own type the directives of the user's selections do not affect. If they change the field,
    // this type may not conform to the fragment.
    if !added.isEmpty {
      let isPlain = field.directive?.name == nil && field.directive?.type == nil
      let isAlike =
        nullability.isTrivial
        || added.allSatisfy {
          let reading = nullability.reading(of: $0.node)
          return reading.type == field.type && reading.rules == field.nulls
        }
      if !isPlain || !isAlike { field.hasSeveralTypes = true }
    }
    for occurrence in occurrences where documents.type(ofField: occurrence.node) != declared {
      field.hasSeveralTypes = true
    }
    if documents.selectionSet(first.node) == nil {
      if hasBoundFields {
        let nodes = (nodes + added).map(\.node)
        bind(&field, nodes.map { ($0, documents.field($0).map { boundFields.ofField($0) } ?? 0) })
      }
      return field
    }
    var conditions: [NodeID: Guard] = [:]
    var types: TypeSet?
    for occurrence in nodes {
      guard let set = documents.selectionSet(occurrence.node) else { continue }
      conditions[set] = guards.or(conditions[set] ?? .never, guards.given(presence, occurrence.condition))
      let declared = self.types(of: set)
      let narrowed = types.map { typeSets.intersection($0, declared) } ?? declared
      if types == nil || !narrowed.isEmpty { types = narrowed }
    }
    let merged = conditions.map { Contribution(selectionSet: $0.key, condition: $0.value) }.sorted()
    if let types { field.shape = shape(of: merged, types) }
    if !fragmentVariables.isEmpty {
      field.passed = fragmentVariables.values(in: merged.map(\.selectionSet))
      noteFragmentUses(field, nodes.map(\.node), roots)
    }
    return field
  }
}
