/// Relay's form of fragment arguments becomes the nodes of the specification's own: `@argumentDefinitions` a fragment's variables,
/// `@arguments` a spread's arguments.
///
/// https://relay.dev/docs/api-reference/graphql-and-directives/#argumentdefinitions
extension Parser {
  /// Rewrites the children of a fragment or a spread that is still open, after its directives.
  mutating func translateRelayArguments(of node: NodeID) throws(SyntaxError) {
    let relay = tree.names.find(nodes[node].kind == .fragmentDefinition ? "argumentDefinitions" : "arguments")
    let first = node &+ 1
    let old = Array(UnsafeBufferPointer(start: nodes + first, count: storage.pointee.count &- first))
    let parts = children(0, old.count, of: old, first)
    func isRelay(_ part: Int) -> Bool { old[part].kind == .directive && old[part].name == relay }
    guard relay != 0, let directive = parts.first(where: isRelay) else { return }
    let isOfFragment = nodes[node].kind == .fragmentDefinition
    if parts.contains(where: { old[$0].kind == (isOfFragment ? .variableDefinition : .argument) }) {
      throw SyntaxError(
        message: isOfFragment
          ? "The fragment has variables after its name as well. Write all of them in one of the two forms."
          : "The spread has arguments after its name as well. Write all of them in one of the two forms.",
        start: Int(old[directive].start), end: Int(old[directive].end))
    }
    storage.pointee.count = first
    // In the grammar, variables and arguments precede everything but the description.
    for part in parts where old[part].kind == .description { copy(part, of: old, first) }
    for part in parts where isRelay(part) {
      for argument in children(part + 1, Int(old[part].next) - first, of: old, first) {
        if isOfFragment {
          try appendVariableDefinition(argument, of: old, first)
        } else {
          copy(argument, of: old, first)
        }
      }
    }
    for part in parts where old[part].kind != .description && !isRelay(part) { copy(part, of: old, first) }
  }

  /// `size: { type: "Int", defaultValue: 100 }` becomes `$size: Int = 100`.
  private mutating func appendVariableDefinition(
    _ argument: Int, of old: [Node], _ first: NodeID
  ) throws(SyntaxError) {
    let value = argument + 1
    var type: Int?
    var defaultValue: Int?
    if old[value].kind == .objectValue {
      for field in children(value + 1, Int(old[value].next) - first, of: old, first) {
        switch tree.names.string(old[field].name) {
        case "type" where old[field + 1].kind == .stringValue: type = field + 1
        case "defaultValue": defaultValue = field + 1
        default: throw refuse(old[field])
        }
      }
    }
    guard let type else { throw refuse(old[value]) }
    var variable = old[argument]
    variable.kind = .variableDefinition
    let definition = append(variable)
    variable.kind = .variable
    variable.end = variable.extra + UInt32(tree.names.bytes(variable.name).count)
    finish(append(variable))
    var place = Int(old[type].start) + 1
    try appendType(&place, in: old[type])
    guard place == Int(old[type].end) - 1 else { throw refuse(old[type]) }
    if let defaultValue { copy(defaultValue, of: old, first) }
    finish(definition)
  }

  /// Type : NamedType | ListType | NonNullType
  ///
  /// - Parameters:
  ///   - place: the offset of the next byte.
  ///   - string: the string that contains the type.
  private mutating func appendType(_ place: inout Int, in string: Node) throws(SyntaxError) {
    let start = place
    let node = append(
      Node(kind: .namedType, flags: 0, name: 0, start: UInt32(start), end: 0, next: 0, extra: UInt32(start)))
    if lexer.bytes[place] == UInt8(ascii: "[") {
      nodes[node].kind = .listType
      nodes[node].extra = 0
      place += 1
      try enterNesting()
      try appendType(&place, in: string)
      depth = depth &- 1
      guard lexer.bytes[place] == UInt8(ascii: "]") else { throw refuse(string) }
      place += 1
    } else {
      while CharacterClass.continuesName(lexer.classes[Int(lexer.bytes[place])]) { place += 1 }
      guard place > start, lexer.classes[Int(lexer.bytes[start])] == CharacterClass.name else {
        throw refuse(string)
      }
      nodes[node].name = tree.names.intern(lexer.text(start, place))
    }
    if lexer.bytes[place] == UInt8(ascii: "!") {
      nodes[node].flags = NodeFlag.nonNull
      place += 1
    }
    nodes[node].end = UInt32(place)
    finish(node)
  }

  private func refuse(_ node: Node) -> SyntaxError {
    SyntaxError(
      message:
        "Expected an argument with a \"type\", a string, and optionally \"defaultValue\": size: {type: \"Int\", "
        + "defaultValue: 100}.", start: Int(node.start), end: Int(node.end))
  }

  // MARK: - Nodes

  /// The nodes of `old` from `start` to `end` that no other of them contains.
  private func children(_ start: Int, _ end: Int, of old: [Node], _ first: NodeID) -> [Int] {
    var found: [Int] = []
    var node = start
    while node < end {
      found.append(node)
      node = Int(old[node].next) - first
    }
    return found
  }

  /// Appends a node of `old` with all that it contains.
  private mutating func copy(_ node: Int, of old: [Node], _ first: NodeID) {
    let shift = storage.pointee.count - (first + node)
    for index in node..<Int(old[node].next) - first {
      var copy = old[index]
      copy.next = UInt32(Int(copy.next) + shift)
      _ = append(copy)
    }
  }

  private mutating func append(_ node: Node) -> NodeID {
    let id = storage.pointee.count
    if id == storage.pointee.capacity { tree.grow() }
    storage.pointee.nodes[id] = node
    storage.pointee.count = id + 1
    return id
  }

  private mutating func finish(_ node: NodeID) {
    storage.pointee.nodes[node].next = UInt32(storage.pointee.count)
  }
}
