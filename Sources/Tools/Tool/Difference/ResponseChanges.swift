import ApusDriver
import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

/// Finds response fields of a new schema that code compiled for the old one cannot decode.
struct ResponseChanges {
  private let old: DocumentIndex
  private let new: DocumentIndex
  /// Scalars bound to Swift types. Nothing but their name is known.
  private let bound: Set<String>
  private var diagnostics: [Diagnostic] = []

  /// - Parameter bound: the names of scalars that the configuration binds to Swift types.
  static func find(_ old: DocumentIndex, _ new: DocumentIndex, bound: Set<String>) -> [Diagnostic] {
    var search = ResponseChanges(old: old, new: new, bound: bound)
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

  private init(old: DocumentIndex, new: DocumentIndex, bound: Set<String>) {
    self.old = old
    self.new = new
    self.bound = bound
  }

  // MARK: - Fields

  private mutating func compareField(_ node: NodeID) {
    guard old.field(node) != nil, let field = new.field(node) else { return }
    let before = old.type(ofField: node)
    let after = new.type(ofField: node)
    // An unknown type is an error in its schema.
    guard let named = before.named, let other = after.named else { return }
    if canDecode(named, other), ResponseChanges.admits(before, after) { return }
    let definition = new.schema[field].node
    let isShown = definition >= 0 && new.schema.tree.fileIndex(of: definition) > 0
    diagnostics.append(
      Diagnostic(
        .error, .changedFieldType,
        "The type of \"\(new.tree.name(node))\" changes from \(old.schema.description(before)) to \(new.schema.description(after)), which existing clients cannot always decode. Add a new field instead.",
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
    if bound.contains(name) { return name == other }
    // Code reads a custom scalar that is not bound to a Swift type as any JSON value.
    if first.kind == .scalar, !first.isBuiltIn { return second.isLeaf }
    // A generated enum decodes any string, because the schema may gain values later.
    let isText = first.kind == .enum || first.isBuiltIn && (name == "String" || name == "ID")
    let isTextAfter = second.kind == .enum || second.isBuiltIn && (other == "String" || other == "ID")
    if isText, isTextAfter { return true }
    if first.kind == .enum || second.kind == .enum { return false }
    return name == other || ResponseChanges.readable[name]?.contains(other) == true
  }

  /// Built-in scalars that can decode others.
  private static let readable: [String: [String]] = ["Float": ["Int"], "ID": ["Int"]]

  /// Whether code that expects the list and non-null structure of `before` can decode that of `after`.
  private static func admits(_ before: TypeReference, _ after: TypeReference) -> Bool {
    guard before.listDepth == after.listDepth else { return false }
    return (0...before.listDepth).allSatisfy {
      !before.isNonNull(atLevel: $0) || after.isNonNull(atLevel: $0)
    }
  }

  // MARK: - Conditions

  /// Compares which objects match the type condition of an inline fragment or spread.
  private mutating func compareCondition(_ node: NodeID, condition: NodeID) {
    guard let oldParent = old.parentType(NodeID(old.parents[node])),
      let newParent = new.parentType(NodeID(new.parents[node])),
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
