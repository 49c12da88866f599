import Apus

/// Scans JSON that is known to be valid, because the decoder has read all of it.
struct JSONScanner {
  let base: UnsafePointer<UInt8>
  let end: UnsafePointer<UInt8>
  var p: UnsafePointer<UInt8>

  init(_ text: UnsafeBufferPointer<UInt8>, _ start: UnsafePointer<UInt8>) {
    base = start
    p = start
    end = start + text.count
  }

  @inline(__always) var offset: Int { p - base }

  @inline(__always) mutating func skipSpace() { while p < end, p.pointee <= 0x20 { p += 1 } }

  /// Sets the high bit of each byte that is a quote or a backslash.
  @inline(__always) private static func marks(_ word: UInt64) -> UInt64 {
    let quotes = word ^ 0x2222_2222_2222_2222
    let escapes = word ^ 0x5C5C_5C5C_5C5C_5C5C
    let found =
      ((quotes &- 0x0101_0101_0101_0101) & ~quotes) | ((escapes &- 0x0101_0101_0101_0101) & ~escapes)
    return found & 0x8080_8080_8080_8080
  }

  /// Skips a string, from its opening quote.
  @inline(__always) mutating func skipString() {
    p += 1
    while end - p >= 8 {
      let marks = Self.marks(UInt64(littleEndian: UnsafeRawPointer(p).loadUnaligned(as: UInt64.self)))
      if marks == 0 {
        p += 8
        continue
      }
      p += marks.trailingZeroBitCount &>> 3
      if p.pointee == 0x22 {
        p += 1
        return
      }
      p += 2
    }
    skipStringSlowly()
  }

  @inline(never) private mutating func skipStringSlowly() {
    while p < end {
      if p.pointee == 0x22 {
        p += 1
        return
      }
      p += p.pointee == 0x5C ? 2 : 1
    }
    p = end
  }

  @inline(__always) mutating func skipScalar() {
    while p < end, p.pointee > 0x20, p.pointee != 0x2C, p.pointee != 0x7D, p.pointee != 0x5D { p += 1 }
  }

  @inline(__always) mutating func skipValue() {
    guard p < end else { return }
    switch p.pointee {
    case 0x22: skipString()
    case 0x7B, 0x5B: skipContainer()
    default: skipScalar()
    }
  }

  @inline(never) private mutating func skipContainer() {
    var depth = 0
    repeat {
      switch p.pointee {
      case 0x22:
        skipString()
        continue
      case 0x7B, 0x5B: depth += 1
      case 0x7D, 0x5D: depth -= 1
      default: break
      }
      p += 1
    } while depth > 0 && p < end
  }

  /// Steps over a name and its colon to the value.
  ///
  /// - Returns: the name, unescaped.
  mutating func name() -> String {
    let start = p
    skipString()
    let bytes = UnsafeBufferPointer(start: start, count: p - start)
    skipSpace()
    if p < end { p += 1 }
    skipSpace()
    return Self.text(bytes)
  }

  /// Skips a comma, if one is next.
  @inline(__always) mutating func skipComma() {
    skipSpace()
    if p < end, p.pointee == 0x2C {
      p += 1
      skipSpace()
    }
  }

  /// The value of a quoted string.
  static func text(_ string: UnsafeBufferPointer<UInt8>) -> String {
    let inner = string.dropFirst().dropLast()
    guard inner.contains(0x5C) else { return String(decoding: inner, as: UTF8.self) }
    return (try? GraphQLValue(json: string))?.string ?? String(decoding: inner, as: UTF8.self)
  }
}
