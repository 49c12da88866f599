import ApusDocuments
import ApusSchema
import ApusSource
import ApusSyntax

/// Finds values of a new schema that code compiled for the old one reads without an error, but does not know: values of enums, and object types in
/// selections with type conditions.
enum UnknownValues {
  static func find(_ old: DocumentIndex, _ new: DocumentIndex) -> [Diagnostic] {
    (0..<NodeID(old.tree.count)).compactMap { node in
      switch old.tree.kind(node) {
      case .field: value(node, old, new)
      case .selectionSet: object(node, old, new)
      default: nil
      }
    }
  }

  private static func value(_ node: NodeID, _ old: DocumentIndex, _ new: DocumentIndex) -> Diagnostic? {
    guard old.field(node) != nil, new.field(node) != nil, let before = old.type(ofField: node).named,
      let after = new.type(ofField: node).named, old.schema[before].kind == .enum
    else { return nil }
    let name = new.schema.name(after)
    let place = new.tree.nameRange(of: node)
    guard new.schema[after].kind == .enum else {
      // Any other type than a string cannot be decoded, which ResponseChanges reports.
      guard ["String", "ID"].contains(name) else { return nil }
      return Diagnostic(
        .warning, .unknownValue, "It may have values that \"\(old.schema.name(before))\" did not have.",
        at: [place])
    }
    let known = names(of: before, old.schema)
    let added = names(of: after, new.schema).filter { !known.contains($0) }
    guard let first = added.first else { return nil }
    let others = added.count == 1 ? "" : " and \(added.count - 1) more"
    return Diagnostic(
      .warning, .unknownValue,
      "\"\(name)\" gains \"\(first)\"\(others), which existing clients read as unknown.",
      at: [place])
  }

  private static func names(of type: TypeID, _ schema: Schema) -> [String] {
    schema.enumValues(of: type).map { schema.names.string(schema[$0].name) }.sorted()
  }

  private static func object(_ node: NodeID, _ old: DocumentIndex, _ new: DocumentIndex) -> Diagnostic? {
    guard let before = old.parentType(node), let after = new.parentType(node), old.schema[before].isAbstract
    else {
      return nil
    }
    let conditions = new.tree.children(node).compactMap { child -> TypeID? in
      switch new.tree.kind(child) {
      case .inlineFragment: new.type(child)
      case .fragmentSpread: new.fragment(ofSpread: child).flatMap { new.type($0) }
      default: nil
      }
    }
    let known = Set(old.schema.objectTypes(of: before).map { old.schema.name($0) })
    let added = new.schema.objectTypes(of: after).first { object in
      !known.contains(new.schema.name(object))
        && conditions.contains { !new.schema.isSubset(object, of: $0) }
    }
    guard let added else { return nil }
    let owner = NodeID(new.parents[node])
    let place = new.tree.kind(owner) == .field ? new.tree.nameRange(of: owner) : new.tree.range(of: owner)
    return Diagnostic(
      .warning, .unknownValue,
      "\"\(new.schema.name(after))\" can be a \"\(new.schema.name(added))\", for which existing clients have no case.",
      at: [place])
  }
}

extension DiagnosticCode {
  static let unknownValue = DiagnosticCode(
    "unknown-value",
    title: "A value that shipped versions do not know",
    explanation: """
      The new schema adds a value to an enum, or an object type to an interface or union that operations select with type conditions. Shipped
      versions decode the response, but see `unknown`, or the case for everything else.
      """,
    example: "old: enum Genre { ROCK }\nnew: enum Genre { ROCK JAZZ }",
    fix: "Nothing, if the versions in use show something sensible for unknown values.")
}
