import ApusSource
import ApusSchema
import ApusSyntax

/// The thing that a name in a document or a schema refers to.
package enum Symbol: Equatable {
  case field(FieldID)
  /// An argument or an input field.
  case input(InputValueID)
  case enumValue(EnumValueID)
  case type(TypeID)
  case directive(DirectiveID)
  case fragment(NameID)
  case operation(NameID)
  /// A variable, with the path and offset, in the file there, of the definition that contains it.
  case variable(NameID, path: String, definition: Int)
  /// A field's alias, which only has meaning within its selection, and the field; nil if that is unknown.
  case alias(FieldID?)
}

/// A symbol and the place of the name that refers to it.
package struct SymbolAtPlace {
  package let symbol: Symbol
  package let range: SourceRange
}

extension Analysis {
  /// The symbol at a place of a document; nil if there is no name or it is unknown.
  package func symbol(in source: SourceFile, at offset: Int) -> SymbolAtPlace? {
    let context = CursorContext(source, at: offset, schema: schema)
    guard !context.name.isEmpty else { return nil }
    let name = nameID(source, context.name)
    guard name != 0, let symbol = symbol(name, context, source) else { return nil }
    return SymbolAtPlace(
      symbol: symbol,
      range: SourceRange(file: source, start: context.name.lowerBound, end: context.name.upperBound)
    )
  }

  private func symbol(_ name: NameID, _ context: CursorContext, _ source: SourceFile) -> Symbol? {
    let definition = context.definitionStart ?? 0
    switch context.place {
    case .keyword, .unknown: return nil
    case .definitionName: return context.keyword == Keyword.fragment ? .fragment(name) : .operation(name)
    case .selection(let type):
      guard let type else { return nil }
      if let alias = alias(source, context.name.upperBound, type) { return alias }
      return schema.field(name, of: type).map(Symbol.field)
    case .spread: return name == Keyword.on ? nil : .fragment(name)
    case .condition, .variableType: return schema.type(named: name).map(Symbol.type)
    case .directive: return schema.directive(named: name).map(Symbol.directive)
    case .argument(let arguments): return arguments.first { schema[$0].name == name }.map(Symbol.input)
    case .fragmentArgument(let fragment): return self.symbol(ofVariable: name, of: fragment)
    case .fragmentValue(let fragment, let argument):
      let type = fragmentVariable(argument, of: fragment).flatMap { index.valueTypes[$0].named }
      return type.flatMap { schema.enumValue(name, of: $0) }.map(Symbol.enumValue)
    case .inputField(let type): return type.flatMap { schema.inputField(name, of: $0) }.map(Symbol.input)
    case .value(let type, _):
      return type.named.flatMap { schema.enumValue(name, of: $0) }.map(Symbol.enumValue)
    case .variable, .variableDefinition:
      return .variable(name, path: source.path, definition: source.offsetInFile(definition))
    }
  }

  /// The alias that ends at `end`, of the field after the colon.
  private func alias(_ source: SourceFile, _ end: Int, _ type: TypeID) -> Symbol? {
    let p = source.bytes
    var offset = end
    func skipBlanks() { while p[offset] == 0x20 || p[offset] == 0x09 { offset += 1 } }
    skipBlanks()
    guard p[offset] == UInt8(ascii: ":") else { return nil }
    offset += 1
    skipBlanks()
    let start = offset
    while CursorContext.isNamePart(p[offset]) { offset += 1 }
    return .alias(schema.field(nameID(source, start..<offset), of: type))
  }

  /// The symbol at a place of one of the schema's files.
  package func symbolOfSchema(_ path: String, at offset: Int) -> SymbolAtPlace? {
    let tree = schema.tree
    for file in tree.files.dropFirst() where file.source.path == path {
      let nodes = tree.nodes(around: offset..<offset, from: file.first, to: file.end)
      for node in nodes.reversed() {
        let range = tree.nameRange(of: node)
        if range.start <= offset, offset <= range.end, let symbol = symbol(ofSchemaNode: node) {
          return SymbolAtPlace(symbol: symbol, range: range)
        }
      }
    }
    return nil
  }

  /// The symbol that a schema node refers to; nil if it is unknown.
  func symbol(ofSchemaNode node: NodeID) -> Symbol? {
    let tree = schema.tree
    let entry = tree.nodes[node]
    switch entry.kind {
    case .namedType, .scalarType, .objectType, .interfaceType, .unionType, .enumType, .inputObjectType:
      return schema.type(named: entry.name).map(Symbol.type)
    case .directive, .directiveDefinition:
      return schema.directive(named: entry.name).map(Symbol.directive)
    case .fieldDefinition:
      return schema.allFields.first { schema[$0].node == node }.map(Symbol.field)
    case .inputValueDefinition:
      return schema.allInputValues.first { schema[$0].node == node }.map(Symbol.input)
    case .enumValueDefinition:
      return schema.allEnumValues.first { schema[$0].node == node }.map(Symbol.enumValue)
    default: return nil
    }
  }
}
