import ApusSource
import ApusSchema
import ApusSyntax

/// A definition or member in an editor's outline.
package struct OutlineItem {
  package enum Kind {
    case operation, fragment, type, interface, union, `enum`, input, scalar, directive, schema, field, value
  }

  package var name: String
  package var detail: String
  package var kind: Kind
  package var range: Range<Int>
  package var nameRange: Range<Int>
  package var children: [OutlineItem] = []
}

/// The structure of one file, derived without the others.
package struct Outline {
  private let tree: SyntaxTree
  private let source: SourceFile
  /// For larger files, in bytes, only definitions and their members are shown.
  private static let maximumSize = 1 << 20

  package init(_ source: SourceFile) {
    self.source = source
    tree = SyntaxTree(names: NameTable())
    _ = Parser.parse(source, into: tree, options: .tolerant)
  }

  /// Operations and fragments with the fields that have selections, and types with their fields.
  package var items: [OutlineItem] {
    tree.definitions.map { item($0, depth: 0) }.filter { !$0.name.isEmpty }
  }

  private func item(_ node: NodeID, depth: Int) -> OutlineItem {
    let entry = tree.nodes[node]
    let isNamed = entry.name != 0
    let start = Int(entry.start)
    let name = isNamed ? tree.nameRange(of: node) : SourceRange(file: source, start: start, end: start + 1)
    var item = OutlineItem(
      name: isNamed ? tree.name(node) : "", detail: "", kind: .field,
      range: start..<max(start, Int(entry.end)),
      nameRange: name.start..<max(name.start, name.end))
    switch entry.kind {
    case .operation:
      item.kind = .operation
      item.detail = tree.operationKind(node).keyword
      if !isNamed { item.name = item.detail }
    case .fragmentDefinition:
      item.kind = .fragment
      item.detail = tree.child(node, .namedType).map { "on \(tree.name($0))" } ?? ""
    case .schemaDefinition:
      item.kind = .schema
      item.name = "schema"
    case .scalarType: item.kind = .scalar
    case .objectType: item.kind = .type
    case .interfaceType: item.kind = .interface
    case .unionType: item.kind = .union
    case .enumType: item.kind = .enum
    case .inputObjectType: item.kind = .input
    case .directiveDefinition:
      item.kind = .directive
      item.name = "@" + item.name
    case .field:
      item.name = tree.names.string(tree.responseKey(node))
      item.detail = entry.extra == 0 ? "" : tree.name(node)
    case .inlineFragment: item.name = "... on " + (tree.child(node, .namedType).map(tree.name) ?? "")
    case .enumValueDefinition: item.kind = .value
    default: item.detail = tree.type(node).map(tree.text) ?? ""
    }
    item.children = children(node, depth)
    return item
  }

  private func children(_ node: NodeID, _ depth: Int) -> [OutlineItem] {
    if source.count > Outline.maximumSize, depth > 0 { return [] }
    var found: [OutlineItem] = []
    for child in tree.children(node) {
      switch tree.kind(child) {
      case .fieldDefinition, .enumValueDefinition: found.append(item(child, depth: depth + 1))
      case .inputValueDefinition where tree.kind(node) == .inputObjectType:
        found.append(item(child, depth: depth + 1))
      case .selectionSet:
        for selection in tree.children(child) where tree.child(selection, .selectionSet) != nil {
          found.append(item(selection, depth: depth + 1))
        }
      default: continue
      }
    }
    // A broken definition may lack names, without which editors show no item.
    return found.filter { !$0.name.isEmpty }
  }

  // MARK: - Folding

  /// A foldable range: 0-based lines, and whether it is a comment.
  package struct Fold {
    package var firstLine: Int
    package var lastLine: Int
    package var isComment: Bool
  }

  /// Lists in brackets, block strings, and runs of comments, of several lines each.
  package var folds: [Fold] {
    var folds: [Fold] = []
    func add(_ start: Int, _ end: Int, isComment: Bool = false) {
      let first = source.line(at: start)
      let last = source.line(at: max(start, end - 1))
      if last > first { folds.append(Fold(firstLine: first, lastLine: last, isComment: isComment)) }
    }
    for node in 0..<tree.count {
      let entry = tree.nodes[node]
      switch entry.kind {
      case .selectionSet, .objectValue, .listValue, .listType, .stringValue, .description:
        add(Int(entry.start), Int(entry.end))
      default:
        if let list = list(of: node) { add(list.lowerBound, list.upperBound) }
      }
    }
    var scanner = TokenScanner(source, tree.names)
    var end = 0
    while end < source.count {
      let token = scanner.next()
      let comments = comments(from: end, to: token?.start ?? source.count)
      if let first = comments.first, let last = comments.last { add(first, last + 1, isComment: true) }
      end = token?.end ?? source.count
    }
    return folds.sorted { ($0.firstLine, -$0.lastLine) < ($1.firstLine, -$1.lastLine) }
  }

  /// A definition's members, or the arguments of a node, from the end of what precedes them.
  private func list(of node: NodeID) -> Range<Int>? {
    let entry = tree.nodes[node]
    var start = Int(entry.name == 0 ? entry.start : tree.offsets(ofNameOf: node).end)
    var end: Int?
    for child in tree.children(node) {
      let childEnd = Int(tree.nodes[child].end)
      switch tree.kind(child) {
      case .argument, .variableDefinition: end = childEnd
      case .inputValueDefinition where entry.kind != .inputObjectType: end = childEnd
      case .inputValueDefinition, .fieldDefinition, .enumValueDefinition, .operationTypeDefinition:
        end = Int(entry.end)
      default: if end == nil { start = max(start, childEnd) }
      }
    }
    return end.map { start..<max(start, $0) }
  }

  /// The starts of the comments between two tokens that are on their own lines.
  private func comments(from start: Int, to end: Int) -> [Int] {
    var found: [Int] = []
    var offset = start
    while offset < end {
      if source.bytes[offset] == UInt8(ascii: "#") {
        found.append(offset)
        while offset < end, source.bytes[offset] != 0x0A, source.bytes[offset] != 0x0D { offset += 1 }
      } else {
        offset += 1
      }
    }
    return found
  }

  // MARK: - Selection ranges

  /// The ranges that enclose a place, innermost first: from the name up to the whole file.
  package func enclosingRanges(at offset: Int) -> [Range<Int>] {
    var found: [Range<Int>] = []
    for node in tree.nodes(around: offset..<offset, from: 0, to: tree.count) {
      let range = Int(tree.nodes[node].start)..<Int(tree.nodes[node].end)
      if found.last != range { found.append(range) }
    }
    var start = offset
    var nameEnd = offset
    while start > 0, CursorContext.isNamePart(source.bytes[start - 1]) { start -= 1 }
    while nameEnd < source.count, CursorContext.isNamePart(source.bytes[nameEnd]) { nameEnd += 1 }
    if start < nameEnd, found.last != start..<nameEnd { found.append(start..<nameEnd) }
    let whole = 0..<source.count
    return found.first == whole ? found.reversed() : found.reversed() + [whole]
  }
}

extension Analysis {
  /// Operations, fragments and the user's own types, with their names.
  package var namedDefinitions: [(name: String, kind: OutlineItem.Kind, place: SourceRange)] {
    var found: [(name: String, kind: OutlineItem.Kind, place: SourceRange)] = []
    for number in definitions {
      let node = index.node(number)
      guard tree.nodes[node].name != 0 else { continue }
      let kind = tree.kind(node) == .operation ? OutlineItem.Kind.operation : .fragment
      found.append((tree.name(node), kind, tree.nameRange(of: node)))
    }
    for type in schema.allTypes {
      let definition = schema[type]
      guard !definition.isBuiltIn, schema.tree.fileIndex(of: definition.node) > 0 else { continue }
      let kind = Analysis.kind(definition.kind)
      found.append((names.string(definition.name), kind, schema.tree.nameRange(of: definition.node)))
    }
    return found
  }

  private static func kind(_ kind: TypeKind) -> OutlineItem.Kind {
    switch kind {
    case .scalar: .scalar
    case .object: .type
    case .interface: .interface
    case .union: .union
    case .enum: .enum
    case .inputObject: .input
    }
  }
}
