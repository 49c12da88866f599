import ApusDocuments
import ApusSchema
import ApusSyntax

/// Writes definitions as they are sent: with the added selections, and without what is for clients.
struct SentTextPrinter: ~Copyable {
  private var tokens = TokenWriter()
  private let expanded: ExpandedDocuments
  private let documents: DocumentIndex
  private let selections: SentSelections
  // Stored: a computed property would copy the whole struct in an unoptimized build.
  private let tree: SyntaxTree
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
  var string: String { tokens.string }

  /// Writes a name or a keyword.
  mutating func write(_ word: String) { tokens.write(name: word) }

  /// Writes a name.
  mutating func write(_ name: NameID) { tokens.write(name: name, of: tree.names) }

  /// Writes definitions that were written before; they end in a brace.
  mutating func write(definitions: String) { tokens.write(definitions: definitions) }

  // MARK: - Operations

  mutating func writeVariables(_ operation: NodeID) {
    let variables = tree.children(operation, .variableDefinition)
    if variables.isEmpty { return }
    tokens.write("(")
    for variable in variables {
      tokens.write("$")
      write(tree.nodes[variable].name)
      tokens.write(":")
      if let type = tree.type(variable) { writeType(type) }
      if let value = tree.value(variable) {
        tokens.write("=")
        writeValue(value)
      }
      writeDirectives(variable)
    }
    tokens.write(")")
  }

  mutating func writeDirectives(_ node: NodeID) {
    for directive in tree.children(node, .directive) { writeDirective(directive) }
  }

  /// Writes a directive, unless it is for clients.
  private mutating func writeDirective(_ directive: NodeID) {
    if !documents.isSent(directive: tree.nodes[directive].name) { return }
    tokens.write("@")
    write(tree.nodes[directive].name)
    writeArguments(directive)
  }

  /// Writes a directive without arguments.
  mutating func write(directive: NameID) {
    tokens.write("@")
    write(directive)
  }

  // MARK: - Selections

  mutating func writeSelections(_ set: NodeID) {
    tokens.write("{")
    let original = expanded.origin(set)
    if let key = selections.typenames[original] { writeTypename(key) }
    if let type = selections.markers.type(in: original) {
      write(marker: selections.markerNames.type(type, at: original))
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
        tokens.writeSpread()
        write(tree.nodes[node].name)
        writeDirectives(ofFragment: node)
      case .inlineFragment:
        writeMarkers(inFrontOf: node)
        tokens.writeSpread()
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
    tokens.write("}")
  }

  /// Writes the fields that only a cache needs. They come last, where they do not hold up the decoder.
  private mutating func writeCacheFields(_ added: CacheSelections.Fields, _ type: TypeID) {
    if added.addsTypename { writeKeys([Keyword.typename], type) }
    writeKeys(added.keys, type)
    for (type, keys) in added.conditions {
      tokens.writeSpread()
      write("on")
      write(documents.schema.types[Int(type)].name)
      tokens.write("{")
      writeKeys(keys, type)
      tokens.write("}")
    }
  }

  private mutating func writeKeys(_ keys: [NameID], _ type: TypeID) {
    for key in keys {
      write(selections.cache.alias(of: key, on: type))
      tokens.write(":")
      write(key)
    }
  }

  private mutating func writeMarkers(inFrontOf selection: NodeID) {
    if selections.markers.inFront.isEmpty { return }
    let original = expanded.origin(selection)
    for chain in selections.markers.inFront[original] ?? [] { writeMarker(chain, at: original) }
  }

  /// The marker of the last of some type conditions, under all of them.
  ///
  /// - Parameter original: the selection that it is in front of.
  private mutating func writeMarker(_ chain: [TypeID], at original: NodeID) {
    for type in chain {
      tokens.writeSpread()
      write("on")
      write(documents.schema.name(type))
      tokens.write("{")
    }
    if let type = chain.last { write(marker: selections.markerNames.type(type, at: original)) }
    for _ in chain { tokens.write("}") }
  }

  private mutating func writeField(_ field: NodeID) {
    writeFieldHead(field)
    writeDirectives(field)
    if let set = documents.selectionSet(field) { writeSelections(set) }
  }

  private mutating func writeFieldHead(_ field: NodeID) {
    if tree.nodes[field].extra != 0 {
      write(tree.nodes[field].extra)
      tokens.write(":")
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
      tokens.write("@")
      write(tree.nodes[directive].name)
      tokens.write("(")
      for argument in tree.children(directive, .argument) where tree.nodes[argument].name == Keyword.if {
        writeNamedValue(argument)
      }
      write("label")
      tokens.write(":")
      tokens.write(string: deferral.label + labelSuffix)
      tokens.write(")")
    }
  }

  private mutating func writeTypename(_ key: NameID) {
    if key != Keyword.typename {
      write(key)
      tokens.write(":")
    }
    write(Keyword.typename)
  }

  private mutating func write(marker: String) {
    write(marker)
    tokens.write(":")
    write("__typename")
  }

  private mutating func writeArguments(_ node: NodeID) {
    let arguments = tree.children(node, .argument)
    if arguments.isEmpty { return }
    tokens.write("(")
    for argument in arguments { writeNamedValue(argument) }
    tokens.write(")")
  }

  private mutating func writeNamedValue(_ node: NodeID) {
    write(tree.nodes[node].name)
    tokens.write(":")
    if let value = tree.value(node) { writeValue(value) }
  }

  // MARK: - Values and types

  /// Nesting is bounded by the parser.
  private mutating func writeValue(_ value: NodeID) {
    switch tree.kind(value) {
    case .variable:
      tokens.write("$")
      write(tree.nodes[value].name)
    case .nullValue: write(Keyword.null)
    case .stringValue: tokens.write(string: tree.stringValue(value))
    case .intValue, .floatValue: tokens.write(number: tree.text(of: value))
    case .listValue:
      tokens.write("[")
      for element in tree.children(value) { writeValue(element) }
      tokens.write("]")
    case .objectValue:
      tokens.write("{")
      for field in tree.children(value) { writeNamedValue(field) }
      tokens.write("}")
    default: write(tree.nodes[value].name)
    }
  }

  private mutating func writeType(_ type: NodeID) {
    if tree.kind(type) == .listType {
      tokens.write("[")
      if let element = tree.type(type) { writeType(element) }
      tokens.write("]")
    } else {
      write(tree.nodes[type].name)
    }
    if tree.has(NodeFlag.nonNull, type) { tokens.write("!") }
  }
}
