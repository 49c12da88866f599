/// Where the members of a JSON object stand in its text: for messages that carry a response whose type is not known yet.
package enum JSONMembers {
  /// The places of an object's members of three names: the first member's of each, nil for a name that the object lacks. The whole text
  /// is checked.
  ///
  /// - Parameters:
  ///   - first: a name, as the two that follow: fastest in the order in which the members are expected.
  ///   - json: the text of one object.
  ///   - maximumDepth: how many objects and lists may stand within one another.
  /// - Throws: ``GraphQLDecodingError`` for a text that is not JSON, or not an object.
  package static func ranges(
    of first: StaticString, _ second: StaticString, _ third: StaticString, in json: UnsafeRawBufferPointer,
    maximumDepth: Int = ObjectReader.defaultMaximumDepth + 2
  ) throws -> (Range<Int>?, Range<Int>?, Range<Int>?) {
    try ObjectReader.read(bytes: json, maximumDepth) { reader in
      guard reader.p.pointee == JSONByte.openBrace else { throw reader.invalid(expected: "an object") }
      try reader.enterObject()
      let ranges = (
        try range(of: first, &reader), try range(of: second, &reader), try range(of: third, &reader)
      )
      try reader.leaveObject()
      return ranges
    }
  }

  private static func range(of name: StaticString, _ reader: inout ObjectReader) throws -> Range<Int>? {
    guard try reader.seek(name) else { return nil }
    let start = reader.p - reader.base
    try reader.skipValue()
    let range = start..<(reader.p - reader.base)
    try reader.endMember()
    return range
  }
}
