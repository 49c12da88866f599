/// A generated type for an object in a response. With `"decodableInputs": true` in `apus.json`, input objects and operations
/// conform as well.
///
/// Generated types implement `init(_reading:)` and `_write(to:)`. Everything else is implemented once, here and in
/// ``GraphQLWritable``: `Codable`, hashing, `init(json:)` and ``GraphQLWritable/json()``. Only `==` is synthesized by Swift for
/// each type.
///
/// ```swift
/// let card = try ArtistNameData(json: #"{"id": "r1", "name": "Ina Loft"}"#)
/// let text = try card.jsonString()
/// let same = try JSONDecoder().decode(ArtistNameData.self, from: Data(text.utf8))
/// print(card == same)
/// ```
nonisolated public protocol GraphQLObject: GraphQLWritable, Codable {
  /// Reads the members of the object that the reader has entered.
  ///
  /// - Throws: ``GraphQLDecodingError``, or a `DecodingError` if the reader reads from a `Decoder`.
  init(_reading reader: inout GraphQLReader) throws
}

extension GraphQLObject {
  /// Reads the current value as an object.
  init(_readingValue reader: inout GraphQLReader) throws {
    try reader.enterObject()
    try self.init(_reading: &reader)
    try reader.leaveObject()
  }

  public init(from decoder: any Decoder) throws {
    do {
      var reader = GraphQLReader(decoder)
      self = try Self(_readingValue: &reader)
    } catch is RequiredNull where decoder.codingPath.isEmpty {
      throw DecodingError.valueNotFound(
        Self.self,
        .init(
          codingPath: [], debugDescription: "A required field inside is null and has no nullable parent."))
    }
  }
}
