import ApusDriver
import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

/// Finds variables whose values a new schema may reject (section 6.1.2, Coercing Variable Values).
struct VariableChanges {
  private let old: DocumentIndex
  private let new: DocumentIndex
  /// Scalars bound to Swift types. Nothing is known about their values.
  private let bound: Set<String>
  /// Pairs of types already compared, because input objects may be recursive.
  private var known: Set<[TypeID]> = []
  private var diagnostics: [Diagnostic] = []

  /// - Parameter bound: the names of scalars that the configuration binds to Swift types.
  static func find(_ old: DocumentIndex, _ new: DocumentIndex, bound: Set<String>) -> [Diagnostic] {
    var search = VariableChanges(old: old, new: new, bound: bound)
    for definition in old.allDefinitions where old.tree.kind(old.node(definition)) == .operation {
      search.compareOperation(definition)
    }
    return search.diagnostics
  }

  private mutating func compareOperation(_ definition: DefinitionID) {
    let operation = old.node(definition)
    var nullable: Set<NameID> = []
    for variable in old.tree.children(operation, .variableDefinition) {
      let before = old.valueTypes[variable]
      let after = new.valueTypes[variable]
      // Unknown types are errors in the documents.
      guard before.named != nil, after.named != nil else { continue }
      if !before.isNonNull { nullable.insert(old.tree.nodes[variable].name) }
      known = []
      if let change = change(before, after) { report(change, at: variable) }
    }
    // A default replaces a missing variable, but not null.
    for reached in old.reached(from: [definition]) {
      for node in old.variableUses(in: reached) {
        let before = old.valueTypes[node]
        let after = new.valueTypes[node]
        guard nullable.contains(old.tree.nodes[node].name), before.named != nil, after.named != nil,
          !before.isNonNull, after.isNonNull
        else { continue }
        report(Change("null, where it was valid before", at: nil), at: node)
      }
    }
  }

  /// The rejected value in words, and the place in the new schema.
  private struct Change {
    var words: String
    var node: NodeID?

    init(_ words: String, at node: NodeID?) {
      self.words = words
      self.node = node
    }
  }

  private mutating func report(_ change: Change, at node: NodeID) {
    let schema = new.schema
    let notes = change.node.flatMap { node in
      node >= 0 && schema.tree.fileIndex(of: node) > 0
        ? [Diagnostic.Note("This is in the new schema.", at: schema.tree.nameRange(of: node))] : nil
    }
    diagnostics.append(
      Diagnostic(
        .error, .changedInputType,
        "The new schema rejects some values of the variable \"$\(old.tree.name(node))\": \(change.words).",
        at: [new.tree.nameRange(of: node)], notes: notes ?? []))
  }

  // MARK: - Types

  /// The reason why some value of `before` is not valid for `after`; nil if all are.
  private mutating func change(_ before: TypeReference, _ after: TypeReference) -> Change? {
    if !before.isNonNull, after.isNonNull {
      return Change(
        "null, where \"\(old.schema.description(before))\" becomes \"\(new.schema.description(after))\"",
        at: nil)
    }
    if before.isList {
      guard after.isList else {
        return Change(
          "a list, where \"\(old.schema.description(before))\" becomes \"\(new.schema.description(after))\"",
          at: nil)
      }
      return change(before.element, after.element)
    }
    // A single value is accepted as a list of one, but null is not.
    var element = after
    while element.isList { element = element.element }
    guard let named = before.named, let other = element.named else { return nil }
    return namedChange(named, other)
  }

  private mutating func namedChange(_ before: TypeID, _ after: TypeID) -> Change? {
    guard known.insert([before, after]).inserted else { return nil }
    let first = old.schema[before]
    let second = new.schema[after]
    let name = old.schema.name(before)
    let other = new.schema.name(after)
    // Values of enums are strings, and so are those of ID, unless the configuration gives it another Swift type.
    let isText = first.kind == .enum || ["String", "ID"].contains(name) && !bound.contains(name)
    if isText, ["String", "ID"].contains(other) { return nil }
    guard first.kind == second.kind else {
      return Change("\"\(name)\" becomes \"\(other)\", which is of a different kind", at: second.node)
    }
    switch first.kind {
    case .scalar:
      let isTaken = name == other || VariableChanges.coercions[name]?.contains(other) == true
      return isTaken ? nil : Change("\"\(name)\" becomes \"\(other)\"", at: second.node)
    case .enum: return enumChange(before, after, name)
    case .inputObject: return inputObjectChange(before, after, name)
    default: return nil
    }
  }

  /// Built-in scalars that accept every value of another (section 3.5).
  private static let coercions: [String: [String]] = ["Int": ["Float", "ID"]]

  private func enumChange(_ before: TypeID, _ after: TypeID, _ name: String) -> Change? {
    let kept = Set(new.schema.enumValues(of: after).map { new.schema.names.string(new.schema[$0].name) })
    let removed = old.schema.enumValues(of: before).map { old.schema.names.string(old.schema[$0].name) }
      .first { !kept.contains($0) }
    return removed.map { Change("the value \"\(name).\($0)\" is removed", at: new.schema[after].node) }
  }

  private mutating func inputObjectChange(
    _ before: TypeID, _ after: TypeID, _ name: String
  ) -> Change? {
    let isOneOf = old.schema[before].isOneOf
    let node = new.schema[after].node
    if new.schema[after].isOneOf, !isOneOf {
      return Change("\"\(name)\" takes exactly one field, as @oneOf", at: node)
    }
    var fields: [String: InputValueDefinition] = [:]
    for field in new.schema.inputFields(of: after).map({ new.schema[$0] }) {
      fields[new.schema.names.string(field.name)] = field
    }
    let known = old.schema.inputFields(of: before)
    for field in known.map({ old.schema[$0] }) {
      let fieldName = old.schema.names.string(field.name)
      guard let other = fields.removeValue(forKey: fieldName) else {
        return Change("the field \"\(name).\(fieldName)\" is removed", at: node)
      }
      // A field of such an object is given and not null.
      let given = isOneOf ? field.type.nonNull : field.type
      let canBeAbsent = isOneOf ? known.count > 1 : !field.isRequired
      if canBeAbsent, other.isRequired {
        return Change("without \"\(name).\(fieldName)\", which becomes required", at: other.node)
      }
      if var change = change(given, other.type) {
        change.words = "\"\(name).\(fieldName)\": \(change.words)"
        if change.node == nil { change.node = other.node }
        return change
      }
    }
    return fields.sorted { $0.key < $1.key }.first { $0.value.isRequired }.map { field, value in
      Change("without \"\(name).\(field)\", which is new and required", at: value.node)
    }
  }
}
