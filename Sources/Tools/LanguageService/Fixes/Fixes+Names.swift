import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

/// Fixes for unknown or unsuitable names.
extension Analysis {
  /// Replaces a node's name with similar known names.
  func replacements(of node: NodeID, among known: [String]) -> [Fix] {
    let place = nameRange(node)
    return Suggestions.list(for: tree.name(node), among: known).prefix(5).map { name in
      Fix(title: "Replace by \"\(name)\"", edits: [(place, name)])
    }
  }

  func fixesOfField(_ node: NodeID) -> [Fix] {
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
    let known = definition.members
      .map { names.string(schema.fields[Int($0)].name) }
    return replacements(of: node, among: known) + fixes
  }

  func fixesOfArgument(_ node: NodeID) -> [Fix] {
    let owner = NodeID(index.parents[node])
    if tree.kind(owner) == .fragmentSpread {
      let variables = index.fragment(ofSpread: owner).map { tree.children($0, .variableDefinition) } ?? []
      return replacements(of: node, among: variables.map(tree.name))
    }
    let (first, count) = arguments(of: owner)
    let known = (first..<first + count).map { names.string(schema.inputValues[Int($0)].name) }
    return replacements(of: node, among: known)
  }

  func fixesOfInputField(_ node: NodeID) -> [Fix] {
    let definition = schema.types[Int(index.valueTypes[NodeID(index.parents[node])].named)]
    guard definition.kind == .inputObject else { return [] }
    return replacements(
      of: node,
      among: definition.members
        .map { names.string(schema.inputValues[Int($0)].name) })
  }

  /// Replaces an unknown enum value with similar ones.
  func fixesOfValue(_ node: NodeID) -> [Fix] {
    let definition = schema.types[Int(index.valueTypes[node].named)]
    guard definition.kind == .enum, tree.kind(node) == .enumValue || tree.kind(node) == .stringValue else {
      return []
    }
    let known = definition.members
      .map { names.string(schema.enumValues[Int($0)].name) }
    let written = tree.kind(node) == .stringValue ? tree.stringValue(node) : tree.name(node)
    return Suggestions.list(for: written, among: known).prefix(5).map { name in
      Fix(title: "Replace by \"\(name)\"", edits: [(tree.range(of: node), name)])
    }
  }

  /// Replaces a deprecated field with the siblings that the deprecation reason mentions.
  func fixesOfDeprecatedField(_ node: NodeID) -> [Fix] {
    let field = schema.fields[Int(index.resolved[node])]
    guard let reason = schema.tree.deprecationReason(of: field.node) else { return [] }
    let type = index.typeOfParent(ofField: node)
    let isLeaf = schema.types[Int(field.type.named)].isLeaf
    var found: [Fix] = []
    for word in reason.split(whereSeparator: { !$0.isASCII || !($0.isLetter || $0.isNumber || $0 == "_") }) {
      let sibling = schema.fields[Int(schema.field(names.find(String(word)), of: type))]
      guard sibling.name != 0, sibling.name != field.name, !sibling.isDeprecated,
        schema.types[Int(sibling.type.named)].isLeaf == isLeaf, !needsArguments(sibling),
        !found.contains(where: { $0.title.hasSuffix("\"\(word)\"") })
      else { continue }
      found.append(Fix(title: "Replace by \"\(word)\"", edits: [(nameRange(node), String(word))]))
    }
    return found
  }

  /// Gives the second of two conflicting fields another alias.
  func fixesOfConflict(_ diagnostic: Diagnostic) -> [Fix] {
    guard let place = diagnostic.ranges.last, diagnostic.ranges.count == 2,
      let file = file(of: place.file),
      let node = (file.first..<file.end).first(where: {
        tree.kind($0) == .field && Int(tree.nodes[$0].start) == place.start
      })
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
