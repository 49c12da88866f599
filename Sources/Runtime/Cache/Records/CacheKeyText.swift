import Apus

/// Formats key fields as part of a record's key.
enum CacheKeyText {
  /// Appends a value. A string and a number with the same digits are the same key.
  ///
  /// - Parameter isSingle: whether the type has one key field, whose value is not quoted.
  /// - Returns: whether the value can identify an object: null and an empty string cannot.
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
    // Numbers and Booleans are keys; null, lists and objects are not.
    guard first == 0x2D || first &- 0x30 < 10 || first == 0x74 || first == 0x66 else { return false }
    if !isSingle { key.append(0x22) }
    key.append(contentsOf: json)
    if !isSingle { key.append(0x22) }
    return true
  }

  static func append(_ text: String, to key: inout [UInt8], isSingle: Bool) {
    key.append(contentsOf: isSingle ? Array(text.utf8) : Array(GraphQLValue.string(text).description.utf8))
  }
}

/// The keys of root fields. Each root field is a separate record, so the root does not grow with every new field.
enum CacheRoot {
  static func key(_ type: String, _ field: String) -> String { "\(type)\u{2044}\(field)" }
}

/// The names of groups of records: the objects of a type, and a root field with any arguments. No record has the name of the first kind as its key, and
/// only a field without arguments that of the second.
enum CacheGroup {
  static func objects(of type: String) -> String { "\(type):" }
  static func field(_ type: String, _ field: String) -> String { CacheRoot.key(type, field) }

  /// The type whose objects a group contains; nil for a root field.
  static func type(of group: String) -> String? { group.last == ":" ? String(group.dropLast()) : nil }

  /// The type that a record's key begins with: before the colon of an object's key, or the fraction slash of a root field's, U+2044.
  static func typeName(of key: UnsafeRawBufferPointer) -> Slice<UnsafeRawBufferPointer> {
    key.prefix { $0 != UInt8(ascii: ":") && $0 != 0xE2 }
  }

  /// The group that a record's key belongs to.
  static func name(of key: String) -> String {
    guard let end = key.firstIndex(where: { $0 == ":" || $0 == "(" || $0 == "@" }) else { return key }
    return String(key[end] == ":" ? key[...end] : key[..<end])
  }
}
