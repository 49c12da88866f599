import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

/// Fixes that add something.
extension Analysis {
  func fixesOfMissingSelection(_ node: NodeID) -> [Fix] {
    guard let type = index.type(ofField: node).named else { return [] }
    let end = tree.range(of: node).end
    let place = SourceRange(file: tree.source(of: node), start: end, end: end)
    var fixes = [Fix(title: "Select \"__typename\"", edits: [(place, " { __typename }")])]
    if schema[type].kind == .union { return fixes }
    let leaves = schema.fields(of: type).filter(isPlainLeaf)
    if !leaves.isEmpty {
      let all = leaves.map { names.string(schema[$0].name) }.joined(separator: " ")
      fixes.insert(Fix(title: "Select the leaf fields", edits: [(place, " { \(all) }")]), at: 0)
    }
    return fixes
  }

  /// Whether a field can be selected by its name alone, and is not deprecated.
  func isPlainLeaf(_ field: FieldID) -> Bool {
    schema[schema[field].type.named]?.isLeaf == true && !schema[field].isDeprecated && !needsArguments(field)
  }

  func needsArguments(_ field: FieldID) -> Bool {
    schema.arguments(of: field).contains { schema[$0].isRequired }
  }

  /// Adds a field's or directive's missing required arguments, with placeholders or with new variables.
  func fixesOfMissingArguments(_ node: NodeID) -> [Fix] {
    let present = tree.children(node, .argument).map { tree.nodes[$0].name }
    let missing = requiredArguments(of: node).filter { !present.contains($0.name) }
    let place = placeOfArguments(node)
    func edit(_ value: ((name: NameID, type: TypeReference)) -> String) -> (SourceRange, String) {
      let list = missing.map { "\(names.string($0.name)): \(value($0))" }.joined(separator: ", ")
      return (place.range, place.isFirst ? "(\(list))" : ", \(list)")
    }
    guard !missing.isEmpty else { return [] }
    var fixes = [Fix(title: "Add the missing arguments", edits: [edit { placeholder($0.type) }])]
    let variables = missing.map { (names.string($0.name), schema.description($0.type)) }
    if let definitions = definitions(ofNew: variables, around: node) {
      fixes.append(
        Fix(
          title: "Add the missing arguments as variables",
          edits: [edit { "$" + names.string($0.name) }, definitions]))
    }
    return fixes
  }

  /// The arguments that a field, directive or spread must have.
  private func requiredArguments(of node: NodeID) -> [(name: NameID, type: TypeReference)] {
    if tree.kind(node) == .fragmentSpread {
      let variables = index.fragment(ofSpread: node).map { tree.children($0, .variableDefinition) } ?? []
      return variables.filter { index.valueTypes[$0].isNonNull && tree.value($0) == nil }
        .map { (tree.nodes[$0].name, index.valueTypes[$0]) }
    }
    return arguments(of: node).map { schema[$0] }.filter(\.isRequired)
      .map { ($0.name, $0.type) }
  }

  /// The arguments of a field or directive.
  func arguments(of node: NodeID) -> TableIDs<InputValueDefinition> {
    if tree.kind(node) == .directive {
      return index.directive(node).map { schema.arguments(of: $0) } ?? TableIDs()
    }
    return index.field(node).map { schema.arguments(of: $0) } ?? TableIDs()
  }

  /// The offset at which to add an argument to a field or directive, and whether it is the first.
  func placeOfArguments(_ node: NodeID) -> (range: SourceRange, isFirst: Bool) {
    let last = tree.children(node, .argument).last
    let end = last.map { tree.range(of: $0).end } ?? nameRange(node).end
    return (SourceRange(file: tree.source(of: node), start: end, end: end), last == nil)
  }

  func fixesOfMissingInputFields(_ node: NodeID) -> [Fix] {
    guard tree.kind(node) == .objectValue, let type = index.valueTypes[node].named else { return [] }
    let present = tree.children(node, .objectField)
    let missing = schema.inputFields(of: type).map { schema[$0] }
      .filter { field in field.isRequired && !present.contains { tree.nodes[$0].name == field.name } }
    let list = missing.map { "\(names.string($0.name)): \(placeholder($0.type))" }.joined(separator: ", ")
    guard !list.isEmpty else { return [] }
    let object = tree.range(of: node)
    let end = present.last.map { tree.range(of: $0).end }
    let place = SourceRange(file: object.file, start: end ?? object.start + 1, end: end ?? object.end - 1)
    let text = present.isEmpty ? " \(list) " : ", \(list)"
    return [Fix(title: "Add the missing input fields", edits: [(place, text)])]
  }

  /// A placeholder value of a type.
  func placeholder(_ type: TypeReference) -> String {
    if type.isList { return "[]" }
    guard let type = type.named else { return "\"\"" }
    if let value = schema.enumValues(of: type).first { return names.string(schema[value].name) }
    if schema[type].kind == .inputObject { return "{}" }
    switch schema[type].name {
    case Keyword.intType: return "0"
    case Keyword.floatType: return "0.0"
    case Keyword.booleanType: return "false"
    default: return "\"\""
    }
  }

  func fixesOfAnonymousOperation(_ node: NodeID) -> [Fix] {
    guard tree.kind(node) == .operation else { return [] }
    let file = tree.source(of: node)
    let last = file.path.split(separator: "/").last ?? ""
    let name = String(
      last.prefix { $0 != "." }.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") })
    guard let first = name.first, !first.isNumber else { return [] }
    let start = Int(tree.nodes[node].start)
    let isShort = tree.has(NodeFlag.shorthand, node)
    let end = isShort ? start : start + tree.operationKind(node).keyword.utf8.count
    let text = isShort ? "query \(name) " : " \(name)"
    return [
      Fix(title: "Name it \"\(name)\"", edits: [(SourceRange(file: file, start: end, end: end), text)])
    ]
  }
}
