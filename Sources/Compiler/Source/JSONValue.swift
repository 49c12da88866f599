/// A value in a ``JSONTree`` that knows its position in the file.
package struct JSONValue {
  let tree: JSONTree
  let id: Int

  package var kind: JSONTree.Kind { tree.nodes[id].kind }

  /// The value's place in the text.
  package var range: SourceRange {
    SourceRange(file: tree.source, start: Int(tree.nodes[id].start), end: Int(tree.nodes[id].end))
  }

  /// The text of a string; nil for any other value.
  package var string: String? { kind == .string ? text : nil }

  /// `true` or `false`; nil for any other value.
  package var boolean: Bool? {
    switch kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// A number without a fraction that fits into `Int`; nil for any other value.
  package var integer: Int? {
    let node = tree.nodes[id]
    return node.kind == .number ? Int(tree.source.text(Int(node.start), Int(node.end))) : nil
  }

  package var isNull: Bool { kind == .null }

  /// The values of an array; nil for any other value.
  package var elements: [JSONValue]? {
    guard kind == .array else { return nil }
    var found: [JSONValue] = []
    var child = id + 1
    let end = Int(tree.nodes[id].next)
    while child < end {
      found.append(JSONValue(tree: tree, id: child))
      child = Int(tree.nodes[child].next)
    }
    return found
  }

  /// The members of an object in source order; nil for any other value.
  package var members: [JSONMember]? {
    guard kind == .object else { return nil }
    var found: [JSONMember] = []
    var child = id + 1
    let end = Int(tree.nodes[id].next)
    while child < end {
      let key = JSONValue(tree: tree, id: child)
      let value = JSONValue(tree: tree, id: Int(tree.nodes[child].next))
      found.append(JSONMember(name: key.text, nameRange: key.range, value: value))
      child = Int(tree.nodes[value.id].next)
    }
    return found
  }

  /// The member of an object with that name, which must not contain escapes; nil if there is none. The first one wins.
  package subscript(name: StaticString) -> JSONValue? {
    guard kind == .object else { return nil }
    let nodes = tree.nodes
    let bytes = tree.source.bytes
    let length = name.utf8CodeUnitCount
    var child = id &+ 1
    let end = Int(nodes[id].next)
    while child < end {
      let value = Int(nodes[child].next)
      let start = Int(nodes[child].start) &+ 1
      if Int(nodes[child].end) &- 1 &- start == length {
        var index = 0
        while index < length, bytes[start &+ index] == name.utf8Start[index] { index = index &+ 1 }
        if index == length { return JSONValue(tree: tree, id: value) }
      }
      child = Int(nodes[value].next)
    }
    return nil
  }

  /// The decoded text of a string or key.
  private var text: String {
    let start = Int(tree.nodes[id].start) + 1
    let end = Int(tree.nodes[id].end) - 1
    let bytes = tree.source.bytes
    var offset = start
    while offset < end, bytes[offset] != UInt8(ascii: "\\") { offset = offset &+ 1 }
    if offset == end { return tree.source.text(start, end) }
    var units: [UInt16] = Array(tree.source.text(start, offset).utf16)
    while offset < end {
      guard bytes[offset] == UInt8(ascii: "\\") else {
        let plain = offset
        while offset < end, bytes[offset] != UInt8(ascii: "\\") { offset = offset &+ 1 }
        units += tree.source.text(plain, offset).utf16
        continue
      }
      switch bytes[offset + 1] {
      case UInt8(ascii: "b"): units.append(0x08)
      case UInt8(ascii: "f"): units.append(0x0C)
      case UInt8(ascii: "n"): units.append(0x0A)
      case UInt8(ascii: "r"): units.append(0x0D)
      case UInt8(ascii: "t"): units.append(0x09)
      case UInt8(ascii: "u"):
        let digits = (2..<6).map { JSONParser.hexadecimal(bytes[offset + $0]) ?? 0 }
        units.append(digits.reduce(0) { $0 &<< 4 | $1 })
        offset += 4
      case let byte: units.append(UInt16(byte))
      }
      offset += 2
    }
    // A lone surrogate becomes the replacement character.
    return String(decoding: units, as: UTF16.self)
  }
}

/// A key of an object, with its value.
package struct JSONMember {
  package let name: String
  package let nameRange: SourceRange
  package let value: JSONValue
}
