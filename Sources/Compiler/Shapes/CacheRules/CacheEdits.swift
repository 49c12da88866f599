import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

/// Finds the directives that change the cache in each operation, directly or in fragments, with the paths to their fields.
package struct CacheEdits {
  /// The edits of each mutation and subscription, in the order of the paths.
  package private(set) var ofOperations: [NodeID: [CacheEdit]] = [:]

  /// The edits by field, still without paths.
  private var ofFields: [NodeID: [CacheEdit]] = [:]
  private let documents: DocumentIndex
  private let tree: SyntaxTree
  private let diagnostics: DiagnosticSink
  private let rules: CacheRules
  /// Whether definitions and fields are, or reach, fields with edits.
  private var reaching: [NodeID: Bool] = [:]

  /// A field or a selection set of an operation.
  private struct Selection: Hashable {
    let node: NodeID
    /// Whether the response may come without it: it, or a selection around it, is under a condition or for certain types.
    var isConditional: Bool
  }

  /// The selections for one place in a response: those of all selection sets that apply there, by response key.
  private struct Place {
    /// In the order of their first fields.
    private(set) var keys: [NameID] = []
    private(set) var fields: [NameID: [Selection]] = [:]
    var visitedSets: Set<Selection> = []

    /// Adds a field. If it is reached in several ways, it is conditional if it is so in all of them.
    mutating func add(_ field: Selection, _ key: NameID) {
      if fields[key] == nil { keys.append(key) }
      if let known = fields[key]?.firstIndex(where: { $0.node == field.node }) {
        if !field.isConditional { fields[key]?[known].isConditional = false }
      } else {
        fields[key, default: []].append(field)
      }
    }
  }

  package init(
    _ documents: DocumentIndex, _ rules: CacheRules, usesCache: Bool, _ modules: DocumentModules,
    _ diagnostics: DiagnosticSink
  ) {
    self.documents = documents
    self.rules = rules
    self.diagnostics = diagnostics
    tree = documents.tree
    for directive in documents.directives where documents.clientDirective(directive)?.meaning == .cacheEdit {
      guard let kind = CacheEdit.Kind(rawValue: tree.name(directive)) else { continue }
      if !usesCache {
        diagnostics.append(
          Diagnostic(
            .warning, .unheededDirective,
            "\"@\(kind)\" has no effect, because apus.json has no \"cache\". Add \"cache\": {}, or remove the directive.",
            at: [tree.range(of: directive)]))
        continue
      }
      if let edit = CacheEditReader(documents, rules, directive, kind, diagnostics).edit {
        ofFields[NodeID(documents.parents[directive]), default: []].append(edit)
      }
    }
    if ofFields.isEmpty { return }
    for operation in tree.definitions where tree.kind(operation) == .operation && modules.isOwn(operation) {
      guard reachesEdits(operation), let set = documents.selectionSet(operation) else { continue }
      if let part = part(of: operation) {
        diagnostics.append(
          Diagnostic(
            .error, .invalidClientDirective,
            "The response arrives in parts, but a directive changes the cache once. Remove the \"@\(tree.name(part))\", or use \"perform(_:updating:)\".",
            at: [tree.range(of: part)]))
        continue
      }
      addEdits(at: [], [Selection(node: set, isConditional: false)], operation)
    }
  }

  /// Whether a definition or a field contains a field with an edit, is one, or spreads a fragment that contains one.
  private mutating func reachesEdits(_ node: NodeID) -> Bool {
    if let known = reaching[node] { return known }
    // Validation reports cycles of fragments.
    reaching[node] = false
    var found = false
    for inner in node..<NodeID(tree.nodes[node].next) where !found {
      if ofFields[inner] != nil {
        found = true
      } else if tree.kind(inner) == .fragmentSpread, let fragment = documents.fragment(ofSpread: inner) {
        found = reachesEdits(fragment)
      }
    }
    reaching[node] = found
    return found
  }

  /// A `@defer` or `@stream` in a definition or in fragments that it spreads.
  private func part(of operation: NodeID) -> NodeID? {
    var pending = [operation]
    var visited: Set<NodeID> = [operation]
    while let definition = pending.popLast() {
      for node in definition..<NodeID(tree.nodes[definition].next) {
        if tree.kind(node) == .directive, ["defer", "stream"].contains(tree.name(node)) { return node }
        if tree.kind(node) == .fragmentSpread, let fragment = documents.fragment(ofSpread: node),
          visited.insert(fragment).inserted
        {
          pending.append(fragment)
        }
      }
    }
    return nil
  }

  /// Adds the edits at a place in the response and below it. Only places on the way to fields with edits are visited, because there may be far more
  /// places than selection sets.
  ///
  /// Recursive: the parser limits nesting, and validation rejects cycles of fragments.
  ///
  /// - Parameter sets: the selection sets of the fields that lead to the place.
  private mutating func addEdits(at path: [NameID], _ sets: [Selection], _ operation: NodeID) {
    var place = Place()
    for set in sets { collect(set, into: &place) }
    for key in place.keys {
      let path = path + [key]
      let fields = place.fields[key] ?? []
      for field in fields {
        for edit in ofFields[field.node] ?? [] { add(edit, path, field, among: fields, operation) }
      }
      guard fields.contains(where: { reachesEdits($0.node) }) else { continue }
      let inner = fields.compactMap { field in
        documents.selectionSet(field.node).map { Selection(node: $0, isConditional: field.isConditional) }
      }
      addEdits(at: path, inner, operation)
    }
  }

  /// Collects the fields of a selection set, directly and in fragments.
  private func collect(_ set: Selection, into place: inout Place) {
    guard place.visitedSets.insert(set).inserted else { return }
    for node in tree.children(set.node) {
      let isConditional = set.isConditional || isUnderCondition(node)
      if tree.kind(node) == .field {
        place.add(Selection(node: node, isConditional: isConditional), tree.responseKey(node))
        continue
      }
      let isSpread = tree.kind(node) == .fragmentSpread
      guard let fragment = isSpread ? documents.fragment(ofSpread: node) : node,
        let inner = documents.selectionSet(fragment)
      else { continue }
      var isForAll = true
      if let type = documents.parentType(set.node), let condition = documents.typeCondition(fragment) {
        isForAll = documents.schema.isSubset(type, of: condition)
      }
      collect(Selection(node: inner, isConditional: isConditional || !isForAll), into: &place)
    }
  }

  /// Whether a directive of a selection may leave it out of the response. One with `@defer` is not in an operation with edits (``part(of:)``).
  private func isUnderCondition(_ selection: NodeID) -> Bool {
    tree.children(selection, .directive).contains { ["skip", "include"].contains(tree.name($0)) }
  }

  /// Whether the response can have a field without the edit: the edit is under a condition, and the field is also selected elsewhere, or is a key
  /// that a cache adds.
  ///
  /// - Parameter fields: all fields with its response key.
  private func isAmbiguous(_ edit: CacheEdit, _ field: Selection, among fields: [Selection]) -> Bool {
    guard field.isConditional else { return false }
    let isElsewhere = fields.contains { other in
      other.node != field.node && ofFields[other.node]?.contains(edit) != true
    }
    let name = tree.nodes[field.node].name
    let isAdded =
      tree.responseKey(field.node) == name
      && documents.typeOfParent(of: field.node).map { type in
        documents.schema.objectTypes(of: type).contains { rules.keys(of: $0).contains(name) }
      } ?? false
    return isElsewhere || isAdded
  }

  private mutating func add(
    _ edit: CacheEdit, _ path: [NameID], _ selection: Selection, among fields: [Selection],
    _ operation: NodeID
  ) {
    let field = selection.node
    if tree.operationKind(operation) == .query {
      return diagnostics.append(
        Diagnostic(
          .error, .invalidClientDirective,
          "\"@\(edit.kind)\" changes the cache with the response to a mutation or a subscription, but a query contains it. Remove it.",
          at: [tree.nameRange(of: field)],
          notes: [Diagnostic.Note("The query is here.", at: tree.nameRange(of: operation))]))
    }
    if isAmbiguous(edit, selection, among: fields) {
      return diagnostics.append(
        Diagnostic(
          .error, .invalidClientDirective,
          "\"@\(edit.kind)\" is under a condition, but the response can have \"\(tree.names.string(tree.responseKey(field)))\" without it. Give the field an alias of its own.",
          at: [tree.nameRange(of: field)]))
    }
    let inner = documents.selectionSet(field).map(documents.fields(in:)) ?? []
    if edit.kind.isAddition, !inner.contains(where: { tree.name($0) == "node" }) {
      return diagnostics.append(
        Diagnostic(
          .error, .invalidClientDirective,
          "\"@\(edit.kind)\" needs the edge's object. Select \"node\" in \"\(tree.names.string(tree.responseKey(field)))\".",
          at: [tree.nameRange(of: field)]))
    }
    var edit = edit
    edit.path = path.map(tree.names.string)
    if ofOperations[operation]?.contains(edit) == true { return }
    ofOperations[operation, default: []].append(edit)
  }
}
