/// Parses bytes into the nodes of a ``JSONTree``, by recursive descent.
struct JSONParser {
  private let source: SourceFile
  private let bytes: UnsafePointer<UInt8>
  private let tree: JSONTree
  private var offset = 0
  private var depth = 0

  /// The maximum nesting of arrays and objects.
  private static let maximumDepth = 200

  init(_ source: SourceFile, into tree: JSONTree) {
    self.source = source
    bytes = source.bytes
    self.tree = tree
  }

  /// Parses the whole text: one value, surrounded by optional white space.
  mutating func parse() throws(JSONError) {
    if let invalid = Encoding.firstInvalidByte(bytes, source.count) {
      throw JSONError(message: Encoding.message, start: invalid, end: invalid + 1)
    }
    offset = source.textStart
    skipSpace()
    try parseValue()
    skipSpace()
    if offset < source.count { throw expected("the end of the text") }
  }

  private mutating func parseValue() throws(JSONError) {
    switch bytes[offset] {
    case UInt8(ascii: "{"): try parseObject()
    case UInt8(ascii: "["): try parseArray()
    case UInt8(ascii: "\""): try parseString(.string)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try parseNumber()
    case UInt8(ascii: "t"): try parseWord("true", .true)
    case UInt8(ascii: "f"): try parseWord("false", .false)
    case UInt8(ascii: "n"): try parseWord("null", .null)
    default: throw expected("a value")
    }
  }

  // MARK: - Arrays and objects

  private mutating func parseArray() throws(JSONError) {
    let node = try open(.array)
    while bytes[offset] != UInt8(ascii: "]") {
      try parseValue()
      try parseComma(end: UInt8(ascii: "]"), "\",\" or \"]\"")
    }
    close(node)
  }

  private mutating func parseObject() throws(JSONError) {
    let node = try open(.object)
    while bytes[offset] != UInt8(ascii: "}") {
      guard bytes[offset] == UInt8(ascii: "\"") else { throw expected("a key in quotes") }
      try parseString(.key)
      skipSpace()
      guard bytes[offset] == UInt8(ascii: ":") else { throw expected("\":\"") }
      offset = offset &+ 1
      skipSpace()
      try parseValue()
      try parseComma(end: UInt8(ascii: "}"), "\",\" or \"}\"")
    }
    close(node)
  }

  private mutating func open(_ kind: JSONTree.Kind) throws(JSONError) -> Int {
    depth = depth &+ 1
    if depth > JSONParser.maximumDepth { throw error("Arrays and objects are nested too deeply.") }
    let node = tree.add(kind, offset)
    offset = offset &+ 1
    skipSpace()
    return node
  }

  private mutating func close(_ node: Int) {
    depth = depth &- 1
    offset = offset &+ 1
    tree.close(node, offset)
  }

  /// Parses a comma and checks that another element follows, unless the container ends.
  private mutating func parseComma(end: UInt8, _ wanted: String) throws(JSONError) {
    skipSpace()
    if bytes[offset] == UInt8(ascii: ",") {
      let comma = offset
      offset = offset &+ 1
      skipSpace()
      if bytes[offset] == end {
        throw JSONError(
          message: "JSON has no comma after the last element. Remove it.", start: comma, end: comma + 1)
      }
    } else if bytes[offset] != end {
      throw expected(wanted)
    }
  }

  // MARK: - Leaves

  private mutating func parseString(_ kind: JSONTree.Kind) throws(JSONError) {
    let node = tree.add(kind, offset)
    let start = offset
    offset = offset &+ 1
    while true {
      let byte = bytes[offset]
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\") {
        try parseEscape()
      } else if byte < 0x20 {
        offset = offset < source.count ? offset : start
        throw error("Unterminated string: a line or the text ends before its closing quote.")
      } else {
        offset = offset &+ 1
      }
    }
    offset = offset &+ 1
    tree.close(node, offset)
  }

  private mutating func parseEscape() throws(JSONError) {
    switch bytes[offset &+ 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      offset = offset &+ 2
    case UInt8(ascii: "u"):
      var digit = 2
      while digit < 6 {
        if JSONParser.hexadecimal(bytes[offset &+ digit]) == nil {
          throw error("Invalid escape in a string.")
        }
        digit = digit &+ 1
      }
      offset = offset &+ 6
    default: throw error("Invalid escape in a string.")
    }
  }

  static func hexadecimal(_ byte: UInt8) -> UInt16? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte &- UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte &- UInt8(ascii: "a") &+ 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte &- UInt8(ascii: "A") &+ 10)
    default: nil
    }
  }

  private mutating func parseNumber() throws(JSONError) {
    let node = tree.add(.number, offset)
    if bytes[offset] == UInt8(ascii: "-") { offset = offset &+ 1 }
    if bytes[offset] == UInt8(ascii: "0") {
      offset = offset &+ 1
    } else {
      try parseDigits()
    }
    if bytes[offset] == UInt8(ascii: ".") {
      offset = offset &+ 1
      try parseDigits()
    }
    if bytes[offset] == UInt8(ascii: "e") || bytes[offset] == UInt8(ascii: "E") {
      offset = offset &+ 1
      if bytes[offset] == UInt8(ascii: "+") || bytes[offset] == UInt8(ascii: "-") { offset = offset &+ 1 }
      try parseDigits()
    }
    tree.close(node, offset)
  }

  private mutating func parseDigits() throws(JSONError) {
    let start = offset
    while bytes[offset] &- UInt8(ascii: "0") < 10 { offset = offset &+ 1 }
    if offset == start { throw expected("a digit") }
  }

  private mutating func parseWord(_ word: StaticString, _ kind: JSONTree.Kind) throws(JSONError) {
    let node = tree.add(kind, offset)
    var index = 0
    while index < word.utf8CodeUnitCount {
      if bytes[offset &+ index] != word.utf8Start[index] { throw expected("a value") }
      index = index &+ 1
    }
    offset = offset &+ index
    tree.close(node, offset)
  }

  private mutating func skipSpace() {
    while true {
      switch bytes[offset] {
      case 0x20, 0x0A, 0x0D, 0x09: offset = offset &+ 1
      default: return
      }
    }
  }

  // MARK: - Errors

  private func expected(_ wanted: String) -> JSONError {
    if offset >= source.count { return error("Expected \(wanted), found the end of the text.") }
    if let mistake = JSONMistake(source, at: offset) { return error(mistake.message, end: mistake.end) }
    var end = offset + 1
    while end < source.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return error("Expected \(wanted), found \(source.text(offset, end)).", end: end)
  }

  private func error(_ message: String, end: Int? = nil) -> JSONError {
    JSONError(message: message, start: offset, end: end ?? min(offset + 1, source.count))
  }
}
