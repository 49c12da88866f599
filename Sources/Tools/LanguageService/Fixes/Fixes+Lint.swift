import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax
import ApusValidation

/// Fixes for the rules that are off by default.
extension Analysis {
  /// Removes a field that its selection set already has, and gives its selections to the first one.
  func fixesOfRepeatedField(_ diagnostic: Diagnostic) -> [Fix] {
    let fields = diagnostic.ranges.compactMap { named(at: $0) }
    guard fields.count == 2 else { return [] }
    let (second, first) = (fields[0], fields[1])
    let key = names.string(tree.responseKey(second))
    var fix = removal("Remove the second \"\(key)\"", of: second)
    if let own = tree.child(second, .selectionSet), let other = tree.child(first, .selectionSet) {
      let (own, other) = (tree.range(of: own), tree.range(of: other))
      let text = own.file.text(own.start + 1, own.end - 1)
      fix.title = "Join both selections of \"\(key)\""
      fix.edits.insert((SourceRange(file: other.file, start: other.end - 1, end: other.end - 1), text), at: 0)
    }
    return [fix]
  }

  /// Replaces a literal by a new variable whose default it becomes.
  func fixesOfLiteral(_ value: NodeID) -> [Fix] {
    var owner = NodeID(index.parents[value])
    while tree.kind(owner) == .listValue { owner = NodeID(index.parents[owner]) }
    let type = index.valueTypes[value]
    guard tree.kind(owner) == .argument || tree.kind(owner) == .objectField, type.named != nil else {
      return []
    }
    let name = tree.name(owner)
    let range = tree.range(of: value)
    let definition = "\(schema.description(type)) = \(range.file.text(range.start, range.end))"
    guard let edit = definitions(ofNew: [(name, definition)], around: value) else { return [] }
    return [Fix(title: "Pass it as \"$\(name)\"", edits: [(range, "$" + name), edit])]
  }

  /// Passes the first limit that a connection takes as a new variable.
  func fixesOfUnlimitedConnection(_ node: NodeID) -> [Fix] {
    let limits = ["first", "last"].map(names.find)
    let accepted = arguments(of: node).map { schema[$0] }.filter { limits.contains($0.name) }
    guard let limit = accepted.first else { return [] }
    let name = names.string(limit.name)
    guard let edit = definitions(ofNew: [(name, schema.description(limit.type.nonNull))], around: node) else {
      return []
    }
    let title = "Pass \"\(name)\" as a variable"
    // Null does not limit anything, so it is replaced.
    if let given = tree.children(node, .argument).first(where: { tree.nodes[$0].name == limit.name }) {
      return tree.value(given).map { [Fix(title: title, edits: [(tree.range(of: $0), "$" + name), edit])] }
        ?? []
    }
    let place = placeOfArguments(node)
    let text = "\(name): $\(name)"
    return [Fix(title: title, edits: [(place.range, place.isFirst ? "(\(text))" : ", \(text)"), edit])]
  }

  /// Renames a definition to its name without the kind, wherever it is used.
  func fixesOfKindInName(_ definition: NodeID) -> [Fix] {
    let isFragment = tree.kind(definition) == .fragmentDefinition
    let kinds = isFragment ? ["Fragment"] : ["Query", "Mutation", "Subscription"]
    let name = tree.name(definition)
    guard let stem = kinds.lazy.compactMap({ KindInName.stem(of: name, $0) }).first else { return [] }
    let symbol: Symbol =
      isFragment ? .fragment(tree.nodes[definition].name) : .operation(tree.nodes[definition].name)
    let place = SymbolAtPlace(symbol: symbol, range: nameRange(definition))
    guard let ranges = try? rename(place, to: stem) else { return [] }
    return [Fix(title: "Rename it to \"\(stem)\"", edits: ranges.map { ($0, stem) })]
  }
}
