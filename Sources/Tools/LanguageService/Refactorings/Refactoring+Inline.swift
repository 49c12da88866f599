import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

/// Replaces fragment spreads with the fragment's selections.
extension Analysis {
  /// Inlines one spread, or every spread of its fragment.
  func inlining(_ spread: NodeID) -> [Fix] {
    guard let fragment = fragment(named: tree.nodes[spread].name), canInline(fragment),
      let edit = edit(ofInlining: spread, fragment)
    else { return [] }
    return [Fix(title: "Inline this spread of \"\(tree.name(fragment))\"", edits: [edit])]
      + inliningEverywhere(fragment)
  }

  /// Inlines all spreads of a fragment and removes its definition.
  func inliningEverywhere(_ fragment: NodeID) -> [Fix] {
    guard canInline(fragment) else { return [] }
    var edits: [(place: SourceRange, text: String)] = []
    for node in 0..<tree.count
    where tree.kind(node) == .fragmentSpread && tree.nodes[node].name == tree.nodes[fragment].name {
      guard let edit = edit(ofInlining: node, fragment) else { return [] }
      edits.append(edit)
    }
    if edits.isEmpty { return [] }
    let title = "Inline \"\(tree.name(fragment))\" everywhere and remove it"
    return [Fix(title: title, edits: edits + removal(title, of: fragment).edits)]
  }

  /// Inlining would lose directives on the fragment definition and the values of its variables, and would not terminate for a recursive fragment.
  private func canInline(_ fragment: NodeID) -> Bool {
    guard tree.child(fragment, .directive) == nil, index.type(fragment) != nil,
      tree.child(fragment, .variableDefinition) == nil,
      let number = definitions.first(where: { index.node($0) == fragment }),
      // If two fragments have the same name, it is ambiguous which one to inline.
      definitions.filter({
        tree.kind(index.node($0)) == .fragmentDefinition
          && tree.nodes[index.node($0)].name == tree.nodes[fragment].name
      }).count == 1
    else { return false }
    return !index.reached(from: [number]).dropFirst().contains { other in
      index.spreads(in: other).contains { index.definition(ofSpread: $0) == number }
    } && !index.spreads(in: number).contains { index.definition(ofSpread: $0) == number }
  }

  private func edit(ofInlining spread: NodeID, _ fragment: NodeID) -> (place: SourceRange, text: String)? {
    guard let set = tree.child(fragment, .selectionSet),
      let first = tree.children(set).first(where: { _ in true })
    else { return nil }
    let place = tree.range(of: spread)
    var content = tree.range(of: set)
    content.start = Int(tree.nodes[first].start)
    content.end = endOfContent(set)
    let indentation = indentation(of: place)
    let around = index.typeOfParent(of: spread)
    let condition = index.type(fragment)
    let directives = tree.children(spread, .directive)
    // A condition within the fragment may exclude all objects of the narrower type, which is valid within the wider one alone.
    var hasItsFields = around == condition
    if !hasItsFields, let around, let condition, schema[around].kind != .union {
      hasItsFields =
        schema.isSubtype(around, ofAbstract: condition)
        && conditions(of: Array(tree.children(set))).allSatisfy { schema.overlap($0, around) }
    }
    let blanks = String(repeating: " ", count: indentation)
    if directives.isEmpty, around != nil, hasItsFields {
      // A comment at the end would hide what follows the spread on its line.
      let last = tree.children(set).reduce(first) { $1 }
      let isCommented = content.end > Int(tree.nodes[last].end) && !isAtLineEnd(place)
      return (place, moved(content, to: indentation) + (isCommented ? "\n" + blanks : ""))
    }
    let words = directives.map { " " + tree.text(of: $0) }.joined()
    let inner = moved(content, to: indentation + 2)
    return (place, "... on \(schema.name(condition))\(words) {\n\(blanks)  \(inner)\n\(blanks)}")
  }

  private func isAtLineEnd(_ place: SourceRange) -> Bool {
    var end = place.end
    while end < place.file.count, [0x20, 0x09].contains(place.file.bytes[end]) { end += 1 }
    return end == place.file.count || [0x0A, 0x0D].contains(place.file.bytes[end])
  }

  /// The offset after the last selection and a comment on its line.
  private func endOfContent(_ set: NodeID) -> Int {
    let file = tree.source(of: set)
    var end = Int(tree.nodes[set].end) - 1
    while end > 0, [0x20, 0x09, 0x0A, 0x0D, 0x2C].contains(file.bytes[end - 1]) { end -= 1 }
    return end
  }
}
