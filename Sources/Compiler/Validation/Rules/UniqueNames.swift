import ApusSource
import ApusSchema
import ApusSyntax

/// The scopes of documents in which names are unique. ``UniqueName`` has the messages.
extension ValidationContext {
  /// All operations with names, or all fragments, of all documents.
  func checkUniqueDefinitions(_ kind: NodeKind) {
    names.forgetAll()
    let isFragment = kind == .fragmentDefinition
    for node in tree.definitions where nodes[node].kind == kind && nodes[node].name != 0 {
      let first = names.insert(nodes[node].name, node)
      if first < 0 { continue }
      let noun = isFragment ? "fragment" : "operation"
      report(
        isFragment ? .fragment : .operation, name(node), at: [node, first].map(tree.nameRange),
        notes: [.init("The other \(noun) of that name is here.", at: tree.nameRange(of: first))])
    }
  }

  /// - Parameter owner: a field, directive or spread whose first child is an argument.
  func checkUniqueArguments(of owner: NodeID) {
    var argument = owner &+ 1
    let end = Int(nodes[owner].next)
    var hasDuplicates = false
    names.forgetAll()
    while argument < end, case .argument = nodes[argument].kind {
      if names.insert(nodes[argument].name, argument) >= 0 { hasDuplicates = true }
      argument = Int(nodes[argument].next)
    }
    if !hasDuplicates { return }
    for group in tree.groupsOfOneName(tree.children(owner, .argument)) {
      report(.argument, name(group[0]), at: group.map(tree.nameRange))
    }
  }

  /// - Parameter definition: an operation, or a fragment with variables.
  func checkUniqueVariables(of definition: NodeID) {
    for group in tree.groupsOfOneName(tree.children(definition, .variableDefinition)) {
      report(.variable, "$" + name(group[0]), at: group.map(tree.nameRange))
    }
  }

  func checkUniqueInputFields(of object: NodeID) {
    names.forgetAll()
    var field = object &+ 1
    let end = Int(nodes[object].next)
    while field < end {
      let first = names.insert(nodes[field].name, field)
      if first >= 0 { report(.inputField, name(field), at: [field, first].map(tree.nameRange)) }
      field = Int(nodes[field].next)
    }
  }

  /// Directives that are not repeatable.
  ///
  /// - Parameter first: the first of several directives on one node.
  func checkUniqueDirectives(from first: NodeID) {
    names.forgetAll()
    var directive = first
    let end = Int(nodes[Int(parents[first])].next)
    while directive < end, case .directive = nodes[directive].kind {
      if let definition = index.directive(directive), !schema[definition].isRepeatable {
        let before = names.insert(nodes[directive].name, directive)
        if before >= 0 {
          report(.directive, "@" + name(directive), at: [directive, before].map(tree.range))
        }
      }
      directive = Int(nodes[directive].next)
    }
  }

  private func report(
    _ unique: UniqueName, _ name: String, at ranges: [SourceRange], notes: [Diagnostic.Note] = []
  ) {
    report(unique.code, unique.message(name), at: ranges, notes: notes)
  }
}
