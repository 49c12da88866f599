extension GraphQLHTTPHeaders {
  /// Checks that the fields cannot be misread when they are sent, and that they leave the framing to the transport.
  ///
  /// Specification: RFC 9110, sections 5.1 and 5.5; RFC 9112, section 11.2.
  /// - Throws: ``GraphQLClientError/invalidRequest(_:)``.
  func validate() throws {
    for field in fields {
      guard !field.name.isEmpty, Self.allBytes(of: field.name, are: Self.isTokenByte) else {
        throw GraphQLClientError.invalidRequest(
          "\(Self.quoted(field.name)) is not a valid name of a header field")
      }
      // The value may be a secret, so it is not quoted.
      guard Self.allBytes(of: field.value, are: { $0 != 0 && $0 != 10 && $0 != 13 }) else {
        throw GraphQLClientError.invalidRequest(
          "the value of the header field \(field.name) has a line break or a NUL")
      }
      // Names of other lengths need no comparison.
      if [14, 17].contains(field.name.utf8.count),
        ["content-length", "transfer-encoding"].contains(field.name.lowercased())
      {
        throw GraphQLClientError.invalidRequest(
          "the transport sets the header field \(field.name) itself: remove it")
      }
    }
  }

  /// The valid beginning of a name. The rest may be a secret, for example if the name contains a whole field.
  private static func quoted(_ name: String) -> String {
    let valid = String(decoding: name.utf8.prefix(while: isTokenByte), as: UTF8.self)
    return name.isEmpty ? "\"\"" : "\"\(valid)…\""
  }

  private static func allBytes(of text: String, are isRight: (UInt8) -> Bool) -> Bool {
    // Every request's fields are checked. A plain loop takes a third of the time.
    text.utf8.withContiguousStorageIfAvailable { $0.allSatisfy(isRight) } ?? text.utf8.allSatisfy(isRight)
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 94...122, 124, 126, 33, 35...39, 42, 43, 45, 46: true
    default: false
    }
  }
}
