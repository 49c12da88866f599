import ApusSource
import ApusSyntax

/// The scopes of a schema in which names are unique. ``UniqueName`` has the messages.
extension SDLChecker {
  /// A type or directive, of which the schema has one of each name.
  mutating func checkUniqueDefinition(_ node: NodeID) {
    let isDirective = nodes[node].kind == .directiveDefinition
    let entry = entries + Int(nodes[node].name)
    let first = isDirective ? entry.pointee.seenDirective : entry.pointee.seenType
    if first >= 0 {
      report(
        isDirective ? .directiveDefinition : .type,
        (isDirective ? "@" : "") + tree.name(node), at: [NodeID(first), node].map(tree.nameRange), node)
    } else if isDirective {
      entry.pointee.seenDirective = Int32(truncatingIfNeeded: node)
    } else {
      entry.pointee.seenType = Int32(truncatingIfNeeded: node)
    }
  }

  /// The schema and its extensions name one type for each kind of operation.
  mutating func checkUniqueOperationTypes(of schemaDefinition: NodeID) {
    for node in tree.children(schemaDefinition, .operationTypeDefinition) {
      let kind = tree.operationKind(node)
      guard let first = operationTypes[kind] else {
        operationTypes[kind] = node
        continue
      }
      report(
        .operationType, kind.keyword, at: [first, node].map(tree.range), node)
    }
  }

  /// Adds the fields or enum values in one part of a type to the scope.
  mutating func checkUniqueMembers(of part: NodeID, areValues: Bool) {
    var child = part &+ 1
    let end = Int(nodes[part].next)
    while child < end {
      switch nodes[child].kind {
      case .fieldDefinition where !areValues, .inputValueDefinition where !areValues,
        .enumValueDefinition where areValues:
        let first = names.insert(nodes[child].name, child)
        if first >= 0 {
          report(
            areValues ? .enumValue : .field,
            "\(tree.name(part)).\(tree.name(child))", at: [first, child].map(tree.nameRange), child)
        }
      default: break
      }
      child = Int(nodes[child].next)
    }
  }

  /// - Parameter node: a field or directive definition.
  mutating func checkUniqueArgumentDefinitions(of node: NodeID) {
    var child = node &+ 1
    let end = Int(nodes[node].next)
    if child < end, case .description = nodes[child].kind { child = child &+ 1 }
    // Fast path: most fields do not take arguments.
    guard child < end, case .inputValueDefinition = nodes[child].kind else { return }
    names.forgetAll()
    var hasDuplicates = false
    while child < end {
      guard case .inputValueDefinition = nodes[child].kind else { break }
      if names.insert(nodes[child].name, child) >= 0 { hasDuplicates = true }
      child = Int(nodes[child].next)
    }
    if !hasDuplicates { return }
    let isDirective = nodes[node].kind == .directiveDefinition
    let parent = isDirective ? "@\(tree.name(node))" : "\(tree.name(definition)).\(tree.name(node))"
    for group in tree.groupsOfOneName(tree.children(node, .inputValueDefinition)) {
      report(
        .argumentDefinition, "\(parent)(\(tree.name(group[0])):)",
        at: group.map(tree.nameRange), group[1])
    }
  }

  /// - Parameter node: a directive.
  mutating func checkUniqueArguments(of node: NodeID) {
    var child = node &+ 1
    let end = Int(nodes[node].next)
    // Fast path: a single argument, the usual case, cannot be a duplicate.
    if child >= end || Int(nodes[child].next) >= end { return }
    names.forgetAll()
    var hasDuplicates = false
    while child < end {
      if names.insert(nodes[child].name, child) >= 0 { hasDuplicates = true }
      child = Int(nodes[child].next)
    }
    if !hasDuplicates { return }
    for group in tree.groupsOfOneName(tree.children(node, .argument)) {
      report(
        .argument, tree.name(group[0]), at: group.map(tree.nameRange), group[1])
    }
  }

  mutating func checkUniqueInputFields(of object: NodeID) {
    names.forgetAll()
    var child = object &+ 1
    let end = Int(nodes[object].next)
    while child < end {
      let first = names.insert(nodes[child].name, child)
      if first >= 0 {
        report(
          .inputField, tree.name(child), at: [first, child].map(tree.nameRange), child
        )
      }
      child = Int(nodes[child].next)
    }
  }

  /// Adds a directive to the scope of its location, unless it is repeatable. A type and its extensions are one location.
  mutating func checkUniqueDirective(_ node: NodeID) {
    let definition = Int(entries[Int(nodes[node].name)].directive)
    if definition < 0 || nodes[definition].flags & NodeFlag.repeatable != 0 { return }
    let first = directiveNames.insert(nodes[node].name, node)
    if first < 0 { return }
    report(
      .directive, "@" + tree.name(node), at: [first, node].map(tree.range), node
    )
  }

  /// Adds all directives on `node` itself.
  mutating func checkUniqueDirectives(on node: NodeID) {
    for directive in tree.children(node, .directive) { checkUniqueDirective(directive) }
  }

  private mutating func report(
    _ unique: UniqueName, _ name: String, at ranges: [SourceRange], _ node: NodeID
  ) {
    report(unique.code, unique.message(name), at: ranges, node)
  }
}
