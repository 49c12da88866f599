import ApusDiagnostics
import ApusSyntax

/// Bytes to JSON nodes, strictly by the grammar of RFC 8259.
struct JSONReader {
  private let bytes: UnsafePointer<UInt8>
  private let count: Int
  private var offset = 0
  private var depth = 0

  /// Arrays and objects may be nested this deep.
  static let maximumDepth = 500

  init(_ source: SourceFile) {
    bytes = source.bytes
    count = source.count
  }

  /// Reads the whole text.
  mutating func read(into nodes: inout [JSONDocument.Node]) throws(JSONError) {
    if let invalid = Encoding.firstInvalidByte(bytes, count) {
      throw JSONError(message: invalid.message, offset: invalid.start)
    }
    if count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { offset = 3 }
    skipBlanks()
    try readValue(&nodes)
    skipBlanks()
    if offset < count { throw unexpected("the end of the text") }
  }

  // MARK: - Values

  private mutating func readValue(_ nodes: inout [JSONDocument.Node]) throws(JSONError) {
    let start = offset
    let index = nodes.count
    nodes.append(JSONDocument.Node(kind: .null, start: start, end: start, next: index + 1))
    switch bytes[offset] {
    case UInt8(ascii: "{"):
      nodes[index].kind = .object
      try readObject(&nodes)
    case UInt8(ascii: "["):
      nodes[index].kind = .array
      try readArray(&nodes)
    case UInt8(ascii: "\""):
      nodes[index].kind = .string
      try readString()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      nodes[index].kind = .number
      try readNumber()
    case UInt8(ascii: "t"):
      nodes[index].kind = .boolean
      try readWord("true")
    case UInt8(ascii: "f"):
      nodes[index].kind = .boolean
      try readWord("false")
    case UInt8(ascii: "n"): try readWord("null")
    default: throw unexpected("a value")
    }
    nodes[index].end = offset
    nodes[index].next = nodes.count
  }

  private mutating func readObject(_ nodes: inout [JSONDocument.Node]) throws(JSONError) {
    try enter()
    if bytes[offset] == UInt8(ascii: "}") {
      leave()
      return
    }
    while true {
      guard bytes[offset] == UInt8(ascii: "\"") else { throw unexpected("a key in double quotes") }
      try readValue(&nodes)
      skipBlanks()
      guard bytes[offset] == UInt8(ascii: ":") else { throw unexpected("\":\"") }
      offset += 1
      skipBlanks()
      try readValue(&nodes)
      skipBlanks()
      if bytes[offset] == UInt8(ascii: "}") { break }
      guard bytes[offset] == UInt8(ascii: ",") else { throw unexpected("\",\" or \"}\"") }
      offset += 1
      skipBlanks()
    }
    leave()
  }

  private mutating func readArray(_ nodes: inout [JSONDocument.Node]) throws(JSONError) {
    try enter()
    if bytes[offset] == UInt8(ascii: "]") {
      leave()
      return
    }
    while true {
      try readValue(&nodes)
      skipBlanks()
      if bytes[offset] == UInt8(ascii: "]") { break }
      guard bytes[offset] == UInt8(ascii: ",") else { throw unexpected("\",\" or \"]\"") }
      offset += 1
      skipBlanks()
    }
    leave()
  }

  /// Reads an opening bracket and the white space behind it.
  private mutating func enter() throws(JSONError) {
    depth += 1
    if depth > JSONReader.maximumDepth {
      throw JSONError(message: "The JSON text is nested too deeply.", offset: offset)
    }
    offset += 1
    skipBlanks()
  }

  /// Reads a closing bracket.
  private mutating func leave() {
    depth -= 1
    offset += 1
  }

  private mutating func skipBlanks() {
    while true {
      switch bytes[offset] {
      case 0x20, 0x09, 0x0A, 0x0D: offset = offset &+ 1
      default: return
      }
    }
  }

  private mutating func readWord(_ word: StaticString) throws(JSONError) {
    var index = 0
    while index < word.utf8CodeUnitCount {
      if bytes[offset + index] != word.utf8Start[index] { throw unexpected("a value") }
      index += 1
    }
    offset += word.utf8CodeUnitCount
  }

  // MARK: - Numbers

  private mutating func readNumber() throws(JSONError) {
    if bytes[offset] == UInt8(ascii: "-") { offset += 1 }
    if bytes[offset] == UInt8(ascii: "0") { offset += 1 } else { try readDigits() }
    if bytes[offset] == UInt8(ascii: ".") {
      offset += 1
      try readDigits()
    }
    if bytes[offset] | 0x20 == UInt8(ascii: "e") {
      offset += 1
      if bytes[offset] == UInt8(ascii: "+") || bytes[offset] == UInt8(ascii: "-") { offset += 1 }
      try readDigits()
    }
  }

  private mutating func readDigits() throws(JSONError) {
    let start = offset
    while bytes[offset] >= UInt8(ascii: "0"), bytes[offset] <= UInt8(ascii: "9") { offset += 1 }
    if offset == start { throw unexpected("a digit") }
  }

  // MARK: - Strings

  private mutating func readString() throws(JSONError) {
    offset += 1
    while true {
      let byte = bytes[offset]
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\") {
        try readEscape()
      } else {
        if byte < 0x20 { throw unexpected("the end of the string") }
        offset = offset &+ 1
      }
    }
    offset += 1
  }

  private mutating func readEscape() throws(JSONError) {
    switch bytes[offset + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      offset += 2
    case UInt8(ascii: "u"):
      offset += 2
      for _ in 0..<4 {
        guard bytes[offset] < 0x80, Character(Unicode.Scalar(bytes[offset])).isHexDigit else {
          throw unexpected("a hexadecimal digit")
        }
        offset += 1
      }
    default:
      offset += 1
      throw unexpected("an escape sequence")
    }
  }

  /// The text that the inside of a string stands for. A lone surrogate becomes the replacement character.
  static func decode(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    guard bytes.contains(UInt8(ascii: "\\")) else { return String(decoding: bytes, as: UTF8.self) }
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if bytes[index] != UInt8(ascii: "\\") {
        let start = index
        while index < bytes.count, bytes[index] != UInt8(ascii: "\\") { index += 1 }
        units.append(contentsOf: String(decoding: bytes[start..<index], as: UTF8.self).utf16)
        continue
      }
      let escape = bytes[index + 1]
      index += 2
      switch escape {
      case UInt8(ascii: "b"): units.append(0x08)
      case UInt8(ascii: "f"): units.append(0x0C)
      case UInt8(ascii: "n"): units.append(0x0A)
      case UInt8(ascii: "r"): units.append(0x0D)
      case UInt8(ascii: "t"): units.append(0x09)
      case UInt8(ascii: "u"):
        let digits = String(decoding: bytes[index..<index + 4], as: UTF8.self)
        units.append(UInt16(digits, radix: 16) ?? 0xFFFD)
        index += 4
      default: units.append(UInt16(escape))
      }
    }
    return String(decoding: units, as: UTF16.self)
  }

  // MARK: - Errors

  private func unexpected(_ expected: String) -> JSONError {
    guard offset < count else {
      return JSONError(message: "Expected \(expected), found the end of the text.", offset: count)
    }
    var end = offset + 1
    while end < count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    let found = String(
      decoding: UnsafeBufferPointer(start: bytes + offset, count: end - offset), as: UTF8.self)
    let isPrintable = bytes[offset] >= 0x20 && bytes[offset] != 0x7F
    return JSONError(
      message: "Expected \(expected), found \(isPrintable ? "\"\(found)\"" : "a control character").",
      offset: offset)
  }
}
