import Apus

/// How the values of key fields become part of a key.
enum CacheKeyText {
  /// Appends a value: a string and a number of the same digits are one.
  ///
  /// - Parameter isSingle: whether the type has one key field, whose text stands as it is.
  /// - Returns: whether the value can tell objects apart: null and an empty string do not.
  static func append(_ json: UnsafeBufferPointer<UInt8>, to key: inout [UInt8], isSingle: Bool) -> Bool {
    guard let first = json.first else { return false }
    if first == 0x22 {
      if json.count == 2 { return false }
      if json.contains(0x5C) {
        append(JSONScanner.text(json), to: &key, isSingle: isSingle)
      } else {
        key.append(contentsOf: isSingle ? UnsafeBufferPointer(rebasing: json[1..<(json.count - 1)]) : json)
      }
      return true
    }
    // Numbers and Booleans; null, lists and objects are no keys.
    guard first == 0x2D || first &- 0x30 < 10 || first == 0x74 || first == 0x66 else { return false }
    if !isSingle { key.append(0x22) }
    key.append(contentsOf: json)
    if !isSingle { key.append(0x22) }
    return true
  }

  /// Appends the text of a string.
  static func append(_ text: String, to key: inout [UInt8], isSingle: Bool) {
    key.append(contentsOf: isSingle ? Array(text.utf8) : Array(GraphQLValue.string(text).description.utf8))
  }
}

/// The records of a response's root: each field is one of its own, so that no record grows with what is asked.
enum CacheRoot {
  static func key(_ type: String, _ field: String) -> String { "\(type)\u{2044}\(field)" }
}
