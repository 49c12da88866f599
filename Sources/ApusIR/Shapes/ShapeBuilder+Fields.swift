import ApusDocuments
import ApusSchema
import ApusSyntax

/// The fields of shapes.
extension ShapeBuilder {
  mutating func fields(in set: NodeID) -> [Field] {
    var fields: [Field] = []
    if let key = context.selections.typenames[set] { fields.append(addedTypename(key, .always)) }
    var child = set &+ 1
    let end = Int(tree.nodes[set].next)
    while child < end {
      fields.append(field(child, .always))
      child = Int(tree.nodes[child].next)
    }
    if !context.selections.cache.properties.isEmpty {
      for key in context.selections.cache.properties[set] ?? [] {
        fields.append(addedKey(key, to: set, .always))
      }
    }
    work += fields.count
    return fields
  }

  mutating func fields(in collection: CollectedFields, _ applied: [TypeCases.Applied]) -> [Field] {
    var occurrences: [Occurrence] = []
    for value in applied {
      for index in collection.sets[value.set].occurrences {
        let occurrence = collection.occurrences[index]
        let condition = context.guards.and(value.condition, occurrence.condition)
        if condition == .never { continue }
        occurrences.append(Occurrence(index: index, content: occurrence.content, condition: condition))
      }
    }
    if applied.count > 1 { occurrences.sort { $0.index < $1.index } }
    groups.removeAll()
    work += occurrences.count
    for (index, occurrence) in occurrences.enumerated() {
      switch occurrence.content {
      case .field(let node): groups.add(index, tree.responseKey(node))
      case .typename(let key): groups.add(index, key)
      case .key(let field, _): groups.add(index, schema.fields[Int(field)].name)
      }
    }
    var fields: [Field] = []
    fields.reserveCapacity(groups.count)
    let roots = fragmentConditions.isEmpty ? [] : collection.roots
    var group = 0
    while group < groups.count {
      let index = groups.first(of: group)
      if groups.hasOne(group), case .field(let node) = occurrences[index].content {
        fields.append(field(node, occurrences[index].condition))
      } else {
        fields.append(field(groups.members(of: group).map { occurrences[$0] }, roots))
      }
      group += 1
    }
    return fields
  }

  /// What puts a field into an object, and when.
  private struct Occurrence {
    var index: Int
    var content: CollectedFields.Content
    var condition: Guard
  }

  /// The `__typename` that nobody selected.
  private func addedTypename(_ key: NameID, _ condition: Guard) -> Field {
    let definition = schema.typenameField
    return Field(
      key: key, node: nil, definition: definition, type: schema.fields[Int(definition)].type,
      condition: condition)
  }

  /// A key that nobody selected.
  private func addedKey(_ definition: FieldID, to set: NodeID, _ condition: Guard) -> Field {
    var field = Field(
      key: schema.fields[Int(definition)].name, node: nil, addedTo: set, definition: definition,
      type: schema.fields[Int(definition)].type, condition: condition)
    field.binding = fieldBindings.ofField(definition)
    return field
  }

  /// A field that is selected once, as nearly all are.
  private mutating func field(_ node: NodeID, _ condition: Guard) -> Field {
    let definition = documents.field(node)
    var field = Field(
      key: tree.responseKey(node), node: node, definition: definition,
      type: schema.fields[Int(definition)].type, condition: condition)
    if !directives.places.isEmpty { field.directive = directives.places[node] }
    if !nullability.isTrivial {
      let reading = nullability.reading(of: node)
      field.type = reading.type
      field.nulls = reading.nulls
    }
    if let set = documents.selectionSet(node) {
      if !fragmentConditions.isEmpty { field.passed = fragmentConditions.values(in: [set]) }
      field.shape = shape(of: set)
    } else if hasFieldBindings {
      field.binding = fieldBindings.ofField(definition)
    }
    return field
  }

  /// A field of several occurrences, or the `__typename` that was added.
  ///
  /// - Parameter roots: ``CollectedFields/roots``.
  private mutating func field(_ occurrences: [Occurrence], _ roots: [NodeID]) -> Field {
    let guards = context.guards
    var nodes: [(node: NodeID, condition: Guard)] = []
    var keys: [(field: FieldID, set: NodeID)] = []
    var typename = Keyword.typename
    var presence = Guard.never
    for occurrence in occurrences {
      switch occurrence.content {
      case .field(let node): nodes.append((node, occurrence.condition))
      case .key(let key, let set): keys.append((key, set))
      case .typename(let key): typename = key
      }
      presence = guards.or(presence, occurrence.condition)
    }
    guard let first = nodes.first else {
      guard let key = keys.first else { return addedTypename(typename, presence) }
      var field = addedKey(key.field, to: key.set, presence)
      merge(&field, [], keys)
      return field
    }
    let definition = documents.field(first.node)
    var field = Field(
      key: tree.responseKey(first.node), node: first.node, definition: definition,
      type: schema.fields[Int(definition)].type, condition: presence)
    if !directives.places.isEmpty { field.directive = directives.merged(nodes.map(\.node), &conflicts.names) }
    let declared = field.type
    if !nullability.isTrivial, let merged = nullability.merged(nodes.map(\.node), &conflicts.nulls) {
      field.type = merged.reading.type
      field.nulls = merged.reading.nulls
      field.hasSeveralTypes = merged.isUneven
    }
    for (node, _) in nodes where schema.fields[Int(documents.field(node))].type != declared {
      field.hasSeveralTypes = true
    }
    if documents.selectionSet(first.node) == nil {
      merge(&field, nodes.map(\.node), keys)
      return field
    }
    var conditions: [NodeID: Guard] = [:]
    var types: TypeSet?
    for (node, condition) in nodes {
      guard let set = documents.selectionSet(node) else { continue }
      conditions[set] = guards.or(conditions[set] ?? .never, guards.given(presence, condition))
      let declared = self.types(of: set)
      let narrowed = types.map { typeSets.intersection($0, declared) } ?? declared
      if types == nil || !narrowed.isEmpty { types = narrowed }
    }
    let merged = conditions.map { Contribution(selectionSet: $0.key, condition: $0.value) }.sorted()
    if let types { field.shape = shape(of: merged, types) }
    if !fragmentConditions.isEmpty {
      field.passed = fragmentConditions.values(in: merged.map(\.selectionSet))
      conflicts.uses.note(field, nodes.map(\.node), roots, documents, fragmentConditions)
    }
    return field
  }

  /// Selections of a leaf meet, with keys that nobody selected. Where their parents declare it otherwise, as of another type, it is what they
  /// have in common.
  private mutating func merge(
    _ field: inout Field, _ nodes: [NodeID], _ keys: [(field: FieldID, set: NodeID)]
  ) {
    for key in keys where schema.fields[Int(key.field)].type != field.type { field.hasSeveralTypes = true }
    if !hasFieldBindings { return }
    let selected = nodes.map {
      BoundSelection(site: $0, binding: fieldBindings.ofField(documents.field($0)))
    }
    let added = keys.map {
      BoundSelection(site: $0.set, binding: fieldBindings.ofField($0.field), isAdded: true)
    }
    bind(&field, selected + added)
  }
}
