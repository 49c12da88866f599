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
  /// The selection sets of the current operation that were visited, by path.
  private var seen: Set<Visit> = []

  private struct Visit: Hashable {
    var set: NodeID
    var path: [NameID]
  }

  package init(
    _ documents: DocumentIndex, _ rules: CacheRules, usesCache: Bool, _ modules: DocumentModules,
    _ diagnostics: DiagnosticSink
  ) {
    self.documents = documents
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
      seen = []
      visit(set, [], operation)
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

  /// Recursive: the parser limits nesting, and validation rejects cycles of fragments.
  private mutating func visit(_ set: NodeID, _ path: [NameID], _ operation: NodeID) {
    guard seen.insert(Visit(set: set, path: path)).inserted else { return }
    for selection in tree.children(set) {
      var path = path
      if tree.kind(selection) == .field {
        path.append(tree.responseKey(selection))
        for edit in ofFields[selection] ?? [] { add(edit, path, selection, operation) }
      }
      if tree.kind(selection) == .fragmentSpread {
        guard let fragment = documents.fragment(ofSpread: selection), reachesEdits(fragment) else { continue }
        if let set = documents.selectionSet(fragment) { visit(set, path, operation) }
      } else if let inner = documents.selectionSet(selection) {
        visit(inner, path, operation)
      }
    }
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
    var edit = edit
    edit.path = path.map(tree.names.string)
    ofOperations[operation, default: []].append(edit)
  }
}
