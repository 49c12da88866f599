extension ObjectWriter {
  /// Stores a string in JSON's form (RFC 8259, section 7): quotes, backslashes and control characters escaped.
  @inline(__always) mutating func storeString(_ value: String) {
    let stored: Void? = value.utf8.withContiguousStorageIfAvailable { utf8 in storeString(utf8) }
    if stored == nil { storeForeignString(value) }
  }

  /// A string that is not stored as UTF-8: one that came from Objective-C.
  @inline(never) private mutating func storeForeignString(_ value: String) {
    var value = value
    value.withUTF8 { utf8 in storeString(utf8) }
  }

  private mutating func storeString(_ utf8: UnsafeBufferPointer<UInt8>) {
    reserve(utf8.count &+ 2)
    store(JSONByte.quote)
    if var source = utf8.baseAddress {
      let end = source + utf8.count
      var seen: UInt64 = 0
      var length = JSONString.plainRun(source, end, &seen)
      store(source, length)
      source += length
      while source < end {
        storeEscape(source.pointee, rest: end - source)
        source += 1
        length = JSONString.plainRun(source, end, &seen)
        store(source, length)
        source += length
      }
    }
    store(JSONByte.quote)
  }

  /// - Parameter rest: the number of the string's bytes that are left, this one included.
  @inline(never) private mutating func storeEscape(_ byte: UInt8, rest: Int) {
    // An escape of up to six bytes, the rest as it is, and the closing quote.
    reserve(rest &+ 6)
    store(JSONByte.backslash)
    switch byte {
    case JSONByte.quote, JSONByte.backslash: store(byte)
    case 0x08: store(JSONByte.b)
    case 0x0C: store(JSONByte.f)
    case JSONByte.newline: store(JSONByte.n)
    case JSONByte.carriageReturn: store(JSONByte.r)
    case JSONByte.tab: store(JSONByte.t)
    default:
      store("u00")
      let digits: StaticString = "0123456789abcdef"
      store(digits.utf8Start[Int(byte >> 4)])
      store(digits.utf8Start[Int(byte & 15)])
    }
  }
}
