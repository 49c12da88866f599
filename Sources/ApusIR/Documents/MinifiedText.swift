import ApusSchema
import ApusSyntax

/// Nodes to text without a byte more than the language asks for.
struct MinifiedText {
  private(set) var bytes: [UInt8] = []
  private let documents: DocumentIndex
  private let additions: Additions
  // Stored: a computed property would copy the whole struct in an unoptimized build.
  private let tree: SyntaxTree
  /// Whether the text ends in a name or number, which must not run into the next one.
  private var endsInWord = false

  init(_ documents: DocumentIndex, _ additions: Additions) {
    self.documents = documents
    self.additions = additions
    tree = documents.tree
  }

  /// Writes a name, keyword or number.
  mutating func write(_ word: String) {
    if endsInWord { bytes.append(UInt8(ascii: " ")) }
    bytes.append(contentsOf: word.utf8)
    endsInWord = true
  }

  private mutating func punctuate(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    endsInWord = false
  }

  // MARK: - Operations

  mutating func writeVariables(_ operation: NodeID) {
    let variables = tree.children(operation, .variableDefinition)
    if variables.isEmpty { return }
    punctuate("(")
    for variable in variables {
      punctuate("$")
      write(tree.name(variable))
      punctuate(":")
      if let type = tree.type(variable) { writeType(type) }
      if let value = tree.value(variable) {
        punctuate("=")
        writeValue(value)
      }
      writeDirectives(variable)
    }
    punctuate(")")
  }

  mutating func writeDirectives(_ node: NodeID) {
    for directive in tree.children(node, .directive) where tree.nodes[directive].name != Keyword.apus {
      punctuate("@")
      write(tree.name(directive))
      writeArguments(directive)
    }
  }

  // MARK: - Selections

  mutating func writeSelections(_ set: NodeID) {
    punctuate("{")
    if additions.addsTypename(to: set) { write("__typename") }
    for field in additions.cacheFields[set] ?? [] { write(tree.names.string(field)) }
    if let type = additions.typeMarker(in: set) {
      write(Markers.typeKey(documents.schema.name(type)))
      punctuate(":")
      write("__typename")
    }
    for selection in tree.children(set) {
      switch tree.kind(selection) {
      case .field: writeField(selection)
      case .fragmentSpread: writeSpread(selection)
      case .inlineFragment:
        punctuate("...")
        writeCondition(selection)
        writeDirectives(selection)
        if let inner = documents.selectionSet(selection) { writeSelections(inner) }
      default: continue
      }
    }
    punctuate("}")
  }

  private mutating func writeField(_ field: NodeID) {
    if tree.nodes[field].extra != 0 {
      write(tree.names.string(tree.nodes[field].extra))
      punctuate(":")
    }
    write(tree.name(field))
    writeArguments(field)
    writeDirectives(field)
    if let set = documents.selectionSet(field) { writeSelections(set) }
  }

  private mutating func writeCondition(_ fragment: NodeID) {
    guard let condition = tree.child(fragment, .namedType) else { return }
    write("on")
    write(tree.name(condition))
  }

  /// A spread; when variables decide on it, with the marker that tells whether it applied.
  private mutating func writeSpread(_ spread: NodeID) {
    punctuate("...")
    write(tree.name(spread))
    writeDirectives(spread)
    guard additions.isConditional(spread: spread), let fragment = documents.fragment(ofSpread: spread)
    else { return }
    // Under the fragment's own type condition too: it says whether the fragment's fields are there.
    punctuate("...")
    writeCondition(fragment)
    writeDirectives(spread)
    punctuate("{")
    write(Markers.fragmentKey(tree.name(fragment)))
    punctuate(":")
    write("__typename")
    punctuate("}")
  }

  private mutating func writeArguments(_ node: NodeID) {
    let arguments = tree.children(node, .argument)
    if arguments.isEmpty { return }
    punctuate("(")
    for argument in arguments { writeNamedValue(argument) }
    punctuate(")")
  }

  private mutating func writeNamedValue(_ node: NodeID) {
    write(tree.name(node))
    punctuate(":")
    if let value = tree.value(node) { writeValue(value) }
  }

  // MARK: - Values and types

  /// Nesting is bounded by the parser.
  private mutating func writeValue(_ value: NodeID) {
    switch tree.kind(value) {
    case .variable:
      punctuate("$")
      write(tree.name(value))
    case .stringValue:
      punctuate("")
      bytes.append(contentsOf: StringLiteral.quoted(tree.stringValue(value)).utf8)
    case .listValue:
      punctuate("[")
      for element in tree.children(value) { writeValue(element) }
      punctuate("]")
    case .objectValue:
      punctuate("{")
      for field in tree.children(value) { writeNamedValue(field) }
      punctuate("}")
    default: write(tree.text(of: value))
    }
  }

  private mutating func writeType(_ type: NodeID) {
    if tree.kind(type) == .listType {
      punctuate("[")
      if let element = tree.type(type) { writeType(element) }
      punctuate("]")
    } else {
      write(tree.name(type))
    }
    if tree.has(NodeFlag.nonNull, type) { punctuate("!") }
  }
}

/// Response keys that the compiler adds.
package enum Markers {
  /// Tells that the object is of an interface or union, also when its type was unknown at compile time.
  package static func typeKey(_ type: String) -> String { "__is\(type)" }

  /// Tells that a fragment under `@include` or `@skip` was included.
  package static func fragmentKey(_ fragment: String) -> String { "__has\(fragment)" }
}
