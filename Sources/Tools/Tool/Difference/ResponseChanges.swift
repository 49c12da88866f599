import ApusDriver
import ApusSource
import ApusDocuments
import ApusSchema
import ApusShapes
import ApusSyntax

/// Finds response fields of a new schema that code compiled for the old one cannot decode.
struct ResponseChanges {
  private let old: DocumentIndex
  private let new: DocumentIndex
  /// How code reads the fields. Of scalars that are bound to Swift types, nothing but their name is known.
  private let reads: FieldReads
  private let promises: NullPromises
  private var diagnostics: [Diagnostic] = []

  /// - Parameter reads: how existing code reads the fields of the old documents.
  static func find(_ old: DocumentIndex, _ new: DocumentIndex, _ reads: FieldReads) -> [Diagnostic] {
    var search = ResponseChanges(old, new, reads)
    for node in 0..<old.tree.count {
      switch old.tree.kind(node) {
      case .field: search.compareField(node)
      case .inlineFragment: search.compareCondition(node, condition: NodeID(node))
      case .fragmentSpread:
        if let fragment = old.fragment(ofSpread: node) { search.compareCondition(node, condition: fragment) }
      default: break
      }
    }
    return search.diagnostics
  }

  private init(_ old: DocumentIndex, _ new: DocumentIndex, _ reads: FieldReads) {
    self.old = old
    self.new = new
    self.reads = reads
    promises = NullPromises(new.schema)
  }

  // MARK: - Fields

  private mutating func compareField(_ node: NodeID) {
    guard old.field(node) != nil, let field = new.field(node) else { return }
    let before = old.type(ofField: node)
    let after = new.type(ofField: node)
    // An unknown type is an error in its schema.
    guard before.named != nil, after.named != nil else { return }
    let demands = reads.demands(of: node, old)
    let promised = promises[field]
    if admits(before, after, level: 0, { promised.meets(demands, atLevel: $0) }) { return }
    let definition = new.schema[field].node
    let isShown = definition >= 0 && new.schema.tree.fileIndex(of: definition) > 0
    let (oldType, newType) = (old.schema.description(before), new.schema.description(after))
    let change =
      oldType == newType
      ? "The new schema no longer promises an error for each null in \"\(new.tree.name(node))\""
      : "The type of \"\(new.tree.name(node))\" changes from \(oldType) to \(newType)"
    diagnostics.append(
      Diagnostic(
        .error, .changedFieldType,
        "\(change), which existing clients cannot always decode. Add a new field instead.",
        at: [new.tree.nameRange(of: node)],
        notes: isShown
          ? [Diagnostic.Note("It becomes this.", at: new.schema.tree.nameRange(of: definition))] : []))
  }

  /// Whether code compiled for leaf type `before` can decode every value of `after`. Objects are compared by their
  /// fields.
  private func canDecode(_ before: TypeID, _ after: TypeID) -> Bool {
    let first = old.schema[before]
    let second = new.schema[after]
    guard first.isLeaf else { return !second.isLeaf }
    let name = old.schema.name(before)
    let other = new.schema.name(after)
    if reads.bound.contains(name) { return name == other }
    if isAnyJSON(before) { return second.isLeaf }
    // A generated enum decodes any string, because the schema may gain values later.
    let isText = first.kind == .enum || first.isBuiltIn && (name == "String" || name == "ID")
    let isTextAfter = second.kind == .enum || second.isBuiltIn && (other == "String" || other == "ID")
    if isText, isTextAfter { return true }
    if first.kind == .enum || second.kind == .enum { return false }
    return name == other || ResponseChanges.readable[name]?.contains(other) == true
  }

  /// Built-in scalars that can decode others.
  private static let readable: [String: [String]] = ["Float": ["Int"], "ID": ["Int"]]

  /// Whether code that expects a `before` can decode every `after`.
  ///
  /// - Parameter isMet: whether values are only null at a list level where code can read that.
  private func admits(
    _ before: TypeReference, _ after: TypeReference, level: Int, _ isMet: (_ level: Int) -> Bool
  ) -> Bool {
    if !isMet(level) { return false }
    if before.isList {
      return after.isList && admits(before.element, after.element, level: level + 1, isMet)
    }
    guard let named = before.named, let other = after.named else { return true }
    return after.isList ? isAnyJSON(named) && new.schema[other].isLeaf : canDecode(named, other)
  }

  /// Whether code reads a type as any JSON value: a custom scalar that is not bound to a Swift type.
  private func isAnyJSON(_ type: TypeID) -> Bool {
    let definition = old.schema[type]
    return definition.kind == .scalar && !definition.isBuiltIn && !reads.bound.contains(old.schema.name(type))
  }

  // MARK: - Conditions

  /// Compares which objects match the type condition of an inline fragment or spread.
  private mutating func compareCondition(_ node: NodeID, condition: NodeID) {
    guard let oldParent = old.typeOfParent(of: node),
      let newParent = new.typeOfParent(of: node),
      let oldCondition = old.type(condition), let newCondition = new.type(condition)
    else { return }
    let isCertain = isCertain(oldCondition, of: oldParent)
    for object in new.schema.allTypes where new.schema[object].kind == .object {
      guard new.schema.isSubset(object, of: newParent), !new.schema.isSubset(object, of: newCondition) else {
        continue
      }
      let name = new.schema.name(object)
      var met = isCertain
      if let before = old.schema.type(named: old.schema.names.find(name)),
        old.schema[before].kind == .object, old.schema.isSubset(before, of: oldParent)
      {
        met = old.schema.isSubset(before, of: oldCondition)
      }
      if !met { continue }
      let place =
        node == condition && new.tree.kind(node) == .inlineFragment
        ? new.tree.range(of: node) : new.tree.nameRange(of: node)
      diagnostics.append(
        Diagnostic(
          .error, .changedPossibleTypes,
          "In the new schema, \"\(name)\" is no longer a \"\(new.schema.name(newCondition))\", but existing clients expect these fields of it. Keep the type until no client uses them.",
          at: [place]))
      return
    }
  }

  /// Whether every object of `parent`, known or unknown, matches the condition under the old schema.
  private func isCertain(_ condition: TypeID, of parent: TypeID) -> Bool {
    if condition == parent || old.schema[parent].kind == .object {
      return old.schema.isSubset(parent, of: condition)
    }
    return old.schema[parent].kind == .interface && old.schema.isRelated(condition, to: parent)
  }
}
