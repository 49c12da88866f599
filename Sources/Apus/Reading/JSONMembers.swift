/// Where the members of a JSON object stand in its text: for messages that carry a response whose type is not known yet.
package enum JSONMembers {
  /// The places of an object's members of some names: the first member's of each, nil for a name that the object lacks. The whole text
  /// is checked.
  ///
  /// - Parameters:
  ///   - names: fastest in the order in which the members are expected.
  ///   - json: the text of one object.
  ///   - maximumDepth: how many objects and lists may stand within one another.
  /// - Throws: ``GraphQLDecodingError`` for a text that is not JSON, or not an object.
  package static func ranges(
    of names: [StaticString], in json: some Collection<UInt8>,
    maximumDepth: Int = ObjectReader.defaultMaximumDepth + 2
  ) throws -> [Range<Int>?] {
    try ObjectReader.read(json, maximumDepth: maximumDepth) { reader in
      guard reader.p.pointee == JSONByte.openBrace else { throw reader.invalid(expected: "an object") }
      try reader.enterObject()
      var ranges: [Range<Int>?] = []
      ranges.reserveCapacity(names.count)
      for name in names {
        guard try reader.seek(name) else {
          ranges.append(nil)
          continue
        }
        let start = reader.p - reader.base
        try reader.skipValue()
        ranges.append(start..<(reader.p - reader.base))
        try reader.endMember()
      }
      try reader.leaveObject()
      return ranges
    }
  }
}
