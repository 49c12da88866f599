import ApusSource
import ApusSchema
import ApusSyntax

/// Describes what is valid at the cursor: the nodes that are open there, with their types.
///
/// It only depends on the text before the cursor, because text that is being typed usually does not parse.
package struct CursorContext {
  /// The role that a name at the cursor would have.
  package enum Place {
    /// A keyword that starts a definition.
    case keyword
    /// The name of a definition.
    case definitionName
    /// A field of the type, or an alias.
    case selection(TypeID?)
    /// `on` or a fragment name, after `...` in a selection set of the type.
    case spread(TypeID?)
    /// A type, after `on`. The associated type is that of the enclosing selection set, or nil in a fragment definition.
    case condition(TypeID?)
    /// A directive name after `@`, in one of the specification's locations.
    case directive(location: NameID)
    /// The name of one of some arguments.
    case argument(TableIDs<InputValueDefinition>)
    /// An argument name in a spread of the fragment.
    case fragmentArgument(NameID)
    /// The value of an argument of a spread.
    case fragmentValue(NameID, argument: NameID)
    /// A field of an input object.
    case inputField(TypeID?)
    /// A value of an argument, an input field or a variable's default; the latter is constant.
    case value(TypeReference, isConstant: Bool)
    /// A variable name after `$`, where a value of the type is expected.
    case variable(TypeReference)
    /// The name in a variable definition.
    case variableDefinition
    /// The type of a variable.
    case variableType
    /// Anything else.
    case unknown
  }

  /// A variable defined by the enclosing operation.
  package struct Variable {
    package var name: NameID
    package var type: TypeReference
  }

  package private(set) var place = Place.unknown
  /// The whole name at the cursor, including the part after it; empty if there is none.
  package let name: Range<Int>
  /// The names already present: fields of the selection set, arguments, input fields, directives. Empty until ``findPresentNames()``.
  package private(set) var presentNames: [NameID] = []

  let source: SourceFile
  let schema: Schema
  let syntax: OpenSyntax
  var tree: SyntaxTree { syntax.tree }
  /// The type, field or argument of each open node.
  let scopes: [Scope]

  /// - Parameters:
  ///   - offset: the cursor, in bytes from the start of `source`.
  ///   - schema: resolves names; the text's names are looked up in its table.
  package init(_ source: SourceFile, at offset: Int, schema: Schema) {
    self.source = source
    self.schema = schema
    let p = source.bytes
    var start = min(max(offset, 0), source.count)
    var end = start
    while start > 0, CursorContext.isNamePart(p[start - 1]) { start -= 1 }
    while end < source.count, CursorContext.isNamePart(p[end]) { end += 1 }
    name = start..<end
    syntax = OpenSyntax(of: source, to: start, names: schema.names)
    scopes = Scope.all(syntax, schema)
    if !syntax.isWithinToken { place = placeAtEnd }
  }

  /// Finds the ``presentNames``. This parses the whole text, because names after the cursor count too.
  mutating func findPresentNames() { presentNames = namesInList }

  package static func isNamePart(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
      || byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
  }

  /// The last byte before the cursor that belongs to a token.
  var last: UInt8 { syntax.tokenEnd == 0 ? 0 : source.bytes[syntax.tokenEnd - 1] }

  // MARK: - The definition

  /// The definition around the cursor.
  private var definition: NodeID? { syntax.path.first }

  /// The keyword of the enclosing definition; 0 for none and for the query shorthand.
  package var keyword: NameID {
    guard let definition, !tree.has(NodeFlag.shorthand, definition) else { return 0 }
    if tree.kind(definition) == .fragmentDefinition { return Keyword.fragment }
    return tree.names.find(tree.operationKind(definition).keyword)
  }

  /// The start of the enclosing definition, without its description; nil between definitions.
  package var definitionStart: Int? {
    definition.map(tree.keywordStart)
  }

  private var variableDefinitions: [NodeID] {
    definition.map { tree.children($0, .variableDefinition).filter { tree.nodes[$0].name != 0 } } ?? []
  }

  /// The variables of the enclosing definition.
  package var variables: [Variable] {
    variableDefinitions.map { node in
      let type = tree.type(node).map { schema.typeReference($0, in: tree) }
      return Variable(name: tree.nodes[node].name, type: type ?? TypeReference(nil))
    }
  }

  /// The offset at which to add a variable definition: after the operation's name, or after its last variable.
  package var variablesEnd: Int? {
    guard let definition, !tree.has(NodeFlag.shorthand, definition) else { return nil }
    if let last = variableDefinitions.last { return Int(tree.nodes[last].end) }
    if tree.nodes[definition].name != 0 { return tree.nameRange(of: definition).end }
    return definitionStart.map { $0 + tree.names.bytes(keyword).count }
  }

  /// Whether the operation already defines variables.
  package var hasVariables: Bool { !variableDefinitions.isEmpty }

  /// The name of the argument or input field whose value is at the cursor, or nil.
  package var inputName: NameID? {
    scopes.reversed().lazy.compactMap(\.input).first.map { schema[$0].name }
  }
}
