import Apus

/// A strict JSON parser (RFC 8259), written for nothing but to be plainly right: the reader is judged by it.
struct ReferenceJSON {
  private struct Refused: Error {}

  private let bytes: [UInt8]
  private var index = 0

  /// The value of a text; nil when it is no JSON. Of members with one name, the first counts.
  static func value(_ bytes: [UInt8]) -> GraphQLValue? {
    // UTF-8 first, by the standard library: what it repairs was broken.
    guard Array(String(decoding: bytes, as: UTF8.self).utf8) == bytes else { return nil }
    // A byte order mark may be ignored (section 8.1), and is.
    var parser = ReferenceJSON(bytes: bytes)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.index = 3 }
    parser.skipWhitespace()
    guard let value = try? parser.value(depth: 0) else { return nil }
    parser.skipWhitespace()
    guard parser.index == bytes.count else { return nil }
    return value
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var next: Character? { index < bytes.count ? Character(Unicode.Scalar(bytes[index])) : nil }

  private mutating func skipWhitespace() {
    while let next, " \t\n\r".unicodeScalars.contains(next.unicodeScalars.first!) { index += 1 }
  }

  private mutating func take(_ text: String) throws {
    guard bytes[index...].starts(with: text.utf8) else { throw Refused() }
    index += text.utf8.count
  }

  private mutating func value(depth: Int) throws -> GraphQLValue {
    guard depth <= 512 else { throw Refused() }
    switch next {
    case "{": return try object(depth: depth + 1)
    case "[": return try list(depth: depth + 1)
    case "\"": return .string(try string())
    case "t":
      try take("true")
      return true
    case "f":
      try take("false")
      return false
    case "n":
      try take("null")
      return nil
    default: return .number(try number())
    }
  }

  private mutating func object(depth: Int) throws -> GraphQLValue {
    guard depth <= 512 else { throw Refused() }
    var members: [String: GraphQLValue] = [:]
    try take("{")
    skipWhitespace()
    if next == "}" {
      try take("}")
      return .object(members)
    }
    while true {
      skipWhitespace()
      let name = try string()
      skipWhitespace()
      try take(":")
      skipWhitespace()
      let value = try value(depth: depth)
      if members[name] == nil { members[name] = value }
      skipWhitespace()
      if next == "}" { break }
      try take(",")
    }
    try take("}")
    return .object(members)
  }

  private mutating func list(depth: Int) throws -> GraphQLValue {
    guard depth <= 512 else { throw Refused() }
    var elements: [GraphQLValue] = []
    try take("[")
    skipWhitespace()
    if next == "]" {
      try take("]")
      return .list(elements)
    }
    while true {
      skipWhitespace()
      elements.append(try value(depth: depth))
      skipWhitespace()
      if next == "]" { break }
      try take(",")
    }
    try take("]")
    return .list(elements)
  }

  private mutating func number() throws -> GraphQLNumber {
    let start = index
    if next == "-" { index += 1 }
    if next == "0" { index += 1 } else { try digits() }
    if next == "." {
      index += 1
      try digits()
    }
    if next == "e" || next == "E" {
      index += 1
      if next == "+" || next == "-" { index += 1 }
      try digits()
    }
    guard let number = GraphQLNumber(String(decoding: bytes[start..<index], as: UTF8.self)) else {
      throw Refused()
    }
    return number
  }

  private mutating func digits() throws {
    guard let next, ("0"..."9").contains(next) else { throw Refused() }
    while let next = self.next, ("0"..."9").contains(next) { index += 1 }
  }

  private mutating func string() throws -> String {
    try take("\"")
    var units: [UInt8] = []
    while true {
      guard index < bytes.count, bytes[index] >= 0x20 else { throw Refused() }
      let byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: "\"") { return String(decoding: units, as: UTF8.self) }
      if byte == UInt8(ascii: "\\") {
        units += Array(String(try escaped()).utf8)
      } else {
        units.append(byte)
      }
    }
  }

  private mutating func escaped() throws -> Unicode.Scalar {
    guard let letter = next else { throw Refused() }
    index += 1
    switch letter {
    case "\"", "\\", "/": return letter.unicodeScalars.first!
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u":
      let unit = try codeUnit()
      if let scalar = Unicode.Scalar(unit) { return scalar }
      try take("\\u")
      var decoder = UTF16()
      var units = [UInt16(unit), UInt16(try codeUnit())].makeIterator()
      guard case .scalarValue(let scalar) = decoder.decode(&units) else { throw Refused() }
      return scalar
    default: throw Refused()
    }
  }

  private mutating func codeUnit() throws -> UInt32 {
    guard index + 4 <= bytes.count else { throw Refused() }
    let digits = String(decoding: bytes[index..<(index + 4)], as: UTF8.self)
    guard digits.allSatisfy({ $0.isHexDigit && $0.isASCII }), let unit = UInt32(digits, radix: 16) else {
      throw Refused()
    }
    index += 4
    return unit
  }
}
