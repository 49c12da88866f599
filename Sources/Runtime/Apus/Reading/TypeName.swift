/// An object's `__typename`, for matching in a `switch` with string literals.
///
/// ```swift
/// switch try reader.typename() {
/// case "Cat": self = .cat(try Cat(_reading: &reader))
/// …
/// }
/// ```
public struct _TypeName: Sendable {
  // Up to 32 bytes of the name are stored inline, because a String of more than 15 would be allocated for each object.
  private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
  private let count: Int
  /// The name, if it is longer.
  private let long: String?

  private static let capacity = 32

  init(_ name: UnsafeBufferPointer<UInt8>) {
    count = name.count
    guard count <= Self.capacity else {
      long = String(decoding: name, as: UTF8.self)
      return
    }
    long = nil
    withUnsafeMutableBytes(of: &words) { $0.copyBytes(from: name) }
  }

  init(_ name: String) {
    var name = name
    self = name.withUTF8 { _TypeName($0) }
  }

  /// Whether the name is this one.
  public static func ~= (name: StaticString, typename: _TypeName) -> Bool {
    guard name.utf8CodeUnitCount == typename.count else {
      // A sample has the first type that is tested for. Type names are never empty.
      return typename.count == 0 && Sampling.session?.choose(name.description) ?? false
    }
    if let long = typename.long { return long == name.description }
    return withUnsafeBytes(of: typename.words) { words in
      let bytes = words.bindMemory(to: UInt8.self)
      guard let start = bytes.baseAddress else { return false }
      return GraphQLReader.equal(start, name.utf8Start, typename.count)
    }
  }
}

extension _TypeName: CustomStringConvertible {
  public var description: String {
    long ?? withUnsafeBytes(of: words) { String(decoding: $0.prefix(count), as: UTF8.self) }
  }
}

extension GraphQLReader {
  /// Returns the object's `__typename`, wherever the member is. It can still be read afterwards.
  ///
  /// - Parameter key: the member's name. It differs if a document uses `__typename` as an alias of another field.
  /// - Throws: ``GraphQLDecodingError`` if it is missing or not a string.
  public mutating func typename(_ key: StaticString = "__typename") throws -> _TypeName {
    guard try has(key) else { throw missing(key, expected: "String") }
    if let source, let session = Sampling.session {
      return _TypeName(session.typename(at: source.containerPath, under: key.description) ?? "")
    }
    let here = p
    let resume = frame.resume
    let count = memberCount
    let fastEnd = frame.fastEnd
    try seekRequired(key, "String")
    defer {
      p = here
      frame.resume = resume
      frame.fastEnd = fastEnd
      memberCount = count
    }
    guard p.pointee == JSONByte.quote else { return _TypeName(try decoded(String.self, "String")) }
    let quote = p
    if try skipString() {
      p = quote
      return _TypeName(try readString())
    }
    return _TypeName(UnsafeBufferPointer(start: quote + 1, count: p - quote - 2))
  }

  /// Reads a member that contains the object's `__typename` under another name, for an object with only one possible type.
  ///
  /// - Parameters:
  ///   - key: the member's name.
  ///   - type: the type's name.
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or is anything but the type's name, or a decoder's `DecodingError`.
  public mutating func typename(_ key: StaticString, is type: StaticString) throws {
    try member(key, "String") { reader in
      let place = reader.p
      let name = try reader.readString(as: "String")
      guard name == type.description || Sampling.session != nil else {
        throw reader.failure(.invalidValue, at: place, expected: "\"\(type)\"", found: "\"\(name)\"")
      }
    }
  }
}
