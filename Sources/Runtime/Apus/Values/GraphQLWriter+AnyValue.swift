extension GraphQLWriter {
  /// A partly written object or list.
  private struct OpenContainer {
    /// The sorted names of the members; nil in a list.
    var names: [String]?
    var values: [GraphQLValue]
    var position = 0
  }

  /// Writes any value, with members sorted by name.
  ///
  /// Like reading, it is not recursive.
  public mutating func writeValue(_ value: GraphQLValue) {
    guard destination == .json else { return pass(value) }
    var open: [OpenContainer] = []
    storeStart(value, &open)
    while let container = open.last {
      guard container.position < container.values.count else {
        append(container.names == nil ? JSONByte.closeBracket : JSONByte.closeBrace)
        open.removeLast()
        continue
      }
      if container.position > 0 { append(JSONByte.comma) }
      if let names = container.names {
        storeString(names[container.position])
        append(JSONByte.colon)
      }
      open[open.count - 1].position += 1
      storeStart(container.values[container.position], &open)
    }
  }

  /// Writes a scalar, or the opening bracket of a container.
  private mutating func storeStart(_ value: GraphQLValue, _ open: inout [OpenContainer]) {
    switch value {
    case .null: storeNull()
    case .bool(let value): storeBool(value)
    case .number(let value): storeASCII(value.description)
    case .string(let value): storeString(value)
    case .list(let elements):
      append(JSONByte.openBracket)
      open.append(OpenContainer(names: nil, values: elements))
    case .object(let members):
      append(JSONByte.openBrace)
      let sorted = members.sorted { $0.key < $1.key }
      open.append(OpenContainer(names: sorted.map(\.key), values: sorted.map(\.value)))
    }
  }
}
