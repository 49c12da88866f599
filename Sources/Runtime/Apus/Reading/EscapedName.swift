/// Member names with escapes, which JSON allows: `"\u0069d"` is `"id"`.
///
/// Each function takes a name's opening quote. The name has already been scanned, so it is complete and valid.
enum EscapedName {
  static func equal(_ name: UnsafePointer<UInt8>, _ key: StaticString) -> Bool {
    withBytes(name) { bytes in
      bytes.elementsEqual(UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount))
    }
  }

  /// Calls a function with the name's bytes, escapes resolved.
  static func withBytes<Result>(
    _ name: UnsafePointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let start = name + 1
    var end = start
    var isEscaped = false
    while end.pointee != JSONByte.quote {
      if end.pointee == JSONByte.backslash {
        isEscaped = true
        end += 1
      }
      end += 1
    }
    let raw = UnsafeBufferPointer(start: start, count: end - start)
    if !isEscaped { return body(raw) }
    var name = JSONString.unescaping(raw)
    return name.withUTF8(body)
  }
}
