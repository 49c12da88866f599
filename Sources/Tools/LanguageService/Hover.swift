import ApusSource
import ApusSchema
import ApusSyntax

/// The documentation of a symbol: its GraphQL definition and text about it.
package struct Hover {
  package var code: String
  package var description: String?
  /// The reason of the deprecation.
  package var deprecation: String?
  /// The Swift declaration it becomes.
  package var swift: String?
  /// A sentence below the description.
  package var note: String?

  /// The documentation as Markdown.
  package var markdown: String {
    text("```graphql\n\(code)\n```", swift.map { "```swift\n\($0)\n```" }, "**Deprecated.**")
  }

  /// The documentation for editors without Markdown support.
  package var plainText: String { text(code, swift, "Deprecated.") }

  private func text(_ code: String, _ swift: String?, _ deprecated: String) -> String {
    [code, swift, deprecation.map { "\(deprecated) \($0)" }, description, note].compactMap(\.self)
      .joined(separator: "\n\n")
  }
}

extension Analysis {
  /// The documentation of a symbol.
  package func hover(_ symbol: Symbol) -> Hover? {
    switch symbol {
    case .field(let field): return hover(ofField: field)
    case .alias(let field): return field.map(hover(ofField:))
    case .input(let input):
      let definition = schema[input]
      return text(signature(ofInput: input), definition.node)
    case .enumValue(let value):
      let definition = schema[value]
      return text(names.string(definition.name), definition.node)
    case .type(let type): return text(header(ofType: type), schema[type].node)
    case .directive(let directive):
      let definition = schema[directive]
      return text(signature(ofDirective: directive), definition.node, deprecation: definition.deprecation)
    case .fragment(let name): return fragmentHover(name)
    case .operation(let name):
      guard let range = definitions(of: symbol).first else { return nil }
      let text = range.file.text(range.file.lineBounds(range.file.line(at: range.start)).start, range.end)
      return Hover(code: text.isEmpty ? names.string(name) : text)
    case .variable(let name, let path, let start):
      guard let variable = variables(name, path, start).first else { return nil }
      return Hover(code: tree.text(of: variable), description: tree.description(variable))
    }
  }

  private func hover(ofField field: FieldID) -> Hover {
    let definition = schema[field]
    // The parent of a meta-field exists only in the compiler.
    let isMeta = [schema.typenameField, schema.schemaField, schema.typeField].contains(field)
    let parent = isMeta ? "" : schema.name(definition.parent) + "."
    return text(parent + signature(ofField: field), definition.node)
  }

  private func fragmentHover(_ name: NameID) -> Hover? {
    guard let node = fragment(named: name) else { return nil }
    let count = references(to: .fragment(name)).filter { !$0.isDefinition }.count
    let condition = tree.child(node, .namedType).map(tree.name) ?? ""
    let variables = tree.children(node, .variableDefinition).map { MinifyingPrinter.printPart($0, of: tree) }
    let list = variables.isEmpty ? "" : "(\(variables.joined(separator: ", ")))"
    return Hover(
      code: "fragment \(names.string(name))\(list) on \(condition)", description: tree.description(node),
      note: count == 1 ? "1 spread." : "\(count) spreads.")
  }

  /// - Parameter deprecation: the node with the `@deprecated`, if it is not the definition itself; or -1.
  private func text(_ code: String, _ node: NodeID, deprecation: NodeID? = nil) -> Hover {
    guard node >= 0 else { return Hover(code: code) }
    let deprecation = deprecation ?? node
    return Hover(
      code: code, description: schema.tree.description(node),
      deprecation: deprecation < 0 ? nil : schema.tree.deprecationReason(of: deprecation))
  }

  // MARK: - Signatures

  /// A field with its arguments and type, on one line if it is short.
  package func signature(ofField field: FieldID) -> String {
    let definition = schema[field]
    return names.string(definition.name) + list(schema.arguments(of: field)) + ": "
      + schema.description(definition.type)
  }

  package func signature(ofInput input: InputValueID) -> String {
    let definition = schema[input]
    var text = names.string(definition.name) + ": " + schema.description(definition.type)
    if definition.hasDefault {
      text += " = " + MinifyingPrinter.printPart(definition.defaultValue, of: schema.tree)
    }
    return text
  }

  package func signature(ofDirective directive: DirectiveID) -> String {
    "directive @" + names.string(schema[directive].name) + list(schema.arguments(of: directive))
  }

  private func list(_ arguments: TableIDs<InputValueDefinition>) -> String {
    if arguments.isEmpty { return "" }
    let all = arguments.map(signature(ofInput:))
    let line = all.joined(separator: ", ")
    return line.utf8.count > 60 ? "(\n  " + all.joined(separator: "\n  ") + "\n)" : "(\(line))"
  }

  /// The first line of a type definition.
  private func header(ofType type: TypeID) -> String {
    let definition = schema[type]
    let name = schema.name(type)
    let related = schema.relatedTypes(of: type).map { schema.name($0) }
    switch definition.kind {
    case .scalar: return "scalar \(name)"
    case .object:
      return "type \(name)" + (related.isEmpty ? "" : " implements " + related.joined(separator: " & "))
    case .interface:
      return "interface \(name)" + (related.isEmpty ? "" : " implements " + related.joined(separator: " & "))
    case .union:
      return "union \(name) = " + related.prefix(12).joined(separator: " | ")
        + (related.count > 12 ? " | …" : "")
    case .enum:
      let values = schema.enumValues(of: type).map { names.string(schema[$0].name) }
      return "enum \(name) { " + values.prefix(12).joined(separator: " ") + (values.count > 12 ? " …" : "")
        + " }"
    case .inputObject:
      let fields = schema.inputFields(of: type).map(signature(ofInput:))
      return "input \(name) {\n  " + fields.prefix(20).joined(separator: "\n  ")
        + (fields.count > 20 ? "\n  …" : "") + "\n}"
    }
  }
}
