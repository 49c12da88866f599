/// A generated type that can be written as JSON: an input object, an operation's variables, and every ``GraphQLObject``, which
/// can be read as well.
///
/// Generated types implement `_write(to:)`. Everything else is implemented here once: `Encodable`, hashing, and ``json()``. Only
/// `==` is synthesized by Swift for each type.
nonisolated public protocol GraphQLWritable: Encodable, Hashable, Sendable {
  /// Writes the members of the object that the writer has opened.
  func _write(to writer: inout GraphQLWriter)
}

extension GraphQLWritable {
  /// Writes the object at the current position.
  func _writeValue(to writer: inout GraphQLWriter) {
    let outer = writer.openObject()
    _write(to: &writer)
    writer.closeObject(outer)
  }

  public func encode(to encoder: any Encoder) throws {
    var writer = GraphQLWriter(encoder)
    _writeValue(to: &writer)
    try writer.finish()
  }

  // There is no `==` here, because Swift synthesizes one for each type from its stored properties. One for all types
  // would have to use `_write(to:)` with two calls per member, and was 2 to 100 times slower.

  /// Hashes what `_write(to:)` writes: objects with equal properties write equal members.
  public func hash(into hasher: inout Hasher) {
    var writer = GraphQLWriter(hasher: hasher)
    _write(to: &writer)
    writer.finishHashing()
    hasher = writer.hasher
  }

  /// The hash value. It is declared here so that Swift does not synthesize one for each type.
  public var hashValue: Int {
    var hasher = Hasher()
    hash(into: &hasher)
    return hasher.finalize()
  }

  /// Returns the object as compact JSON in UTF-8, with members in the order of the selection.
  ///
  /// - Throws: an `EncodingError` for values that JSON cannot represent, such as a `Double` that is not finite.
  public func json() throws -> [UInt8] {
    try withJSON { Array($0) }
  }

  /// Returns the object as a compact JSON string. See ``json()`` for bytes.
  ///
  /// - Throws: an `EncodingError` for values that JSON cannot represent, such as a `Double` that is not finite.
  public func jsonString() throws -> String {
    try withJSON { String(decoding: $0, as: UTF8.self) }
  }

  func withJSON<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) throws -> Result {
    var writer = GraphQLWriter()
    _writeValue(to: &writer)
    return try writer.withBytes(body)
  }
}
