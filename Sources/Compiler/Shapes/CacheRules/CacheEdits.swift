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
  /// Whether a definition contains, or reaches, fields with edits.
  private var known: [NodeID: Bool] = [:]
  private let rules: CacheRules
  /// The selection sets of the current operation that were visited, by path.
  private var seen: Set<Visit> = []
  /// The selections of fields in the current operation, by path: all on the way to fields with edits. For each, whether it is always under a
  /// condition.
  private var selections: [[NameID]: [NodeID: Bool]] = [:]
  /// The paths to fields with edits in the current operation, and the paths on the way there.
  private var wanted: Set<[NameID]> = []
  /// The fields with edits in the current operation, in the order of their visits.
  private var fields: [(path: [NameID], field: NodeID)] = []

  private struct Visit: Hashable {
    var set: NodeID
    var path: [NameID]
    var isConditional: Bool
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
      // Directives in modules below were reported when those were compiled.
      let sink = modules.isOwn(documents.definition(around: directive)) ? diagnostics : DiagnosticSink()
      guard let kind = CacheEdit.Kind(rawValue: tree.name(directive)) else { continue }
      if !usesCache {
        sink.append(
          Diagnostic(
            .warning, .unheededDirective,
            "\"@\(kind)\" has no effect, because apus.json has no \"cache\". Add \"cache\": {}, or remove the directive.",
            at: [tree.range(of: directive)]))
        continue
      }
      if let edit = CacheEditReader(documents, rules, directive, kind, sink).edit {
        ofFields[NodeID(documents.parents[directive]), default: []].append(edit)
      }
    }
    if ofFields.isEmpty { return }
    for operation in tree.definitions where tree.kind(operation) == .operation && modules.isOwn(operation) {
      guard reachesEdits(operation), let set = documents.selectionSet(operation) else { continue }
      (seen, selections, wanted, fields) = ([], [:], [], [])
      find(set, [])
      seen = []
      visit(set, [], isConditional: false)
      if let part = part(of: operation) {
        diagnostics.append(
          Diagnostic(
            .error, .invalidClientDirective,
            "The response arrives in parts, but a directive changes the cache once. Remove the \"@\(tree.name(part))\", or use \"perform(_:updating:)\".",
            at: [tree.range(of: part)]))
        continue
      }
      for (path, field) in fields {
        for edit in ofFields[field] ?? [] { add(edit, path, field, operation) }
      }
    }
  }

  private mutating func reachesEdits(_ definition: NodeID) -> Bool {
    if let known = known[definition] { return known }
    known[definition] = false
    var found = ofFields.keys.contains { documents.definition(around: $0) == definition }
    for node in definition..<Int(tree.nodes[definition].next)
    where !found && tree.kind(node) == .fragmentSpread {
      if let fragment = documents.fragment(ofSpread: node) { found = reachesEdits(fragment) }
    }
    known[definition] = found
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

  /// Finds the fields with edits. Recursive: the parser limits nesting, and validation rejects cycles of fragments.
  private mutating func find(_ set: NodeID, _ path: [NameID]) {
    guard seen.insert(Visit(set: set, path: path, isConditional: false)).inserted else { return }
    for selection in tree.children(set) {
      var path = path
      if tree.kind(selection) == .field {
        path.append(tree.responseKey(selection))
        if ofFields[selection] != nil {
          fields.append((path, selection))
          for count in 1...path.count { wanted.insert(Array(path.prefix(count))) }
        }
      }
      if tree.kind(selection) == .fragmentSpread {
        guard let fragment = documents.fragment(ofSpread: selection), reachesEdits(fragment) else { continue }
        if let set = documents.selectionSet(fragment) { find(set, path) }
      } else if let inner = documents.selectionSet(selection) {
        find(inner, path)
      }
    }
  }

  /// Collects all selections at the wanted paths, with their conditions.
  private mutating func visit(_ set: NodeID, _ path: [NameID], isConditional: Bool) {
    guard seen.insert(Visit(set: set, path: path, isConditional: isConditional)).inserted else { return }
    for selection in tree.children(set) {
      let isConditional = isConditional || tree.child(selection, .directive).map(isCondition) ?? false
      guard tree.kind(selection) == .field else {
        let isSpread = tree.kind(selection) == .fragmentSpread
        guard let fragment = isSpread ? documents.fragment(ofSpread: selection) : selection,
          let inner = documents.selectionSet(fragment)
        else { continue }
        var isNarrowed = false
        if let type = documents.parentType(set), let condition = documents.typeCondition(fragment) {
          isNarrowed = !documents.schema.isSubset(type, of: condition)
        }
        visit(inner, path, isConditional: isConditional || isNarrowed)
        continue
      }
      let path = path + [tree.responseKey(selection)]
      guard wanted.contains(path) else { continue }
      selections[path, default: [:]][selection] = isConditional && selections[path]?[selection] ?? true
      if let inner = documents.selectionSet(selection) { visit(inner, path, isConditional: isConditional) }
    }
  }

  /// Whether a selection with this directive first may be left out of the response, or comes later.
  private func isCondition(_ first: NodeID) -> Bool {
    tree.children(NodeID(documents.parents[first]), .directive).contains {
      ["skip", "include", "defer"].contains(tree.name($0))
    }
  }

  /// Whether the response can have the field without the edit: the edit is under a condition, and the field is also selected elsewhere, or is a key
  /// that a cache adds.
  private func isAmbiguous(_ path: [NameID], _ field: NodeID, _ edit: CacheEdit) -> Bool {
    guard let found = selections[path], found[field] == true else { return false }
    let isElsewhere = found.keys.contains { other in
      other != field && ofFields[other]?.contains(edit) != true
    }
    let name = tree.nodes[field].name
    let isAdded =
      tree.responseKey(field) == name
      && documents.typeOfParent(ofField: field).map { type in
        documents.schema.objectTypes(of: type).contains { rules.keys(of: $0).contains(name) }
      } ?? false
    return isElsewhere || isAdded
  }

  private mutating func add(_ edit: CacheEdit, _ path: [NameID], _ field: NodeID, _ operation: NodeID) {
    if tree.operationKind(operation) == .query {
      return diagnostics.append(
        Diagnostic(
          .error, .invalidClientDirective,
          "\"@\(edit.kind)\" changes the cache with the response to a mutation or a subscription, but a query contains it. Remove it.",
          at: [tree.nameRange(of: field)],
          notes: [Diagnostic.Note("The query is here.", at: tree.nameRange(of: operation))]))
    }
    if isAmbiguous(path, field, edit) {
      return diagnostics.append(
        Diagnostic(
          .error, .invalidClientDirective,
          "\"@\(edit.kind)\" is under a condition, but the response can have \"\(tree.names.string(tree.responseKey(field)))\" without it. Give the field an alias of its own.",
          at: [tree.nameRange(of: field)]))
    }
    if edit.kind.isAddition, !selects("node", field) {
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

  /// Whether a field's objects have another field, directly or by fragments.
  private func selects(_ name: String, _ field: NodeID) -> Bool {
    guard let set = documents.selectionSet(field) else { return false }
    return tree.children(set).contains { selection in
      switch tree.kind(selection) {
      case .field: return tree.name(selection) == name
      case .fragmentSpread: return documents.fragment(ofSpread: selection).map { selects(name, $0) } ?? false
      default: return selects(name, selection)
      }
    }
  }
}
