/// Where the members of a JSON object stand in its text: for messages that carry a response whose type is not known yet.
package enum JSONMembers {
  /// The names and places of an object's members, in their order.
  ///
  /// - Parameters:
  ///   - json: the text of one object.
  ///   - maximumDepth: how many objects and lists may stand within one another.
  /// - Throws: ``GraphQLDecodingError`` for a text that is not JSON, or not an object.
  package static func ranges(
    json: some Collection<UInt8>, maximumDepth: Int = ObjectReader.defaultMaximumDepth + 2
  ) throws -> [(name: String, range: Range<Int>)] {
    try ObjectReader.read(json, maximumDepth: maximumDepth) { reader in
      guard reader.p.pointee == JSONByte.openBrace else { throw reader.invalid(expected: "an object") }
      var members: [(name: String, range: Range<Int>)] = []
      try reader.readMembers { name, reader in
        let start = reader.p - reader.base
        try reader.skipValue()
        members.append((name, start..<(reader.p - reader.base)))
      }
      return members
    }
  }
}
