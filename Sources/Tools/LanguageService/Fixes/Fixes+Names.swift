import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

/// Fixes for unknown or unsuitable names.
extension Analysis {
  /// Replaces a node's name with similar known names.
  func replacements(of node: NodeID, among known: [String]) -> [Fix] {
    replacements(of: tree.name(node), at: nameRange(node), among: known)
  }

  private func replacements(of written: String, at place: SourceRange, among known: [String]) -> [Fix] {
    Suggestions.list(for: written, among: known).prefix(5).map { name in
      Fix(title: "Replace by \"\(name)\"", edits: [(place, name)])
    }
  }

  func fixesOfField(_ node: NodeID) -> [Fix] {
    guard let type = index.typeOfParent(of: node) else { return [] }
    var fixes: [Fix] = []
    if schema[type].isAbstract {
      let place = tree.range(of: node)
      for other in schema.allTypes where fixes.count < 5 {
        guard schema[other].isComposite, other != type, schema.overlap(other, type),
          schema.field(tree.nodes[node].name, of: other) != nil
        else { continue }
        let name = schema.name(other)
        fixes.append(
          Fix(
            title: "Wrap in \"... on \(name)\"",
            edits: [(place, "... on \(name) { \(place.file.text(place.start, place.end)) }")]))
      }
    }
    guard schema[type].kind != .union else { return fixes }
    let known = schema.fields(of: type).map { names.string(schema[$0].name) }
    return replacements(of: node, among: known) + fixes
  }

  func fixesOfArgument(_ node: NodeID) -> [Fix] {
    let owner = NodeID(index.parents[node])
    if tree.kind(owner) == .fragmentSpread {
      let variables = index.fragment(ofSpread: owner).map { tree.children($0, .variableDefinition) } ?? []
      return replacements(of: node, among: variables.map(tree.name))
    }
    let known = arguments(of: owner).map { names.string(schema[$0].name) }
    return replacements(of: node, among: known)
  }

  func fixesOfInputField(_ node: NodeID) -> [Fix] {
    guard let type = index.valueTypes[NodeID(index.parents[node])].named else { return [] }
    return replacements(of: node, among: schema.inputFields(of: type).map { names.string(schema[$0].name) })
  }

  /// Replaces an unknown enum value with similar ones.
  func fixesOfValue(_ node: NodeID) -> [Fix] {
    guard let type = index.valueTypes[node].named,
      tree.kind(node) == .enumValue || tree.kind(node) == .stringValue
    else {
      return []
    }
    let known = schema.enumValues(of: type).map { names.string(schema[$0].name) }
    let written = tree.kind(node) == .stringValue ? tree.stringValue(node) : tree.name(node)
    return replacements(of: written, at: tree.range(of: node), among: known)
  }

  /// Replaces a deprecated field with the siblings that the deprecation reason mentions.
  func fixesOfDeprecatedField(_ node: NodeID) -> [Fix] {
    guard let field = schema[index.field(node)], let type = index.typeOfParent(of: node),
      let reason = schema.tree.deprecationReason(of: field.node)
    else { return [] }
    let isLeaf = schema[field.type.named]?.isLeaf
    var found: [Fix] = []
    for word in reason.split(whereSeparator: { !$0.isASCII || !($0.isLetter || $0.isNumber || $0 == "_") }) {
      guard let sibling = schema.field(names.find(String(word)), of: type),
        schema[sibling].name != field.name,
        !schema[sibling].isDeprecated, schema[schema[sibling].type.named]?.isLeaf == isLeaf,
        !needsArguments(sibling),
        !found.contains(where: { $0.title.hasSuffix("\"\(word)\"") })
      else { continue }
      found.append(Fix(title: "Replace by \"\(word)\"", edits: [(nameRange(node), String(word))]))
    }
    return found
  }

  /// Gives the second of two conflicting fields another alias.
  func fixesOfConflict(_ diagnostic: Diagnostic) -> [Fix] {
    guard let place = diagnostic.ranges.last, diagnostic.ranges.count == 2,
      let node = node(.field, startingAt: place)
    else { return [] }
    let siblings = tree.children(NodeID(index.parents[node])).map { names.string(tree.responseKey($0)) }
    let key = names.string(tree.responseKey(node))
    let alias = free(key, among: siblings)
    let name = nameRange(node)
    let edit = SourceRange(file: place.file, start: place.start, end: name.start)
    return [Fix(title: "Name it \"\(alias)\"", edits: [(edit, "\(alias): ")])]
  }

  /// Appends the first number that makes a name distinct from those taken.
  func free(_ name: String, among taken: [String]) -> String {
    var number = 2
    while taken.contains("\(name)\(number)") { number += 1 }
    return "\(name)\(number)"
  }
}
