import ApusSource

/// Client-controlled nullability, an experimental Apollo feature outside of the specification: `!` and `?` after
/// fields.
enum ControlledNullability {
  /// Whether a document that does not parse uses it: `?` is not part of the language, and `!` is only valid in
  /// parentheses.
  static func isUsed(in source: SourceFile) -> Bool {
    let bytes = UnsafeBufferPointer(start: source.bytes, count: source.count)
    var depth = 0
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "#"):
        while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
      case UInt8(ascii: "\""):
        index = endOfString(bytes, index)
        continue
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: "?"): return true
      case UInt8(ascii: "!") where depth == 0: return true
      default: break
      }
      index += 1
    }
    return false
  }

  private static func endOfString(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
    let quote = UInt8(ascii: "\"")
    let isBlock = start + 2 < bytes.count && bytes[start + 1] == quote && bytes[start + 2] == quote
    var index = start + (isBlock ? 3 : 1)
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\\") {
        index += 2
      } else if !isBlock, bytes[index] == quote {
        return index + 1
      } else if isBlock, index + 2 < bytes.count, bytes[index] == quote, bytes[index + 1] == quote,
        bytes[index + 2] == quote
      {
        return index + 3
      } else {
        index += 1
      }
    }
    return bytes.count
  }
}
