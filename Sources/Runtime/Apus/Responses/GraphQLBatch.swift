/// The responses to a batch of operations.
package enum GraphQLBatch {
  /// Finds the range of each response in the text of a list of responses.
  ///
  /// The responses have different types, so decode each one separately with
  /// ``GraphQLOperation/response(json:maximumDepth:)-method``.
  ///
  /// - Parameters:
  ///   - json: a list of responses, in the order of the operations.
  ///   - maximumDepth: the maximum nesting of objects and lists.
  /// - Returns: the byte range of each response.
  /// - Throws: ``GraphQLDecodingError`` if the text is not JSON or not a list.
  package static func ranges(
    json: some Collection<UInt8>, maximumDepth: Int = GraphQLReader.defaultMaximumDepth
  ) throws -> [Range<Int>] {
    try GraphQLReader.read(json, maximumDepth: maximumDepth) { reader in
      try reader.readList { reader in
        let start = reader.p - reader.base
        try reader.skipValue()
        return start..<(reader.p - reader.base)
      }
    }
  }

  /// Joins the bodies of several operations' requests into the body of a batch request.
  package static func requestBody(_ bodies: [[UInt8]]) -> [UInt8] {
    Array("[".utf8) + bodies.joined(separator: ",".utf8) + Array("]".utf8)
  }
}
