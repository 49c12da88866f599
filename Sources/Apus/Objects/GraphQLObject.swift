/// An object of a response, an input object, or an operation's variables: what the compiler emits a type for.
///
/// An emitted type has `init(reading:)`, `write(to:)` and `==`; the rest is implemented here, once: `Codable` in
/// both directions, `Hashable`, and `init(json:)` with ``json()``.
nonisolated public protocol GraphQLObject: GraphQLCodable {
  /// Reads the members of the object that the reader has entered.
  ///
  /// - Throws: ``GraphQLDecodingError``, or a `DecodingError` when the reader is backed by a `Decoder`.
  init(reading reader: inout ObjectReader) throws

  /// Writes the members of the object that the writer has opened.
  ///
  /// - Throws: an `EncodingError` for what JSON cannot say, such as a `Double` that is not finite.
  func write(to writer: inout ObjectWriter) throws
}

extension GraphQLObject {
  public init(readingValue reader: inout ObjectReader) throws {
    try reader.enterObject()
    try self.init(reading: &reader)
    try reader.leaveObject()
  }

  public func writeValue(to writer: inout ObjectWriter) throws {
    let outer = writer.openObject()
    try write(to: &writer)
    try writer.closeObject(outer)
  }

  public init(from decoder: any Decoder) throws {
    var reader = ObjectReader(members: try decoder.container(keyedBy: GraphQLKey.self))
    try self.init(reading: &reader)
  }

  public func encode(to encoder: any Encoder) throws {
    var writer = ObjectWriter(members: encoder.container(keyedBy: GraphQLKey.self))
    try write(to: &writer)
    try writer.finishMembers(of: self)
  }

  /// Feeds what `write(to:)` writes to the hasher: equal objects write equal members.
  public func hash(into hasher: inout Hasher) {
    var writer = ObjectWriter(hasher: hasher)
    // Nothing throws while hashing: every value that a member can hold can be hashed.
    try? write(to: &writer)
    hasher = writer.hasher
  }
}
