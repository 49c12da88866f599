import ApusDocuments
import ApusIR
import ApusJSON
import ApusSchema
import ApusSyntax

/// Selected fields whose property is named nowhere in the Swift sources.
///
/// Names are looked for as words, whatever they stand for there: a field that shares its name with anything counts as used.
/// Values can also be used as a whole: compared, encoded, printed, observed, or handed to another module. So a listed field is
/// unused for certain only if no Swift can have a value that holds it: no file names an operation or a fragment that reaches
/// the field, and no other module sees them.
package struct UnusedSelectionReport {
  /// A leaf field of a document.
  package struct Entry {
    let path: String
    /// The field's place, counted from 1.
    let line: Int
    let column: Int
    /// The field in the schema: `Album.title` (section 2.14).
    let coordinate: String
    /// The property in Swift: `HomeQuery.Data.Album.title`.
    let property: String
    /// What may use the field all the same; nil where nothing can.
    let use: WholeUse?
  }

  /// What may use a field without naming its property.
  enum WholeUse: Equatable {
    /// Swift names a type whose values hold the field.
    case values(of: String)
    /// Other modules see the generated types.
    case otherModules

    var text: String {
      switch self {
      case .values(let type): "values of \(type) may be printed, compared, encoded or passed on"
      case .otherModules: "the types are visible to other modules"
      }
    }
  }

  package private(set) var entries: [Entry] = []
  /// How many leaf fields the documents select.
  private var count = 0
  private let sources: SwiftSources
  private let tree: SyntaxTree
  private let documents: DocumentIndex
  /// By response key the properties' names.
  private var names: [NameID: Set<String>] = [:]
  /// By field node the property.
  private var properties: [NodeID: String] = [:]
  /// The Swift names of the operations and fragments whose values hold those of a definition, which is among them.
  private var holders: [NodeID: [String]] = [:]
  /// Whether other modules see the generated types.
  private let isVisible: Bool
  private var visited: Set<ObjectIdentifier> = []

  /// Whether a field is listed that nothing seems to use.
  package var hasCertain: Bool { entries.contains { $0.use == nil } }

  /// - Parameters:
  ///   - isVisible: whether the generated types are visible to other modules.
  ///   - isLeftOut: whether the document at a path is not the target's own.
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

  /// Types are nested no deeper than the compiler allows.
  private mutating func visit(_ type: DeclaredType) {
    guard visited.insert(ObjectIdentifier(type)).inserted else { return }
    for property in type.properties where property.object == nil {
      names[property.field.key, default: []].insert(property.swiftName)
      if let node = property.field.node { properties[node] = "\(type.path).\(property.swiftName)" }
    }
    for member in type.members { visit(member.type) }
    for value in type.cases { visit(value.payload) }
  }

  private mutating func findHolders(_ program: Program) {
    var names: [NodeID: [String]] = [:]
    for operation in program.operations { names[operation.node] = [operation.swiftName] }
    for fragment in program.fragments { names[fragment.node] = [fragment.swiftName, fragment.protocolName] }
    for number in 1..<max(1, documents.definitionCount) {
      let own = names[documents.definitions[number].node] ?? []
      for reached in Set(documents.reached(from: number) + [number]) {
        holders[documents.definitions[reached].node, default: []] += own
      }
    }
  }

  private mutating func find(in definition: NodeID) {
    let holder = holders[definition]?.sorted().first(where: sources.mention)
    let use = holder.map(WholeUse.values) ?? (isVisible ? .otherModules : nil)
    for node in definition..<NodeID(tree.nodes[definition].next) {
      guard tree.kind(node) == .field, tree.child(node, .selectionSet) == nil,
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
    let field = schema.fields[Int(documents.field(node))]
    let parent = documents.parentType(NodeID(documents.parents[node]))
    return "\(schema.name(parent)).\(schema.names.string(field.name))"
  }

  // MARK: - Text

  /// For people: a field a line, then how many there are.
  package var text: String {
    let lines = entries.map { entry in
      let maybe = entry.use.map { "; maybe used: \($0.text)" } ?? ""
      return
        "\(entry.path):\(entry.line):\(entry.column): \(entry.coordinate): nothing names \(entry.property)\(maybe)\n"
    }
    let certain = entries.count { $0.use == nil }
    return lines.joined()
      + "\(certain) of \(count) selected fields are named nowhere in \(sources.fileCount) Swift file\(sources.fileCount == 1 ? "" : "s")"
      + (certain == entries.count ? ".\n" : ", and \(entries.count - certain) may be used all the same.\n")
  }

  /// For programs: one object a line.
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
