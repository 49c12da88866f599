import ApusDocuments
import ApusSchema
import ApusSyntax

/// Nodes to text without a byte more than the language asks for.
struct MinifyingPrinter: ~Copyable {
  private var text = TextBuffer()
  private let expanded: ExpandedDocuments
  private let documents: DocumentIndex
  private let selections: SentSelections
  // Stored: a computed property would copy the whole struct in an unoptimized build.
  private let tree: SyntaxTree
  /// Whether the text ends in a name or number, which must not run into the next one.
  private var endsInWord = false
  private let labelSuffix: String

  /// - Parameter labelSuffix: what the labels of deferred fragments end with.
  init(_ expanded: ExpandedDocuments, _ selections: SentSelections, labelSuffix: String = "") {
    self.expanded = expanded
    documents = expanded.index
    self.selections = selections
    self.labelSuffix = labelSuffix
    tree = documents.tree
  }

  /// The text so far.
  var string: String { text.string }

  /// Writes a name, keyword or number.
  mutating func write(_ word: String) {
    if endsInWord { text.append(UInt8(ascii: " ")) }
    text.append(word)
    endsInWord = true
  }

  /// Writes a name.
  mutating func write(_ name: NameID) {
    if endsInWord { text.append(UInt8(ascii: " ")) }
    text.append(tree.names.bytes(name))
    endsInWord = true
  }

  /// Writes definitions that were written before; they end in a brace.
  mutating func write(definitions: String) {
    text.append(definitions)
    endsInWord = false
  }

  private mutating func punctuate(_ mark: Unicode.Scalar) {
    text.append(UInt8(ascii: mark))
    endsInWord = false
  }

  private mutating func punctuateSpread() {
    punctuate(".")
    punctuate(".")
    punctuate(".")
  }

  // MARK: - Operations

  mutating func writeVariables(_ operation: NodeID) {
    let variables = tree.children(operation, .variableDefinition)
    if variables.isEmpty { return }
    punctuate("(")
    for variable in variables {
      punctuate("$")
      write(tree.nodes[variable].name)
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
    for directive in tree.children(node, .directive) { writeDirective(directive) }
  }

  /// Writes a directive, unless it is for clients.
  private mutating func writeDirective(_ directive: NodeID) {
    if !documents.isSent(directive: tree.nodes[directive].name) { return }
    punctuate("@")
    write(tree.nodes[directive].name)
    writeArguments(directive)
  }

  /// Writes a directive without arguments.
  mutating func write(directive: NameID) {
    punctuate("@")
    write(directive)
  }

  // MARK: - Selections

  mutating func writeSelections(_ set: NodeID) {
    punctuate("{")
    let original = expanded.origin(set)
    if selections.typenames.contains(original) { write(Keyword.typename) }
    if let type = selections.markers.type(in: original) {
      write(marker: selections.markerNames.type(type))
    }
    var selection = set &+ 1
    let end = Int(tree.nodes[set].next)
    while selection < end {
      let node = selection
      selection = Int(tree.nodes[node].next)
      switch tree.nodes[node].kind {
      case .field: writeField(node)
      case .fragmentSpread:
        writeMarkers(inFrontOf: node)
        punctuateSpread()
        write(tree.nodes[node].name)
        writeDirectives(ofFragment: node)
      case .inlineFragment:
        writeMarkers(inFrontOf: node)
        punctuateSpread()
        writeCondition(node)
        writeDirectives(ofFragment: node)
        if let inner = documents.selectionSet(node) { writeSelections(inner) }
      default: continue
      }
    }
    for field in selections.cache.properties[original] ?? [] {
      write(documents.schema.fields[Int(field)].name)
    }
    if let added = selections.cache.fields[original] { writeCacheFields(added, documents.parentType(set)) }
    punctuate("}")
  }

  /// Writes the fields that only a cache needs. They come last, where they do not hold up the decoder.
  private mutating func writeCacheFields(_ added: CacheSelections.Fields, _ type: TypeID) {
    if added.addsTypename { writeKeys([Keyword.typename], type) }
    writeKeys(added.keys, type)
    for (type, keys) in added.conditions {
      punctuateSpread()
      write("on")
      write(documents.schema.types[Int(type)].name)
      punctuate("{")
      writeKeys(keys, type)
      punctuate("}")
    }
  }

  private mutating func writeKeys(_ keys: [NameID], _ type: TypeID) {
    for key in keys {
      if let alias = selections.cache.alias(of: key, on: type) {
        write(alias)
        punctuate(":")
      }
      write(key)
    }
  }

  private mutating func writeMarkers(inFrontOf selection: NodeID) {
    if selections.markers.inFront.isEmpty { return }
    for chain in selections.markers.inFront[expanded.origin(selection)] ?? [] { writeMarker(chain) }
  }

  /// The marker of the last of some type conditions, under all of them.
  private mutating func writeMarker(_ chain: [TypeID]) {
    for type in chain {
      punctuateSpread()
      write("on")
      write(documents.schema.name(type))
      punctuate("{")
    }
    if let type = chain.last { write(marker: selections.markerNames.type(type)) }
    for _ in chain { punctuate("}") }
  }

  private mutating func writeField(_ field: NodeID) {
    writeFieldHead(field)
    writeDirectives(field)
    if let set = documents.selectionSet(field) { writeSelections(set) }
  }

  private mutating func writeFieldHead(_ field: NodeID) {
    if tree.nodes[field].extra != 0 {
      write(tree.nodes[field].extra)
      punctuate(":")
    }
    write(tree.nodes[field].name)
    writeArguments(field)
  }

  private mutating func writeCondition(_ fragment: NodeID) {
    guard let condition = tree.child(fragment, .namedType) else { return }
    write("on")
    write(tree.nodes[condition].name)
  }

  /// The directives of a spread or an inline fragment; of one that is deferred with its label.
  private mutating func writeDirectives(ofFragment selection: NodeID) {
    guard selections.separate.deferrals.sendsLabels,
      let deferral = selections.separate.deferrals[expanded.origin(selection)]
    else {
      writeDirectives(selection)
      return
    }
    for directive in tree.children(selection, .directive) {
      guard tree.nodes[directive].name == Keyword.defer else {
        writeDirective(directive)
        continue
      }
      punctuate("@")
      write(tree.nodes[directive].name)
      punctuate("(")
      for argument in tree.children(directive, .argument) where tree.nodes[argument].name == Keyword.if {
        writeNamedValue(argument)
      }
      write("label")
      punctuate(":")
      text.append(StringLiteral.quoted(deferral.label + labelSuffix))
      endsInWord = false
      punctuate(")")
    }
  }

  private mutating func write(marker: String) {
    write(marker)
    punctuate(":")
    write("__typename")
  }

  private mutating func writeArguments(_ node: NodeID) {
    let arguments = tree.children(node, .argument)
    if arguments.isEmpty { return }
    punctuate("(")
    for argument in arguments { writeNamedValue(argument) }
    punctuate(")")
  }

  private mutating func writeNamedValue(_ node: NodeID) {
    write(tree.nodes[node].name)
    punctuate(":")
    if let value = tree.value(node) { writeValue(value) }
  }

  // MARK: - Values and types

  /// Nesting is bounded by the parser.
  private mutating func writeValue(_ value: NodeID) {
    switch tree.kind(value) {
    case .variable:
      punctuate("$")
      write(tree.nodes[value].name)
    case .nullValue: write(Keyword.null)
    case .stringValue:
      text.append(StringLiteral.quoted(tree.stringValue(value)))
      endsInWord = false
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
      write(tree.nodes[type].name)
    }
    if tree.has(NodeFlag.nonNull, type) { punctuate("!") }
  }
}
