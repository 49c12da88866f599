import ApusDocuments
import ApusSchema
import ApusSyntax

/// Operations as they are sent: minified, with every fragment that they reach once, by name, and with what the compiler
/// added.
///
/// Left out: descriptions, which older servers refuse, and directives that only the compiler sees.
struct DocumentWriter {
  private let documents: DocumentIndex
  private let addedSelections: AddedSelections
  private let markers: MarkerNames
  // Stored: a computed property would copy the whole struct in an unoptimized build.
  private let tree: SyntaxTree
  /// The text of each fragment definition, made once.
  private var fragmentTexts: [NodeID: String] = [:]
  /// The fragments that each definition spreads itself.
  private var spreads: [NodeID: [NodeID]] = [:]

  init(_ documents: DocumentIndex, _ addedSelections: AddedSelections, _ markers: MarkerNames) {
    self.documents = documents
    self.addedSelections = addedSelections
    self.markers = markers
    tree = documents.tree
  }

  /// The text of an operation and its fragments.
  ///
  /// - Parameter name: the operation's name; an anonymous one is sent with the name that its Swift type got.
  mutating func document(_ operation: NodeID, name: String) -> String {
    var text = MinifiedText(documents, addedSelections, markers)
    text.write(tree.operationKind(operation).keyword)
    text.write(name)
    text.writeVariables(operation)
    text.writeDirectives(operation)
    if let set = documents.selectionSet(operation) { text.writeSelections(set) }
    let reached = fragments(reachedFrom: operation).sorted { tree.name($0) < tree.name($1) }
    for fragment in reached { text.write(definitions: fragmentText(fragment)) }
    return text.string
  }

  /// The text of a fragment, and behind it those of the fragments that it reaches.
  mutating func document(ofFragment fragment: NodeID) -> String {
    let reached = fragments(reachedFrom: fragment).sorted { tree.name($0) < tree.name($1) }
    return fragmentText(fragment) + reached.map { fragmentText($0) }.joined()
  }

  private mutating func fragmentText(_ fragment: NodeID) -> String {
    if let known = fragmentTexts[fragment] { return known }
    var text = MinifiedText(documents, addedSelections, markers)
    text.write("fragment")
    text.write(tree.nodes[fragment].name)
    text.write("on")
    if let condition = tree.child(fragment, .namedType) { text.write(tree.nodes[condition].name) }
    text.writeDirectives(fragment)
    if let set = documents.selectionSet(fragment) { text.writeSelections(set) }
    let result = text.string
    fragmentTexts[fragment] = result
    return result
  }

  /// Every fragment that a definition spreads, directly or through others, in the order of first mention.
  mutating func fragments(reachedFrom definition: NodeID) -> [NodeID] {
    var reached: [NodeID] = []
    var seen: Set<NodeID> = []
    var pending = [definition]
    while let next = pending.popLast() {
      let found = directSpreads(next)
      for fragment in found where seen.insert(fragment).inserted {
        reached.append(fragment)
        pending.append(fragment)
      }
    }
    return reached
  }

  /// The fragments that a definition spreads itself, in source order.
  mutating func directSpreads(_ definition: NodeID) -> [NodeID] {
    if let known = spreads[definition] { return known }
    var found: [NodeID] = []
    var node = definition + 1
    let end = Int(tree.nodes[definition].next)
    while node < end {
      if case .fragmentSpread = tree.nodes[node].kind, let fragment = documents.fragment(ofSpread: node) {
        found.append(fragment)
      }
      node += 1
    }
    spreads[definition] = found
    return found
  }
}
