/// The members of a response apart from its data, needed for deferred fragments that the data lacks. They may come after the data.
struct ResponseEnd {
  /// Whether no further parts follow.
  let isComplete: Bool
  /// The reason why a deferred fragment is missing from a complete response: the response's errors, or the server's omission.
  let errors: [GraphQLError]

  /// - Parameter response: the whole text.
  init(_ response: UnsafeRawBufferPointer) {
    // An invalid text is reported when it is read.
    let members = try? JSONMembers.ranges(of: "errors", "hasNext", "data", in: response)
    let hasNext = members?.1.map { response[$0.lowerBound] == UInt8(ascii: "t") } ?? false
    isComplete = members != nil && !hasNext
    let text = (members?.0).map { UnsafeRawBufferPointer(rebasing: response[$0]) }
    let reported = text.flatMap { text in
      try? GraphQLReader.read(bytes: text, GraphQLReader.defaultMaximumDepth) { reader in
        try reader.readNull() ? [] : reader.readList { try GraphQLError(_readingValue: &$0) }
      }
    }
    let missing = GraphQLError(message: "the response is complete without this deferred fragment")
    errors = reported.flatMap { $0.isEmpty ? nil : $0 } ?? [missing]
  }
}
