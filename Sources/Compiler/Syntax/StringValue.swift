/// Decodes a string literal: resolves escapes and removes a block string's indentation (section 2.10.4).
package enum StringValue {
  /// Decodes a string token that the lexer has accepted.
  ///
  /// - Parameters:
  ///   - bytes: the token's first byte, an opening quote.
  ///   - count: the token's length in bytes, including quotes.
  package static func decode(_ bytes: UnsafePointer<UInt8>, count: Int, isBlock: Bool) -> String {
    if isBlock { return decodeBlock(UnsafeBufferPointer(start: bytes + 3, count: count - 6)) }
    return decodeQuoted(UnsafeBufferPointer(start: bytes + 1, count: count - 2))
  }

  private static func decodeQuoted(_ text: UnsafeBufferPointer<UInt8>) -> String {
    guard let base = text.baseAddress, text.contains(UInt8(ascii: "\\")) else {
      return String(decoding: text, as: UTF8.self)
    }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      let byte = text[index]
      guard byte == UInt8(ascii: "\\"), index + 1 < text.count else {
        result.append(byte)
        index += 1
        continue
      }
      switch text[index + 1] {
      case UInt8(ascii: "b"): result.append(0x08)
      case UInt8(ascii: "f"): result.append(0x0C)
      case UInt8(ascii: "n"): result.append(0x0A)
      case UInt8(ascii: "r"): result.append(0x0D)
      case UInt8(ascii: "t"): result.append(0x09)
      case UInt8(ascii: "u"):
        let (scalar, length) = decodeUnicode(base + index, text.count - index)
        result.append(contentsOf: String(Character(scalar)).utf8)
        index += length
        continue
      default: result.append(text[index + 1])
      }
      index += 2
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The scalar of the escape at `bytes`, and the escape's length in bytes.
  private static func decodeUnicode(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> (Unicode.Scalar, Int) {
    let replacement = Unicode.Scalar(0xFFFD as UInt16) ?? " "
    if count > 2, bytes[2] == UInt8(ascii: "{") {
      var point: UInt32 = 0
      var size = 3
      while size < count, let digit = hexadecimalDigit(bytes[size]) {
        point = point &<< 4 | digit
        size += 1
      }
      return (Unicode.Scalar(point) ?? replacement, size + 1)
    }
    guard count >= 6, let unit = hexadecimal(bytes, 2) else { return (replacement, count) }
    if count >= 12, (0xD800..<0xDC00).contains(unit), let low = hexadecimal(bytes, 8) {
      return (Unicode.Scalar(0x10000 + (unit - 0xD800) &<< 10 + (low &- 0xDC00)) ?? replacement, 12)
    }
    return (Unicode.Scalar(unit) ?? replacement, 6)
  }

  /// BlockStringValue: lines joined by line feeds, without common indentation or blank outer lines.
  private static func decodeBlock(_ raw: UnsafeBufferPointer<UInt8>) -> String {
    guard let text = raw.baseAddress else { return "" }
    let lines = blockLines(text, raw.count)
    var common = Int.max
    var firstContent = -1
    var lastContent = -1
    for number in lines.indices {
      let line = lines[number]
      if line.content >= line.end { continue }
      if firstContent < 0 { firstContent = number }
      lastContent = number
      if number > 0 { common = min(common, line.content - line.start) }
    }
    if firstContent < 0 { return "" }
    let result = UnsafeMutablePointer<UInt8>.allocate(capacity: raw.count)
    defer { result.deallocate() }
    var count = 0
    for number in firstContent...lastContent {
      if number > firstContent {
        result[count] = 0x0A
        count += 1
      }
      let line = lines[number]
      let start = number == 0 ? line.start : min(line.start + min(common, raw.count), line.end)
      count += copyUnescaped(text + start, line.end - start, to: result + count)
    }
    return String(decoding: UnsafeBufferPointer(start: result, count: count), as: UTF8.self)
  }

  /// One line of a block string, as offsets; `content` is the offset of the first byte that is neither space nor tab.
  private struct BlockLine {
    var start: Int
    var content: Int
    var end: Int
  }

  /// Uses pointers and loops because every description of an emitted type passes through here, in unoptimized builds
  /// too.
  private static func blockLines(_ text: UnsafePointer<UInt8>, _ count: Int) -> [BlockLine] {
    var lines: [BlockLine] = []
    var index = 0
    while true {
      let start = index
      while index < count, text[index] == 0x20 || text[index] == 0x09 { index = index &+ 1 }
      let content = index
      while index < count, text[index] != 0x0A, text[index] != 0x0D { index = index &+ 1 }
      lines.append(BlockLine(start: start, content: content, end: index))
      if index >= count { return lines }
      if text[index] == 0x0D, index &+ 1 < count, text[index &+ 1] == 0x0A { index = index &+ 1 }
      index = index &+ 1
    }
  }

  /// Copies a line, replacing each `\"""` with three quotes.
  ///
  /// - Returns: the number of bytes written.
  private static func copyUnescaped(
    _ line: UnsafePointer<UInt8>, _ count: Int, to result: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let quote = UInt8(ascii: "\"")
    var written = 0
    var index = 0
    while index < count {
      let byte = line[index]
      index = index &+ 1
      if byte == UInt8(ascii: "\\"), index &+ 2 < count, line[index] == quote, line[index &+ 1] == quote,
        line[index &+ 2] == quote
      {
        continue
      }
      result[written] = byte
      written = written &+ 1
    }
    return written
  }

  // MARK: - Hexadecimal

  /// The value of the four hexadecimal digits at `offset`.
  static func hexadecimal(_ bytes: UnsafePointer<UInt8>, _ offset: Int) -> UInt32? {
    var value: UInt32 = 0
    for index in offset..<offset + 4 {
      guard let digit = hexadecimalDigit(bytes[index]) else { return nil }
      value = value &<< 4 | digit
    }
    return value
  }

  static func hexadecimalDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }
}

extension SyntaxTree {
  /// The value of a string or description node.
  package func stringValue(_ node: NodeID) -> String {
    let entry = nodes[node]
    if entry.flags & NodeFlag.added != 0 {
      let literal = names.bytes(entry.name)
      return literal.baseAddress.map { StringValue.decode($0, count: literal.count, isBlock: false) } ?? ""
    }
    return StringValue.decode(
      source(of: node).bytes + Int(entry.start), count: Int(entry.end - entry.start),
      isBlock: entry.flags & NodeFlag.block != 0)
  }

  /// The description of a definition, or nil.
  package func description(_ node: NodeID) -> String? {
    guard node + 1 < Int(nodes[node].next), nodes[node + 1].kind == .description else { return nil }
    return stringValue(node + 1)
  }
}
