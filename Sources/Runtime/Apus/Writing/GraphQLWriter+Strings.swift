extension GraphQLWriter {
  /// Stores a string in JSON syntax (RFC 8259, section 7), with quotes, backslashes and control characters escaped.
  @inline(__always) mutating func storeString(_ value: String) {
    let stored: Void? = value.utf8.withContiguousStorageIfAvailable { utf8 in storeString(utf8) }
    if stored == nil { storeForeignString(value) }
  }

  /// Stores a string that is not UTF-8 in memory, because it came from Objective-C.
  @inline(never) private mutating func storeForeignString(_ value: String) {
    var value = value
    value.withUTF8 { utf8 in storeString(utf8) }
  }

  private mutating func storeString(_ utf8: UnsafeBufferPointer<UInt8>) {
    reserve(utf8.count &+ Self.slack)
    store(JSONByte.quote)
    if let start = utf8.baseAddress {
      let end = start + utf8.count
      var source = start
      while true {
        storePlainRun(&source, of: start, end)
        if source == end { break }
        storeEscape(source.pointee)
        source += 1
        reserve((end - source) &+ Self.slack)
      }
    }
    store(JSONByte.quote)
  }

  /// Room for the quotes, an escape, and the eight bytes stored at once.
  private static let slack = 16

  /// Stores bytes up to the next byte to escape. Runs between escapes are short, so each byte is only read
  /// once.
  @inline(__always) private mutating func storePlainRun(
    _ source: inout UnsafePointer<UInt8>, of start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) {
    var (s, target) = (source, bytes + count)
    while s < end {
      // Read the last bytes together with those before them. Zeros after the end stop the run there.
      let rest = end - s
      var word: UInt64
      if rest >= 8 {
        word = GraphQLReader.word(s, 0)
      } else if s - start >= 8 &- rest {
        word = GraphQLReader.word(end - 8, 0) &>> UInt64(truncatingIfNeeded: 64 &- rest &<< 3)
      } else {
        word = 0
        var index = rest
        while index > 0 {
          index &-= 1
          word = word &<< 8 | UInt64(s[index])
        }
      }
      UnsafeMutableRawPointer(target).storeBytes(of: word, as: UInt64.self)
      let stops = JSONString.stopMask(word)
      guard stops == 0 else {
        let length = stops.trailingZeroBitCount &>> 3
        s += length
        target += length
        break
      }
      s += 8
      target += 8
    }
    source = s
    count = target - bytes
  }

  /// Stores an escape. The caller has reserved room for it.
  @inline(__always) private mutating func storeEscape(_ byte: UInt8) {
    let letter = byte < JSONByte.space ? Self.controls.utf8Start[Int(byte)] : byte
    store(JSONByte.backslash)
    store(letter)
    if letter == JSONByte.u { storeDigits(byte) }
  }

  /// The letters of the control characters' escapes. Most do not have one.
  private static let controls: StaticString = "uuuuuuuubtnufruuuuuuuuuuuuuuuuuu"

  @inline(never) private mutating func storeDigits(_ byte: UInt8) {
    let digits: StaticString = "0123456789abcdef"
    store("00")
    store(digits.utf8Start[Int(byte >> 4)])
    store(digits.utf8Start[Int(byte & 15)])
  }
}
