import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

/// Fixes for variables that are undefined or have the wrong type.
extension Analysis {
  func fixesOfUndefinedVariable(_ use: NodeID) -> [Fix] {
    let type = index.valueTypes[use]
    guard type.named != nil else { return [] }
    let name = tree.name(use)
    guard let edit = definitions(ofNew: [(name, schema.description(type))], around: use) else { return [] }
    return [Fix(title: "Define \"$\(name): \(schema.description(type))\"", edits: [edit])]
  }

  /// The edit that defines variables in the operation around a node; nil in a fragment, or if the operation already has
  /// a variable of that name.
  ///
  /// - Parameter variables: names without `$`, types, and text to add after each.
  func definitions(ofNew variables: [(name: String, type: String)], around node: NodeID)
    -> (place: SourceRange, text: String)?
  {
    let operation = index.definition(around: node)
    guard tree.kind(operation) == .operation else { return nil }
    let known = tree.children(operation, .variableDefinition)
    if known.contains(where: { node in variables.contains { $0.name == tree.name(node) } }) { return nil }
    let list = variables.map { "$\($0.name): \($0.type)" }.joined(separator: ", ")
    let file = tree.source(of: operation)
    func place(_ offset: Int) -> SourceRange { SourceRange(file: file, start: offset, end: offset) }
    if let last = known.last { return (place(tree.range(of: last).end), ", \(list)") }
    let start = tree.keywordStart(of: operation)
    if tree.has(NodeFlag.shorthand, operation) { return (place(start), "query (\(list)) ") }
    let keyword = tree.operationKind(operation).keyword.utf8.count
    let end = tree.nodes[operation].name == 0 ? start + keyword : tree.nameRange(of: operation).end
    return (place(end), "(\(list))")
  }

  /// Changes a variable's type to the one required by its use.
  func fixesOfMismatch(_ diagnostic: Diagnostic, _ use: NodeID) -> [Fix] {
    guard diagnostic.ranges.count > 1, tree.kind(use) == .variable,
      let definition = node(.variableDefinition, startingAt: diagnostic.ranges[1]),
      let type = tree.type(definition)
    else { return [] }
    var wanted = schema.description(index.valueTypes[use])
    // A OneOf input object's field has a nullable type but requires a value.
    if diagnostic.code == .nullableOneOfVariable {
      wanted = schema.description(index.valueTypes[definition]) + "!"
    }
    let title = "Make \"$\(tree.name(use))\" of type \"\(wanted)\""
    return [Fix(title: title, edits: [(tree.range(of: type), wanted)])]
  }
}
