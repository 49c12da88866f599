import ApusDiagnostics
import ApusDocuments
import ApusSchema
import ApusSyntax
import ApusValidation

/// A change that mends what a diagnostic reports.
package struct Fix {
  package var title: String
  /// Places with what replaces each.
  package var edits: [(place: SourceRange, text: String)]
}

/// Fixes are made from the node that a diagnostic is about, not from the words of its message.
extension Analysis {
  /// The ways to mend what a diagnostic of these documents reports, the likeliest first.
  package func fixes(for diagnostic: Diagnostic) -> [Fix] {
    guard let place = diagnostic.ranges.first, let node = node(of: diagnostic, at: place) else { return [] }
    switch diagnostic.code {
    case .unknownField: return fixesOfField(node)
    case .unknownArgument: return fixesOfArgument(node)
    case .unknownFragment:
      let known = definitions.map { index.definitions[$0].node }.filter {
        tree.kind($0) == .fragmentDefinition
      }
      return replacements(of: node, among: known.map(tree.name))
    case .unknownType:
      let known = (1..<schema.typeCount).map { names.string(schema.types[$0].name) }
      return replacements(of: node, among: known)
    case .unknownDirective:
      return replacements(
        of: node, among: (1..<schema.directiveCount).map { names.string(schema.directives[$0].name) })
    case .unusedVariable: return [removalOfVariable(node)]
    case .unusedFragment: return [removal("Remove the fragment", of: node)]
    case .undefinedVariable: return fixesOfUndefinedVariable(node)
    case .missingSelection: return fixesOfMissingSelection(node)
    case .selectionOnLeaf:
      guard let selections = tree.child(node, .selectionSet) else { return [] }
      return [removal("Remove the selections", of: selections)]
    case .missingArgument: return fixesOfMissingArguments(node)
    case .anonymousOperation: return fixesOfAnonymousOperation(node)
    default: return []
    }
  }

  /// The outermost node with just the place of a diagnostic, or with its name there.
  private func node(of diagnostic: Diagnostic, at place: SourceRange) -> NodeID? {
    guard let file = tree.files.first(where: { $0.source === place.file }) else { return nil }
    let isSelections = diagnostic.code == .selectionOnLeaf
    for node in file.first..<file.end {
      let entry = tree.nodes[node]
      if Int(entry.start) == place.start, Int(entry.end) == place.end {
        return isSelections && entry.kind == .selectionSet ? NodeID(index.parents[node]) : node
      }
      if entry.name != 0, Int(entry.start) <= place.start, Int(entry.end) >= place.end,
        entry.kind == .fragmentSpread || entry.kind == .directive || entry.kind == .namedType
      {
        let name = tree.nameRange(of: node)
        if name.start == place.start, name.end == place.end { return node }
      }
    }
    return nil
  }

  // MARK: - Names

  /// Replacements of a node's name by known names like it.
  private func replacements(of node: NodeID, among known: [String]) -> [Fix] {
    let place = nameRange(node)
    return Suggestions.list(for: tree.name(node), among: known).prefix(5).map { name in
      Fix(title: "Replace by \"\(name)\"", edits: [(place, name)])
    }
  }

  private func fixesOfField(_ node: NodeID) -> [Fix] {
    let type = index.typeOfParent(ofField: node)
    guard type != 0 else { return [] }
    let definition = schema.types[Int(type)]
    var fixes: [Fix] = []
    if definition.isAbstract {
      let place = tree.range(of: node)
      for candidate in 1..<schema.typeCount where fixes.count < 5 {
        let other = TypeID(candidate)
        guard schema.types[candidate].isComposite, other != type, schema.overlap(other, type),
          schema.field(tree.nodes[node].name, of: other) != 0
        else { continue }
        let name = schema.name(other)
        fixes.append(
          Fix(
            title: "Wrap in \"... on \(name)\"",
            edits: [(place, "... on \(name) { \(place.file.text(place.start, place.end)) }")]))
      }
    }
    guard definition.kind != .union else { return fixes }
    let known = (definition.firstMember..<definition.firstMember + definition.memberCount)
      .map { names.string(schema.fields[Int($0)].name) }
    return replacements(of: node, among: known) + fixes
  }

  private func fixesOfArgument(_ node: NodeID) -> [Fix] {
    let owner = NodeID(index.parents[node])
    let (first, count): (UInt32, UInt32)
    if tree.kind(owner) == .directive {
      let definition = schema.directives[Int(index.meanings[owner])]
      (first, count) = (definition.firstArgument, definition.argumentCount)
    } else {
      let definition = schema.fields[Int(index.meanings[owner])]
      (first, count) = (definition.firstArgument, definition.argumentCount)
    }
    let known = (first..<first + count).map { names.string(schema.inputValues[Int($0)].name) }
    return replacements(of: node, among: known)
  }

  // MARK: - Removals

  private func removal(_ title: String, of node: NodeID) -> Fix {
    var place = tree.range(of: node)
    // With the blanks before it, and for a whole line with its end.
    while place.start > 0, [0x20, 0x09].contains(place.file.bytes[place.start - 1]) { place.start -= 1 }
    let isAtLineStart = place.start == 0 || [0x0A, 0x0D].contains(place.file.bytes[place.start - 1])
    if isAtLineStart {
      while place.end < place.file.count, [0x20, 0x09].contains(place.file.bytes[place.end]) {
        place.end += 1
      }
      if place.file.bytes[place.end] == 0x0D { place.end += 1 }
      if place.file.bytes[place.end] == 0x0A { place.end += 1 }
    }
    return Fix(title: title, edits: [(place, "")])
  }

  private func removalOfVariable(_ node: NodeID) -> Fix {
    let title = "Remove \"$\(tree.name(node))\""
    let all = tree.children(NodeID(index.parents[node]), .variableDefinition)
    var place = tree.range(of: node)
    guard let number = all.firstIndex(of: node), all.count > 1 else {
      // The last one takes the parentheses along.
      let p = place.file.bytes
      while place.start > 0, p[place.start] != UInt8(ascii: "(") { place.start -= 1 }
      while place.end < place.file.count, p[place.end - 1] != UInt8(ascii: ")") { place.end += 1 }
      return Fix(title: title, edits: [(place, "")])
    }
    if number + 1 < all.count {
      place.end = tree.range(of: all[number + 1]).start
    } else {
      place.start = tree.range(of: all[number - 1]).end
    }
    return Fix(title: title, edits: [(place, "")])
  }

  // MARK: - Additions

  private func fixesOfUndefinedVariable(_ use: NodeID) -> [Fix] {
    let type = index.valueTypes[use]
    guard type.named != 0 else { return [] }
    var node = use
    while index.parents[node] != DocumentIndex.noParent { node = NodeID(index.parents[node]) }
    guard tree.kind(node) == .operation, !tree.has(NodeFlag.shorthand, node) else { return [] }
    let definition = "$\(tree.name(use)): \(schema.description(type))"
    let file = tree.source(of: node)
    let edit: (SourceRange, String)
    if let last = tree.children(node, .variableDefinition).last {
      let end = tree.range(of: last).end
      edit = (SourceRange(file: file, start: end, end: end), ", \(definition)")
    } else {
      let start = Int(tree.nodes[node].start)
      let keyword = tree.operationKind(node).keyword.utf8.count
      let end = tree.nodes[node].name == 0 ? start + keyword : tree.nameRange(of: node).end
      edit = (SourceRange(file: file, start: end, end: end), "(\(definition))")
    }
    return [Fix(title: "Define \"\(definition)\"", edits: [edit])]
  }

  private func fixesOfMissingSelection(_ node: NodeID) -> [Fix] {
    let type = schema.fields[Int(index.meanings[node])].type.named
    let definition = schema.types[Int(type)]
    let end = tree.range(of: node).end
    let place = SourceRange(file: tree.source(of: node), start: end, end: end)
    var fixes = [Fix(title: "Select \"__typename\"", edits: [(place, " { __typename }")])]
    if definition.kind == .union { return fixes }
    let leaves = (definition.firstMember..<definition.firstMember + definition.memberCount).filter { field in
      let field = schema.fields[Int(field)]
      return schema.types[Int(field.type.named)].isLeaf && !field.isDeprecated && !needsArguments(field)
    }
    if !leaves.isEmpty {
      let all = leaves.map { names.string(schema.fields[Int($0)].name) }.joined(separator: " ")
      fixes.insert(Fix(title: "Select the leaf fields", edits: [(place, " { \(all) }")]), at: 0)
    }
    return fixes
  }

  private func needsArguments(_ field: FieldDefinition) -> Bool {
    (field.firstArgument..<field.firstArgument + field.argumentCount)
      .contains { schema.inputValues[Int($0)].isRequired }
  }

  private func fixesOfMissingArguments(_ node: NodeID) -> [Fix] {
    guard tree.kind(node) == .field else { return [] }
    let definition = schema.fields[Int(index.meanings[node])]
    let given = tree.children(node, .argument)
    let missing = (definition.firstArgument..<definition.firstArgument + definition.argumentCount).filter {
      input in
      let value = schema.inputValues[Int(input)]
      return value.isRequired && !given.contains { tree.nodes[$0].name == value.name }
    }
    let list = missing.map { input -> String in
      let value = schema.inputValues[Int(input)]
      return "\(names.string(value.name)): \(placeholder(value.type))"
    }.joined(separator: ", ")
    let file = tree.source(of: node)
    let edit: (SourceRange, String)
    if let last = given.last {
      let end = tree.range(of: last).end
      edit = (SourceRange(file: file, start: end, end: end), ", \(list)")
    } else {
      let end = nameRange(node).end
      edit = (SourceRange(file: file, start: end, end: end), "(\(list))")
    }
    return [Fix(title: "Add the missing arguments", edits: [edit])]
  }

  /// A value of a type, to be replaced by a better one.
  private func placeholder(_ type: TypeReference) -> String {
    if type.isList { return "[]" }
    let definition = schema.types[Int(type.named)]
    switch definition.kind {
    case .enum where definition.memberCount > 0:
      return names.string(schema.enumValues[Int(definition.firstMember)].name)
    case .inputObject: return "{}"
    default: break
    }
    switch definition.name {
    case Keyword.intType: return "0"
    case Keyword.floatType: return "0.0"
    case Keyword.booleanType: return "false"
    default: return "\"\""
    }
  }

  private func fixesOfAnonymousOperation(_ node: NodeID) -> [Fix] {
    guard tree.kind(node) == .operation else { return [] }
    let file = tree.source(of: node)
    let last = file.path.split(separator: "/").last ?? ""
    let name = String(
      last.prefix { $0 != "." }.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") })
    guard let first = name.first, !first.isNumber else { return [] }
    let start = Int(tree.nodes[node].start)
    let isShort = tree.has(NodeFlag.shorthand, node)
    let end = isShort ? start : start + tree.operationKind(node).keyword.utf8.count
    let text = isShort ? "query \(name) " : " \(name)"
    return [
      Fix(title: "Name it \"\(name)\"", edits: [(SourceRange(file: file, start: end, end: end), text)])
    ]
  }
}
