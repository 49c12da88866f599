import ApusSource
import ApusDocuments
import ApusSyntax

/// The fields of an operation do not nest deeper than the configured limit. This rule of our own is off by default.
///
/// Fields of fragments count where the fragment is spread. Fields of introspection do not count, nor do those inside of them.
extension ValidationContext {
  func checkDepth() {
    var depths = SelectionDepths(index)
    for definition in index.allDefinitions where nodes[index.node(definition)].kind == .operation {
      let operation = index.node(definition)
      let depth = depths.depth(of: index[definition].selectionSet)
      if depth <= options.lint.maximumDepth { continue }
      let (place, inside) = depths.firstField(
        deeperThan: options.lint.maximumDepth, in: index[definition].selectionSet)
      let label = nodes[operation].name == 0 ? "This operation" : "\"\(name(operation))\""
      warn(
        .deepSelection,
        "\(label) nests \(depth) fields in one another, and the limit is \(options.lint.maximumDepth). Request the inner objects by operations of their own.",
        at: [tree.place(of: place)],
        notes: place == inside ? [] : [.init("This field is too deep.", at: tree.nameRange(of: inside))])
    }
  }
}

/// How deep fields nest, through fragments. There are no cycles.
private struct SelectionDepths {
  private let index: DocumentIndex
  private let tree: SyntaxTree
  /// By selection set, because a fragment may be spread in many places.
  private var known: [NodeID: Int] = [:]

  init(_ index: DocumentIndex) {
    self.index = index
    tree = index.tree
  }

  /// The number of fields that nest in one another in a selection set.
  mutating func depth(of set: NodeID) -> Int {
    if let depth = known[set] { return depth }
    var depth = 0
    for selection in tree.children(set) { depth = max(depth, self.depth(ofSelection: selection)) }
    known[set] = depth
    return depth
  }

  private mutating func depth(ofSelection selection: NodeID) -> Int {
    let own = isCounted(selection) ? 1 : 0
    return own + (selections(of: selection).map { depth(of: $0) } ?? 0)
  }

  /// The first field that is too deep, and the selection of the operation itself that leads to it: the field, or the spread of a fragment.
  mutating func firstField(deeperThan limit: Int, in set: NodeID) -> (place: NodeID, field: NodeID) {
    var place: NodeID?
    var set = set
    var left = limit
    while let selection = tree.children(set).first(where: { depth(ofSelection: $0) > left }) {
      if tree.kind(selection) == .fragmentSpread { place = place ?? selection }
      if isCounted(selection) {
        if left == 0 { return (place ?? selection, selection) }
        left -= 1
      }
      guard let inner = selections(of: selection) else { break }
      set = inner
    }
    // A set that is too deep has a selection that is.
    return (place ?? set, set)
  }

  private func isCounted(_ selection: NodeID) -> Bool {
    tree.kind(selection) == .field && !isIntrospection(selection)
  }

  private func isIntrospection(_ field: NodeID) -> Bool {
    Keyword.typename...Keyword.typeField ~= tree.nodes[field].name
  }

  /// The selections inside, unless they do not count.
  private func selections(of selection: NodeID) -> NodeID? {
    if tree.kind(selection) == .field, isIntrospection(selection) { return nil }
    if tree.kind(selection) == .fragmentSpread {
      return index.definition(ofSpread: selection).map { index[$0].selectionSet }
    }
    return tree.child(selection, .selectionSet)
  }
}

extension DiagnosticCode {
  package static let deepSelection = DiagnosticCode(
    "deep-selection",
    title: "An operation whose fields nest deeper than the configured limit",
    explanation: """
      A server may reject operations that nest too deep, and every level of lists multiplies what it has to load. The limit is the number of fields on
      the longest path: `{ album { artist { name } } }` has 3. Fields of fragments count. `__typename` does not, nor do `__schema` and `__type` with
      everything inside, because a server answers them without loading anything. The place is the first field that is too deep, or the spread of the
      fragment that has it.
      """,
    example: "{ album(id: \"7\") { artist { albums { artist { name } } } } }  # with a limit of 4",
    fix: "Request the inner objects by operations of their own, or raise the limit.", isWarning: true,
    switchedOnBy: "{ \"limit\": 4 }")
}
