// The methods that generated code calls: one for each kind of field, named by type to avoid overloading. `…OrNil` is
// for nullable fields: the key must be present, but its value may be null.
extension ObjectReader {
  /// A `String!`.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func string(_ key: StaticString) throws -> String {
    guard try seek(key) else { return try decodedMember(key, String.self, "String") }
    let value = try readString(as: "String")
    try endMember()
    return value
  }

  /// A `String`.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func stringOrNil(_ key: StaticString) throws -> String? {
    guard try seek(key) else { return try decodedMember(key, String?.self, "String") }
    let isNull = p.pointee == JSONByte.quote ? false : try isNull()
    let value = isNull ? nil : try readString(as: "String")
    try endMember()
    return value
  }

  /// A `[String!]!`.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func strings(_ key: StaticString) throws -> [String] {
    guard try seek(key) else { return try decodedMember(key, [String].self, "list") }
    let values = try readStrings()
    try endMember()
    return values
  }

  /// A `[String!]`.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func stringsOrNil(_ key: StaticString) throws -> [String]? {
    guard try seek(key) else { return try decodedMember(key, [String]?.self, "list") }
    let values = try isNull() ? nil : readStrings()
    try endMember()
    return values
  }

  /// An `Int!`.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func int(_ key: StaticString) throws -> Int {
    guard try seek(key) else { return try decodedMember(key, DecodedInt.self, "Int").value }
    let value = try readInt()
    try endMember()
    return value
  }

  /// An `Int`.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func intOrNil(_ key: StaticString) throws -> Int? {
    guard try seek(key) else { return try decodedMember(key, DecodedInt?.self, "Int")?.value }
    let value = try isNull() ? nil : readInt()
    try endMember()
    return value
  }

  /// An `[Int!]!`.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func ints(_ key: StaticString) throws -> [Int] {
    guard try seek(key) else { return try decodedMember(key, [DecodedInt].self, "list").map(\.value) }
    let values = try readInts()
    try endMember()
    return values
  }

  /// An `[Int!]`.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func intsOrNil(_ key: StaticString) throws -> [Int]? {
    guard try seek(key) else { return try decodedMember(key, [DecodedInt]?.self, "list")?.map(\.value) }
    let values = try isNull() ? nil : readInts()
    try endMember()
    return values
  }

  /// A `Float!`.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func double(_ key: StaticString) throws -> Double {
    guard try seek(key) else { return try decodedMember(key, DecodedDouble.self, "Float").value }
    let value = try readDouble()
    try endMember()
    return value
  }

  /// A `Float`.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func doubleOrNil(_ key: StaticString) throws -> Double? {
    guard try seek(key) else { return try decodedMember(key, DecodedDouble?.self, "Float")?.value }
    let value = try isNull() ? nil : readDouble()
    try endMember()
    return value
  }

  /// A `[Float!]!`.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func doubles(_ key: StaticString) throws -> [Double] {
    guard try seek(key) else { return try decodedMember(key, [DecodedDouble].self, "list").map(\.value) }
    let values = try readDoubles()
    try endMember()
    return values
  }

  /// A `[Float!]`.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func doublesOrNil(_ key: StaticString) throws -> [Double]? {
    guard try seek(key) else { return try decodedMember(key, [DecodedDouble]?.self, "list")?.map(\.value) }
    let values = try isNull() ? nil : readDoubles()
    try endMember()
    return values
  }

  /// A `Boolean!`.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func bool(_ key: StaticString) throws -> Bool {
    guard try seek(key) else { return try decodedMember(key, Bool.self, "Boolean") }
    let value = try readBool()
    try endMember()
    return value
  }

  /// A `Boolean`.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func boolOrNil(_ key: StaticString) throws -> Bool? {
    guard try seek(key) else { return try decodedMember(key, Bool?.self, "Boolean") }
    let value = try isNull() ? nil : readBool()
    try endMember()
    return value
  }

  /// A `[Boolean!]!`.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func bools(_ key: StaticString) throws -> [Bool] {
    guard try seek(key) else { return try decodedMember(key, [Bool].self, "list") }
    let values = try readBools()
    try endMember()
    return values
  }

  /// A `[Boolean!]`.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func boolsOrNil(_ key: StaticString) throws -> [Bool]? {
    guard try seek(key) else { return try decodedMember(key, [Bool]?.self, "list") }
    let values = try isNull() ? nil : readBools()
    try endMember()
    return values
  }

  /// An `ID!`.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func id(_ key: StaticString) throws -> String {
    guard try seek(key) else { return try decodedMember(key, DecodedID.self, "ID").text }
    let value = try readID()
    try endMember()
    return value
  }

  /// An `ID`.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func idOrNil(_ key: StaticString) throws -> String? {
    guard try seek(key) else { return try decodedMember(key, DecodedID?.self, "ID")?.text }
    let value = try isNull() ? nil : readID()
    try endMember()
    return value
  }

  /// An `[ID!]!`.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func ids(_ key: StaticString) throws -> [String] {
    guard try seek(key) else { return try decodedMember(key, [DecodedID].self, "list").map(\.text) }
    let values = try readIDs()
    try endMember()
    return values
  }

  /// An `[ID!]`.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func idsOrNil(_ key: StaticString) throws -> [String]? {
    guard try seek(key) else { return try decodedMember(key, [DecodedID]?.self, "list")?.map(\.text) }
    let values = try isNull() ? nil : readIDs()
    try endMember()
    return values
  }

  private mutating func readStrings() throws -> [String] {
    var values: [String] = []
    guard try enterList() else { return values }
    repeat { values.append(try readString()) } while try nextElement()
    return values
  }

  private mutating func readInts() throws -> [Int] {
    var values: [Int] = []
    guard try enterList() else { return values }
    repeat { values.append(try readInt()) } while try nextElement()
    return values
  }

  private mutating func readDoubles() throws -> [Double] {
    var values: [Double] = []
    guard try enterList() else { return values }
    repeat { values.append(try readDouble()) } while try nextElement()
    return values
  }

  private mutating func readBools() throws -> [Bool] {
    var values: [Bool] = []
    guard try enterList() else { return values }
    repeat { values.append(try readBool()) } while try nextElement()
    return values
  }

  private mutating func readIDs() throws -> [String] {
    var values: [String] = []
    guard try enterList() else { return values }
    repeat { values.append(try readID()) } while try nextElement()
    return values
  }

  /// Decodes a member from a decoder. Without a decoder, the member is missing.
  @inline(never) func decodedMember<Value: Decodable>(
    _ key: StaticString, _ type: Value.Type, _ expected: StaticString
  ) throws -> Value {
    guard let container else { throw missing(key, expected: expected.description) }
    do {
      return try container.decode(type, forKey: GraphQLKey(key))
    } catch  where fieldErrors != nil && error is DecodingError {
      throw unexpectedNull(key, error)
    } catch  where !(error is DecodingError || error is GraphQLFieldError || error is RequiredNull) {
      // This is how `JSONDecoder` reports an out-of-range number.
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: container.codingPath + [GraphQLKey(key)], debugDescription: "expected \(expected)",
          underlyingError: error))
    }
  }
}
