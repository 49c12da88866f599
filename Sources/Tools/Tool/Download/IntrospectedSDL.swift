import ApusSchema
import ApusSyntax

/// Converts the SDL that the schema loader makes from an introspection result to the form in which people write it.
///
/// Descriptions become block strings, and an empty line precedes a member's description. A schema definition that only repeats the default names of
/// the root types is left out, and so is a definition of `@apus`. The formatter does the rest.
struct IntrospectedSDL {
  private let tree: SyntaxTree
  private let text: UnsafeBufferPointer<UInt8>
  private var output: [UInt8] = []
  /// The end of the copied text.
  private var end = 0

  /// The SDL of a schema that was loaded from one introspection result, with its capabilities.
  static func text(of schema: Schema) -> String {
    // The first file contains the specification's own definitions.
    guard let file = schema.tree.files.dropFirst().first else { return "" }
    var sdl = IntrospectedSDL(schema.tree, file)
    for definition in schema.tree.definitions(file) {
      guard let remark = schema.remark(onLeavingOut: definition) else {
        sdl.copy(definition, indentation: 0)
        continue
      }
      sdl.copy(to: Int(schema.tree.nodes[definition].start))
      sdl.output += remark.utf8
      sdl.end = Int(schema.tree.nodes[definition].end)
    }
    sdl.copy(to: sdl.text.count)
    return (schema.capabilities?.comment ?? "") + String(decoding: sdl.output, as: UTF8.self)
  }

  private init(_ tree: SyntaxTree, _ file: SyntaxTree.File) {
    self.tree = tree
    text = UnsafeBufferPointer(start: file.source.bytes, count: file.source.count)
    output.reserveCapacity(text.count + text.count / 4)
  }

  private mutating func copy(to offset: Int) {
    output += text[end..<offset]
    end = offset
  }

  /// Copies a definition or a member, and replaces the descriptions in it.
  private mutating func copy(_ node: NodeID, indentation: Int) {
    for child in tree.children(node) {
      switch tree.kind(child) {
      case .description: copyDescription(child, indentation)
      case .fieldDefinition, .enumValueDefinition, .inputValueDefinition:
        copy(child, indentation: indentation + 2)
      default: continue
      }
    }
  }

  private mutating func copyDescription(_ node: NodeID, _ indentation: Int) {
    copy(to: Int(tree.nodes[node].start))
    if let last = output.last, last != UInt8(ascii: "{"), last != UInt8(ascii: "(") { output += "\n\n".utf8 }
    let value = tree.stringValue(node)
    if StringLiteral.canBeBlock(value) {
      for byte in StringLiteral.block(value).utf8 {
        output.append(byte)
        if byte == UInt8(ascii: "\n") { output += repeatElement(UInt8(ascii: " "), count: indentation) }
      }
      end = Int(tree.nodes[node].end)
    }
  }
}

extension Schema {
  /// The comment in place of a definition that is left out; nil if it is not.
  fileprivate func remark(onLeavingOut definition: NodeID) -> String? {
    switch tree.kind(definition) {
    case .schemaDefinition where hasDefaultRoots(definition): ""
    case .directiveDefinition where tree.nodes[definition].name == Keyword.apus:
      "# The server's definition of @apus is left out, because the compiler has its own.\n\n"
    default: nil
    }
  }

  /// Whether the schema definition can be left out, because it has the default root types and no description.
  fileprivate func hasDefaultRoots(_ definition: NodeID) -> Bool {
    tree.description(definition) == nil && queryType == type(named: Keyword.queryType)
      && mutationType == type(named: Keyword.mutationType)
      && subscriptionType == type(named: Keyword.subscriptionType)
  }
}
