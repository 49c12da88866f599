/// The members of one object of which several may have one name, made one each.
///
/// Of scalars the first stays; objects are merged; lists element by element.
struct MergedMembers {
  private indirect enum Node {
    case scalar(UnsafeBufferPointer<UInt8>)
    case list([Node])
    case object(MergedMembers)
  }

  /// The names in the order in which they were first written, and their values.
  private var names: [String] = []
  private var nodes: [Node] = []
  private var positions: [String: Int] = [:]

  private init() {}

  /// Rewrites an object.
  ///
  /// - Throws: ``GraphQLDecodingError`` when the text is no object: a codec wrote something else than one value.
  static func merging(_ object: UnsafeBufferPointer<UInt8>) throws -> [UInt8] {
    try ObjectReader.read(object) { reader in
      var bytes: [UInt8] = []
      bytes.reserveCapacity(object.count)
      write(try node(&reader), to: &bytes)
      return bytes
    }
  }

  private static func node(_ reader: inout ObjectReader) throws -> Node {
    switch reader.p.pointee {
    case JSONByte.openBrace:
      var members = MergedMembers()
      try reader.readMembers { name, reader in members.add(name, try node(&reader)) }
      return .object(members)
    case JSONByte.openBracket:
      return .list(try reader.readList { reader in try node(&reader) })
    default:
      let start = reader.p
      try reader.skipValue()
      return .scalar(UnsafeBufferPointer(start: start, count: reader.p - start))
    }
  }

  private mutating func add(_ name: String, _ node: Node) {
    if let position = positions[name] {
      nodes[position] = Self.merged(nodes[position], node)
    } else {
      positions[name] = nodes.count
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
      for (position, name) in members.names.enumerated() {
        if position > 0 { bytes.append(JSONByte.comma) }
        bytes.append(contentsOf: GraphQLValue.string(name).description.utf8)
        bytes.append(JSONByte.colon)
        write(members.nodes[position], to: &bytes)
      }
      bytes.append(JSONByte.closeBrace)
    }
  }
}
