/// Members of one object of which several may have one name, made one each.
///
/// Works on what ``ObjectWriter`` wrote: compact, valid JSON.
struct MergedMembers {
  /// A value: a scalar's text, or what its members or elements merge with.
  private indirect enum Node {
    case scalar(Slice<UnsafeBufferPointer<UInt8>>)
    case list([Node])
    case object(MergedMembers)
  }

  private var nodes: [Node] = []
  /// The names with their quotes, in the order in which they were first written.
  private var names: [Slice<UnsafeBufferPointer<UInt8>>] = []
  private var positions: [String: Int] = [:]

  /// - Parameter text: members with commas between them.
  static func merging(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var index = 0
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    members(text, &index).write(to: &bytes)
    return bytes
  }

  private mutating func add(_ name: Slice<UnsafeBufferPointer<UInt8>>, _ node: Node) {
    let key = String(decoding: name, as: UTF8.self)
    if let position = positions[key] {
      nodes[position] = Self.merged(nodes[position], node)
    } else {
      positions[key] = nodes.count
      names.append(name)
      nodes.append(node)
    }
  }

  private static func merged(_ first: Node, _ second: Node) -> Node {
    switch (first, second) {
    case (.object(var members), .object(let others)):
      for (name, node) in zip(others.names, others.nodes) { members.add(name, node) }
      return .object(members)
    case (.list(let elements), .list(let others)) where elements.count == others.count:
      return .list(zip(elements, others).map(merged))
    default:
      return first
    }
  }

  private static func members(_ text: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> MergedMembers {
    var members = MergedMembers()
    while index < text.count, text[index] != JSONByte.closeBrace {
      if text[index] == JSONByte.comma { index += 1 }
      let name = string(text, &index)
      index += 1
      members.add(name, node(text, &index))
    }
    return members
  }

  private static func node(_ text: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> Node {
    let start = index
    switch text[index] {
    case JSONByte.quote:
      return .scalar(string(text, &index))
    case JSONByte.openBrace:
      index += 1
      let members = members(text, &index)
      index += 1
      return .object(members)
    case JSONByte.openBracket:
      index += 1
      var elements: [Node] = []
      while text[index] != JSONByte.closeBracket {
        if text[index] == JSONByte.comma { index += 1 }
        elements.append(node(text, &index))
      }
      index += 1
      return .list(elements)
    default:
      while index < text.count, !isDelimiter(text[index]) { index += 1 }
      return .scalar(text[start..<index])
    }
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    byte == JSONByte.comma || byte == JSONByte.closeBrace || byte == JSONByte.closeBracket
  }

  private static func string(
    _ text: UnsafeBufferPointer<UInt8>, _ index: inout Int
  ) -> Slice<UnsafeBufferPointer<UInt8>> {
    let start = index
    index += 1
    while text[index] != JSONByte.quote { index += text[index] == JSONByte.backslash ? 2 : 1 }
    index += 1
    return text[start..<index]
  }

  private func write(to bytes: inout [UInt8]) {
    for (position, name) in names.enumerated() {
      if position > 0 { bytes.append(JSONByte.comma) }
      bytes.append(contentsOf: name)
      bytes.append(JSONByte.colon)
      Self.write(nodes[position], to: &bytes)
    }
  }

  private static func write(_ node: Node, to bytes: inout [UInt8]) {
    switch node {
    case .scalar(let text):
      bytes.append(contentsOf: text)
    case .list(let elements):
      bytes.append(JSONByte.openBracket)
      for (position, element) in elements.enumerated() {
        if position > 0 { bytes.append(JSONByte.comma) }
        write(element, to: &bytes)
      }
      bytes.append(JSONByte.closeBracket)
    case .object(let members):
      bytes.append(JSONByte.openBrace)
      members.write(to: &bytes)
      bytes.append(JSONByte.closeBrace)
    }
  }
}
