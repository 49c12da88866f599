import ApusDiagnostics
import ApusSchema
import ApusSyntax

/// All changes between two schemas, independent of documents: those that graphql-js reports, and safe ones.
package struct SchemaChanges {
  let old: Schema
  let new: Schema
  private var changes: [SchemaChange] = []

  /// Finds the changes from `old` to `new`: breaking ones first, then by coordinate.
  package static func find(_ old: Schema, _ new: Schema) -> [SchemaChange] {
    var search = SchemaChanges(old: old, new: new)
    search.compareRoots()
    search.compareTypes()
    search.compareDirectives()
    let order = SchemaChange.Effect.allCases
    return search.changes.enumerated().sorted { left, right in
      let (a, b) = (left.element, right.element)
      if a.effect != b.effect {
        return (order.firstIndex(of: a.effect) ?? 0) < (order.firstIndex(of: b.effect) ?? 0)
      }
      if a.coordinate != b.coordinate { return ByteOrder.precedes(a.coordinate, b.coordinate) }
      return left.offset < right.offset
    }.map(\.element)
  }

  private init(old: Schema, new: Schema) {
    self.old = old
    self.new = new
  }

  mutating func add(
    _ effect: SchemaChange.Effect, _ kind: String, _ coordinate: String, _ message: String, at node: NodeID
  ) {
    let isShown = node >= 0 && new.tree.fileIndex(of: node) > 0
    changes.append(
      SchemaChange(
        effect: effect, kind: kind, coordinate: coordinate, message: message,
        range: isShown ? new.tree.nameRange(of: node) : nil))
  }

  /// Definitions, by name.
  static func named<ID>(_ ids: some Sequence<ID>, _ name: (ID) -> String) -> [String: ID] {
    Dictionary(ids.map { (name($0), $0) }) { first, _ in first }
  }

  /// Compares the members of two lists by name.
  ///
  /// - Parameters:
  ///   - removed: called for members only in the old list.
  ///   - kept: called for members in both.
  ///   - added: called for members only in the new list.
  mutating func compare<ID>(
    _ before: [String: ID], _ after: [String: ID],
    removed: (inout SchemaChanges, String, ID) -> Void,
    kept: (inout SchemaChanges, String, ID, ID) -> Void,
    added: (inout SchemaChanges, String, ID) -> Void
  ) {
    for (name, id) in before {
      if let other = after[name] { kept(&self, name, id, other) } else { removed(&self, name, id) }
    }
    for (name, id) in after where before[name] == nil { added(&self, name, id) }
  }

  // MARK: - Types

  private mutating func compareRoots() {
    for (word, kind) in [
      ("query", OperationKind.query), ("mutation", .mutation), ("subscription", .subscription),
    ] {
      let (before, after) = (old.rootType(kind), new.rootType(kind))
      let (first, second) = (before == 0 ? nil : old.name(before), after == 0 ? nil : new.name(after))
      if first == second { continue }
      let node = after == 0 ? -1 : new.types[Int(after)].node
      switch (first, second) {
      case (let first?, let second?):
        add(
          .breaking, "root-type-changed", second, "The \(word) type was \"\(first)\" and is \"\(second)\".",
          at: node)
      case (let first?, nil):
        add(.breaking, "root-type-removed", first, "The schema no longer has a \(word) type.", at: node)
      case (nil, let second?):
        add(.safe, "root-type-added", second, "\"\(second)\" became the \(word) type.", at: node)
      case (nil, nil): break
      }
    }
  }

  private mutating func compareTypes() {
    func types(_ schema: Schema) -> [String: TypeID] {
      let own = (1..<max(1, schema.typeCount)).filter { !schema.types[$0].isBuiltIn }
      return SchemaChanges.named(own.map { TypeID($0) }) { schema.name($0) }
    }
    compare(
      types(old), types(new),
      removed: { search, name, _ in
        search.add(.breaking, "type-removed", name, "The type \"\(name)\" was removed.", at: -1)
      },
      kept: { search, name, before, after in
        search.compareType(name, search.old.types[Int(before)], search.new.types[Int(after)])
      },
      added: { search, name, type in
        search.add(
          .safe, "type-added", name, "The type \"\(name)\" was added.", at: search.new.types[Int(type)].node)
      })
  }

  mutating func compareType(_ name: String, _ before: TypeDefinition, _ after: TypeDefinition) {
    compareDescriptions(name, before.node, after.node)
    guard before.kind == after.kind else {
      return add(
        .breaking, "type-changed-kind", name,
        "\"\(name)\" was \(before.kind.words) and is \(after.kind.words).", at: after.node)
    }
    switch before.kind {
    case .scalar: break
    case .enum: compareValues(name, before, after)
    case .union: compareRelated(name, before, after, ofUnion: true)
    case .inputObject: compareInputFields(name, before, after)
    case .object, .interface:
      compareRelated(name, before, after, ofUnion: false)
      compareFields(name, before, after)
    }
  }

  static func members(_ type: TypeDefinition) -> Range<Int> {
    Int(type.firstMember)..<Int(type.firstMember + type.memberCount)
  }

  mutating func compareValues(_ type: String, _ before: TypeDefinition, _ after: TypeDefinition) {
    func values(_ schema: Schema, _ type: TypeDefinition) -> [String: Int] {
      SchemaChanges.named(SchemaChanges.members(type)) { schema.names.string(schema.enumValues[$0].name) }
    }
    compare(
      values(old, before), values(new, after),
      removed: { search, name, _ in
        search.add(
          .breaking, "value-removed-from-enum", "\(type).\(name)",
          "The enum value \"\(type).\(name)\" was removed.",
          at: after.node)
      },
      kept: { search, name, before, after in
        search.compareNotes(
          "\(type).\(name)", search.old.enumValues[before].node, search.new.enumValues[after].node)
      },
      added: { search, name, value in
        search.add(
          .dangerous, "value-added-to-enum", "\(type).\(name)",
          "The enum value \"\(type).\(name)\" was added.",
          at: search.new.enumValues[value].node)
      })
  }

  /// Compares the members of unions, or the interfaces of other types.
  mutating func compareRelated(
    _ type: String, _ before: TypeDefinition, _ after: TypeDefinition, ofUnion isUnion: Bool
  ) {
    func related(_ schema: Schema, _ type: TypeDefinition) -> [String: TypeID] {
      let range = Int(type.firstRelated)..<Int(type.firstRelated + type.relatedCount)
      return SchemaChanges.named(range.map { schema.relatedTypes[$0] }) { schema.name($0) }
    }
    compare(
      related(old, before), related(new, after),
      removed: { search, name, _ in
        search.add(
          .breaking, isUnion ? "type-removed-from-union" : "implemented-interface-removed", type,
          isUnion
            ? "\"\(name)\" was removed from the union \"\(type)\"."
            : "\"\(type)\" no longer implements \"\(name)\".", at: after.node)
      },
      kept: { _, _, _, _ in },
      added: { search, name, _ in
        search.add(
          .dangerous, isUnion ? "type-added-to-union" : "implemented-interface-added", type,
          isUnion
            ? "\"\(name)\" was added to the union \"\(type)\"." : "\"\(type)\" now implements \"\(name)\".",
          at: after.node)
      })
  }

  // MARK: - Notes

  mutating func compareNotes(_ coordinate: String, _ before: NodeID, _ after: NodeID) {
    compareDescriptions(coordinate, before, after)
    compareDeprecations(
      coordinate, old.tree.deprecationReason(of: before), new.tree.deprecationReason(of: after), at: after)
  }

  mutating func compareDeprecations(
    _ coordinate: String, _ first: String?, _ second: String?, at after: NodeID
  ) {
    if first == second { return }
    let message =
      switch (first, second) {
      case (nil, let reason?): "\"\(coordinate)\" is deprecated: \(reason)"
      case (_?, nil): "\"\(coordinate)\" is no longer deprecated."
      default: "The reason for which \"\(coordinate)\" is deprecated changed."
      }
    add(.safe, "deprecation-changed", coordinate, message, at: after)
  }

  mutating func compareDescriptions(_ coordinate: String, _ before: NodeID, _ after: NodeID) {
    if old.tree.description(before) == new.tree.description(after) { return }
    add(.safe, "description-changed", coordinate, "The description of \"\(coordinate)\" changed.", at: after)
  }
}

extension TypeKind {
  /// The kind, with an article.
  fileprivate var words: String {
    switch self {
    case .scalar: "a scalar"
    case .object: "an object type"
    case .interface: "an interface"
    case .union: "a union"
    case .enum: "an enum"
    case .inputObject: "an input object"
    }
  }
}
