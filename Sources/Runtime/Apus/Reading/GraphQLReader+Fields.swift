// The methods that generated code calls: one for each kind of field, named by type to avoid overloading. `…OrNil` is
// for nullable fields: the key must be present, but its value may be null.
extension GraphQLReader {
  /// Reads a `String!`.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func string(_ key: StaticString) throws -> String {
    try member(key, "String") { try $0.readString(as: "String") }
  }

  /// Reads a `String`.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func stringOrNil(_ key: StaticString) throws -> String? {
    try memberOrNil(key, "String") { try $0.readString(as: "String") }
  }

  /// Reads a `[String!]!`.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func strings(_ key: StaticString) throws -> [String] {
    try member(key, "list") { try $0.readList { try $0.readString() } }
  }

  /// Reads a `[String!]`.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func stringsOrNil(_ key: StaticString) throws -> [String]? {
    try memberOrNil(key, "list") { try $0.readList { try $0.readString() } }
  }

  /// Reads an `Int!`.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func int(_ key: StaticString) throws -> Int { try member(key, "Int") { try $0.readInt() } }

  /// Reads an `Int`.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func intOrNil(_ key: StaticString) throws -> Int? {
    try memberOrNil(key, "Int") { try $0.readInt() }
  }

  /// Reads an `[Int!]!`.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func ints(_ key: StaticString) throws -> [Int] {
    try member(key, "list") { try $0.readList { try $0.readInt() } }
  }

  /// Reads an `[Int!]`.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func intsOrNil(_ key: StaticString) throws -> [Int]? {
    try memberOrNil(key, "list") { try $0.readList { try $0.readInt() } }
  }

  /// Reads a `Float!`.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func double(_ key: StaticString) throws -> Double {
    try member(key, "Float") { try $0.readDouble() }
  }

  /// Reads a `Float`.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func doubleOrNil(_ key: StaticString) throws -> Double? {
    try memberOrNil(key, "Float") { try $0.readDouble() }
  }

  /// Reads a `[Float!]!`.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func doubles(_ key: StaticString) throws -> [Double] {
    try member(key, "list") { try $0.readList { try $0.readDouble() } }
  }

  /// Reads a `[Float!]`.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func doublesOrNil(_ key: StaticString) throws -> [Double]? {
    try memberOrNil(key, "list") { try $0.readList { try $0.readDouble() } }
  }

  /// Reads a `Boolean!`.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func bool(_ key: StaticString) throws -> Bool {
    try member(key, "Boolean") { try $0.readBool() }
  }

  /// Reads a `Boolean`.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func boolOrNil(_ key: StaticString) throws -> Bool? {
    try memberOrNil(key, "Boolean") { try $0.readBool() }
  }

  /// Reads a `[Boolean!]!`.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func bools(_ key: StaticString) throws -> [Bool] {
    try member(key, "list") { try $0.readList { try $0.readBool() } }
  }

  /// Reads a `[Boolean!]`.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func boolsOrNil(_ key: StaticString) throws -> [Bool]? {
    try memberOrNil(key, "list") { try $0.readList { try $0.readBool() } }
  }

  /// Reads an `ID!`.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func id(_ key: StaticString) throws -> String { try member(key, "ID") { try $0.readID() } }

  /// Reads an `ID`.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func idOrNil(_ key: StaticString) throws -> String? {
    try memberOrNil(key, "ID") { try $0.readID() }
  }

  /// Reads an `[ID!]!`.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func ids(_ key: StaticString) throws -> [String] {
    try member(key, "list") { try $0.readList { try $0.readID() } }
  }

  /// Reads an `[ID!]`.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or has another type, or a decoder's `DecodingError`.
  public mutating func idsOrNil(_ key: StaticString) throws -> [String]? {
    try memberOrNil(key, "list") { try $0.readList { try $0.readID() } }
  }

  /// Reads a member.
  ///
  /// - Parameters:
  ///   - expected: its type in the schema, for the error if it is missing.
  ///   - read: reads its value.
  @inline(__always) mutating func member<Value>(
    _ key: StaticString, _ expected: StaticString, _ read: (inout GraphQLReader) throws -> Value
  ) throws -> Value {
    try seekRequired(key, expected)
    let value = try read(&self)
    try endMember()
    return value
  }

  /// Reads a member that may be null.
  @inline(__always) mutating func memberOrNil<Value>(
    _ key: StaticString, _ expected: StaticString, _ read: (inout GraphQLReader) throws -> Value
  ) throws -> Value? {
    try seekRequired(key, expected)
    let value = try isNull() ? nil : read(&self)
    try endMember()
    return value
  }
}
