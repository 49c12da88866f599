import ApusSource
import ApusDocuments
import ApusSwiftModel
import ApusSyntax

/// Compares the text of an operation that is sent with the documents that it was made of. It shares no code with the writer of that text.
///
/// What may be added: fields without arguments, directives and selections, such as `__typename` and keys, and fragments that have nothing
/// else; labels of `@defer`; one directive of an operation. What may be left out: descriptions and directives for clients.
package struct SentText {
  private let sent: SyntaxTree
  private let written: DocumentIndex

  /// The first difference.
  package static func difference(_ operation: Operation, in program: Program) -> String? {
    // A table of its own: markers keep clear of all names in the program's.
    let sent = SyntaxTree(names: NameTable())
    let errors = Parser.parse(SourceFile(path: "Sent.graphql", text: operation.document), into: sent)
    if let error = errors.first {
      return "what is sent does not parse: \(error.message)\n\(operation.document)"
    }
    let expanded = ExpandedDocuments(program.written)
    let comparison = SentText(sent: sent, written: expanded.index)
    let definitions = expanded.index.tree.definitions
    guard let original = definitions.first(where: { program.numbers[expanded.origin($0)] == operation.node })
    else {
      return "the operation is not in the documents"
    }
    return comparison.difference(original).map { "\($0)\n\(operation.document)" }
  }

  private func difference(_ operation: NodeID) -> String? {
    let tree = written.tree
    guard let first = Array(sent.definitions).first, sent.kind(first) == .operation else {
      return "no operation is sent"
    }
    let isNamed = !tree.name(operation).isEmpty
    if isNamed, tree.name(operation) != sent.name(first) { return "the operation's name" }
    if tree.operationKind(operation) != sent.operationKind(first) { return "the kind of operation" }
    if let difference = difference(operation, first, isOperation: true) { return difference }
    var fragments: [String: NodeID] = [:]
    for definition in sent.definitions.dropFirst() {
      if fragments.updateValue(definition, forKey: sent.name(definition)) != nil { return "a fragment twice" }
    }
    var expected: [String: NodeID] = [:]
    var waiting = [operation]
    while let definition = waiting.popLast() {
      for node in definition..<Int(tree.nodes[definition].next) where tree.kind(node) == .fragmentSpread {
        guard let fragment = written.fragment(ofSpread: node), expected[tree.name(fragment)] == nil else {
          continue
        }
        expected[tree.name(fragment)] = fragment
        waiting.append(fragment)
      }
    }
    if Set(expected.keys) != Set(fragments.keys) { return "the fragments \(fragments.keys.sorted())" }
    for (name, fragment) in expected {
      guard let other = fragments[name] else { continue }
      if let difference = difference(fragment, other, isOperation: false) { return difference }
    }
    return nil
  }

  /// Two operations, fragments, fields, spreads or inline fragments.
  private func difference(_ one: NodeID, _ other: NodeID, isOperation: Bool = false) -> String? {
    let (first, second) = (head(one, of: written.tree), head(other, of: sent))
    let isSame = isOperation ? second.starts(with: first) && second.count <= first.count + 1 : first == second
    if !isSame { return "\(first.joined()) is sent as \(second.joined())" }
    let (set, sentSet) = (written.tree.child(one, .selectionSet), sent.child(other, .selectionSet))
    guard let set, let sentSet else { return (set == nil) == (sentSet == nil) ? nil : "selections" }
    var expected = Array(written.tree.children(set))[...]
    for selection in sent.children(sentSet) {
      if let next = expected.first {
        let difference = difference(next, selection)
        if difference == nil {
          expected.removeFirst()
          continue
        }
        if !isAddition(selection) { return difference }
      } else if !isAddition(selection) {
        return "\(sent.text(of: selection)) is sent in addition"
      }
    }
    return expected.first.map { "\(written.tree.text(of: $0)) is not sent" }
  }

  private func isAddition(_ selection: NodeID) -> Bool {
    switch sent.kind(selection) {
    case .field: Array(sent.children(selection)).isEmpty
    case .inlineFragment:
      sent.child(selection, .directive) == nil
        && sent.child(selection, .selectionSet).map { sent.children($0).allSatisfy(isAddition) } ?? false
    default: false
    }
  }

  /// What a node says besides its selections. An operation's name is compared elsewhere.
  private func head(_ node: NodeID, of tree: SyntaxTree) -> [String] {
    var parts = ["\(tree.kind(node)) "]
    if tree.kind(node) != .operation { parts.append(tree.name(node)) }
    if tree.kind(node) == .field { parts.append(" under " + tree.names.string(tree.responseKey(node))) }
    for child in tree.children(node) where tree.kind(child) != .selectionSet {
      if let text = text(child, of: tree) { parts.append(text) }
    }
    return parts
  }

  /// A variable, argument, directive, value or type with all that is in it; nil if it is not sent.
  private func text(_ node: NodeID, of tree: SyntaxTree) -> String? {
    switch tree.kind(node) {
    case .description: return nil
    case .stringValue:
      return " string(" + tree.stringValue(node).unicodeScalars.map { "\($0.value) " }.joined() + ")"
    case .intValue, .floatValue: return " number " + tree.text(of: node)
    case .directive where tree === written.tree && !written.isSent(directive: tree.nodes[node].name):
      return nil
    default: break
    }
    let isDefer = tree.kind(node) == .directive && tree.nodes[node].name == Keyword.defer
    let flags =
      tree.kind(node) == .namedType || tree.kind(node) == .listType ? tree.has(NodeFlag.nonNull, node) : false
    let children = tree.children(node).compactMap { child in
      isDefer && tree.name(child) == "label" ? nil : text(child, of: tree)
    }
    return " \(tree.kind(node)) \(tree.name(node))\(flags ? "!" : "")(\(children.joined(separator: ";")))"
  }
}
