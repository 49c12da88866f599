/// The responses to a batch of operations.
public enum GraphQLBatch {
  /// Where each response stands in the text of their list.
  ///
  /// The responses are of different types, so each is decoded on its own, by ``GraphQLOperation/response(json:maximumDepth:)-method``.
  ///
  /// - Parameters:
  ///   - json: a list of responses, in the order of the operations.
  ///   - maximumDepth: how many objects and lists may stand within one another.
  /// - Throws: ``GraphQLDecodingError`` when it is not a list, or not JSON.
  public static func ranges(
    json: some Collection<UInt8>, maximumDepth: Int = ObjectReader.defaultMaximumDepth
  ) throws -> [Range<Int>] {
    try ObjectReader.read(json, maximumDepth: maximumDepth) { reader in
      try reader.readList { reader in
        let start = reader.p - reader.base
        try reader.skipValue()
        return start..<(reader.p - reader.base)
      }
    }
  }

  /// The body of a request for several operations: a list of their bodies.
  public static func requestBody(_ bodies: [[UInt8]]) -> [UInt8] {
    Array("[".utf8) + bodies.joined(separator: ",".utf8) + Array("]".utf8)
  }
}
