import ApusDriver
import ApusDocuments
import ApusShapes
import ApusSwiftModel
import ApusSource
import ApusSchema
import ApusSyntax

/// Selected fields whose property is not mentioned in any Swift source.
///
/// Names are matched as words, regardless of meaning, so a field counts as used if anything else has its name. A value
/// can also be used as a whole: compared, encoded, printed, observed, or passed to another module. A listed field is
/// therefore certainly unused only if no Swift code can have a value that contains it: no file mentions an operation or
/// fragment that reaches the field, and no other module can see their types.
package struct UnusedSelectionReport {
  /// A leaf field of a document.
  package struct Entry {
    let path: String
    /// The field's 1-based line.
    let line: Int
    let column: Int
    /// The schema coordinate: `Album.title` (section 2.14).
    let coordinate: String
    /// The Swift property: `HomeQuery.Data.Album.title`.
    let property: String
    /// How the field may be used without naming its property; nil if that is impossible.
    let use: WholeUse?
  }

  /// How a field may be used without naming its property.
  enum WholeUse: Equatable {
    /// Swift code mentions a type whose values contain the field.
    case values(of: String)
    /// Other modules can see the generated types.
    case otherModules

    var text: String {
      switch self {
      case .values(let type): "values of \(type) may be printed, compared, encoded or passed on"
      case .otherModules: "the types are visible to other modules"
      }
    }
  }

  package private(set) var entries: [Entry] = []
  /// The number of leaf fields in the documents.
  private var count = 0
  private let sources: SwiftSources
  private let tree: SyntaxTree
  private let documents: DocumentIndex
  /// The properties' names, by response key.
  private var names: [NameID: Set<String>] = [:]
  /// The property of each field node.
  private var properties: [NodeID: String] = [:]
  /// The Swift names of the operations and fragments whose values contain those of a definition, including its own.
  private var holders: [NodeID: [String]] = [:]
  /// Whether other modules can see the generated types.
  private let isVisible: Bool
  private var visited: Set<ObjectIdentifier> = []

  /// Whether at least one listed field is certainly unused.
  package var hasCertain: Bool { entries.contains { $0.use == nil } }

  /// - Parameters:
  ///   - isVisible: whether the generated types are visible to other modules.
  ///   - isLeftOut: whether the document at a path belongs to another target.
  package init(
    _ program: Program, _ sources: SwiftSources, isVisible: Bool = false,
    leavingOut isLeftOut: (String) -> Bool
  ) {
    self.sources = sources
    self.isVisible = isVisible
    documents = program.documents
    tree = program.tree
    for operation in program.operations { visit(operation.data.type) }
    for fragment in program.fragments { visit(fragment.data.type) }
    findHolders(program)
    for node in program.operations.map(\.node) + program.fragments.map(\.node)
    where !isLeftOut(tree.source(of: node).path) { find(in: node) }
    entries.sort { ($0.path, $0.line, $0.column) < ($1.path, $1.line, $1.column) }
  }

  /// The compiler limits how deep types nest, so the recursion is bounded.
  private mutating func visit(_ type: ResponseType) {
    guard visited.insert(ObjectIdentifier(type)).inserted else { return }
    for property in type.properties where property.object == nil {
      names[property.field.key, default: []].insert(property.swiftName)
      properties[property.field.node] = "\(type.path).\(property.swiftName)"
    }
    for member in type.members { visit(member.type) }
    for value in type.cases { visit(value.payload) }
  }

  private mutating func findHolders(_ program: Program) {
    var names: [NodeID: [String]] = [:]
    for operation in program.operations { names[operation.node] = [operation.swiftName] }
    for fragment in program.fragments { names[fragment.node] = [fragment.swiftName, fragment.protocolName] }
    for definition in documents.allDefinitions {
      let own = names[documents.node(definition)] ?? []
      for reached in documents.reached(from: [definition]) {
        holders[documents.node(reached), default: []] += own
      }
    }
  }

  private mutating func find(in definition: NodeID) {
    let holder = holders[definition]?.sorted().first(where: sources.mention)
    let use = holder.map(WholeUse.values) ?? (isVisible ? .otherModules : nil)
    for node in definition..<NodeID(tree.nodes[definition].next) {
      guard tree.kind(node) == .field, !tree.has(NodeFlag.added, node),
        tree.child(node, .selectionSet) == nil,
        tree.nodes[node].name != Keyword.typename
      else { continue }
      count += 1
      let key = tree.responseKey(node)
      guard let names = names[key], !names.contains(where: sources.mention) else { continue }
      let place = tree.range(of: node).position
      entries.append(
        Entry(
          path: tree.source(of: node).path, line: place.line, column: place.column,
          coordinate: coordinate(node), property: properties[node] ?? names.sorted().joined(separator: ", "),
          use: use))
    }
  }

  private func coordinate(_ node: NodeID) -> String {
    let schema = documents.schema
    let parent = documents.typeOfParent(of: node)
    return "\(schema.name(parent)).\(documents.tree.name(node))"
  }

  // MARK: - Text

  /// The report for people: one field per line, followed by the count.
  package var text: String {
    let lines = entries.map { entry in
      let maybe = entry.use.map { "; maybe used: \($0.text)" } ?? ""
      return
        "\(entry.path):\(entry.line):\(entry.column): \(entry.coordinate): nothing names \(entry.property)\(maybe)\n"
    }
    let certain = entries.count { $0.use == nil }
    return lines.joined()
      + "\(certain) of \(count) selected fields are not used in \(sources.fileCount) Swift file\(sources.fileCount == 1 ? "" : "s")"
      + (certain == entries.count ? ".\n" : ", and \(entries.count - certain) may still be used.\n")
  }

  /// The report for programs: one JSON object per line.
  package var jsonLines: String {
    entries.map { entry in
      let row: JSONOutput = [
        "path": .string(entry.path), "line": .number(entry.line), "column": .number(entry.column),
        "coordinate": .string(entry.coordinate), "property": .string(entry.property),
        "maybe": .boolean(entry.use != nil),
      ]
      return row.line + "\n"
    }.joined()
  }
}
