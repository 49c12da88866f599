/// Finds the members of a JSON object, for messages that contain a response whose type is not known yet.
package enum JSONMembers {
  /// Finds an object's members with three given names: the first member with each name, or nil if there is none. The
  /// whole text is validated.
  ///
  /// - Parameters:
  ///   - first: a name, like the next two parameters. It is fastest if they are in the expected order of members.
  ///   - json: the text of one object.
  ///   - maximumDepth: the maximum nesting of objects and lists.
  /// - Throws: ``GraphQLDecodingError`` if the text is not JSON or not an object.
  package static func ranges(
    of first: StaticString, _ second: StaticString, _ third: StaticString, in json: UnsafeRawBufferPointer,
    maximumDepth: Int = GraphQLReader.defaultMaximumDepth + 2
  ) throws -> (Range<Int>?, Range<Int>?, Range<Int>?) {
    try GraphQLReader.read(bytes: json, maximumDepth) { reader in
      guard reader.p.pointee == JSONByte.openBrace else { throw reader.invalid(expected: "an object") }
      try reader.enterObject()
      let ranges = (
        try range(of: first, &reader), try range(of: second, &reader), try range(of: third, &reader)
      )
      try reader.leaveObject()
      return ranges
    }
  }

  private static func range(of name: StaticString, _ reader: inout GraphQLReader) throws -> Range<Int>? {
    guard try reader.seek(name) else { return nil }
    let start = reader.p - reader.base
    try reader.skipValue()
    let range = start..<(reader.p - reader.base)
    try reader.endMember()
    return range
  }
}
