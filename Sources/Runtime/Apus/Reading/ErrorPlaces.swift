/// The places in a response's text of the fields that have errors.
///
/// It is only computed when the meaning of a null depends on errors, so a response without errors is not scanned for
/// it.
struct ErrorPlaces {
  /// The errors of each null that has some, by offset in the text.
  private var errors: [Int: [GraphQLError]] = [:]

  /// The errors of the null at an offset.
  subscript(_ offset: Int) -> [GraphQLError] { errors[offset] ?? [] }

  /// The member that a ``GraphQLResponse`` writes if it has data and errors. Within the data, members such as `"title!"` mark the values that have
  /// errors, so a null without such a member has none.
  static let writtenKey: StaticString = "data!"

  /// - Parameters:
  ///   - known: the response's errors, if they were already read.
  ///   - response: the whole text.
  init(_ known: [GraphQLError]?, in response: UnsafeBufferPointer<UInt8>) {
    // Invalid parts are reported when they are read.
    guard let errors = known ?? (try? Self.errors(of: response)) else { return }
    let root = Node()
    var hasPaths = false
    for error in errors {
      guard let path = error.path else { continue }
      root.add(error, path.components.prefix(GraphQLReader.defaultMaximumDepth))
      hasPaths = true
    }
    if !hasPaths { return }
    self.errors =
      (try? GraphQLReader.read(response) { reader in
        var places: [Int: [GraphQLError]] = [:]
        var isWritten = false
        try reader.readMembers { name, reader in
          if name == "data" { try root.find(&reader, &places) } else { try reader.skipValue() }
          if name == Self.writtenKey.description { isWritten = true }
        }
        return isWritten ? [:] : places
      }) ?? [:]
  }

  private static func errors(of response: UnsafeBufferPointer<UInt8>) throws -> [GraphQLError] {
    try GraphQLReader.read(response) { reader in
      var errors: [GraphQLError] = []
      try reader.readMembers { name, reader in
        if name == "errors" {
          if try !reader.readNull() {
            errors = try reader.readList { reader in try GraphQLError(_readingValue: &reader) }
          }
        } else {
          try reader.skipValue()
        }
      }
      return errors
    }
  }

  /// A step in the errors' paths.
  private final class Node {
    private var errors: [GraphQLError] = []
    private var children: [GraphQLPath.Component: Node] = [:]

    func add(_ error: GraphQLError, _ path: ArraySlice<GraphQLPath.Component>) {
      var node = self
      node.errors.append(error)
      for step in path {
        let child = node.children[step] ?? Node()
        node.children[step] = child
        child.errors.append(error)
        node = child
      }
    }

    /// Walks a value along the paths.
    func find(_ reader: inout GraphQLReader, _ places: inout [Int: [GraphQLError]]) throws {
      if reader.p.pointee == JSONByte.n { places[reader.p - reader.base] = errors }
      if children.isEmpty { return try reader.skipValue() }
      switch reader.p.pointee {
      case JSONByte.openBrace:
        try reader.readMembers { name, reader in
          if let child = children[.key(name)] {
            try child.find(&reader, &places)
          } else {
            try reader.skipValue()
          }
        }
      case JSONByte.openBracket:
        var index = 0
        _ = try reader.readList { reader in
          if let child = children[.index(index)] {
            try child.find(&reader, &places)
          } else {
            try reader.skipValue()
          }
          index += 1
        }
      default: try reader.skipValue()
      }
    }
  }
}

/// The errors of a response read from a `Decoder`, and the position of its data.
struct DecodedErrors: Sendable {
  @TaskLocal static var current: DecodedErrors?

  var errors: [GraphQLError]
  /// The number of path components before the data.
  var depth: Int

  /// The field's errors if a decoder's error is due to a null with errors, otherwise the decoder's error.
  static func cause(of error: any Error) -> any Error {
    switch error as? DecodingError {
    // For a null in a list of Booleans or numbers, `JSONDecoder` reports a type mismatch.
    case .valueNotFound(_, let context), .typeMismatch(_, let context):
      let errors = current?.errors(at: context.codingPath) ?? []
      return errors.isEmpty ? error : GraphQLFieldError(errors: errors)
    default: return error
    }
  }

  /// The errors of a value or of anything within it.
  func errors(at path: [any CodingKey]) -> [GraphQLError] {
    guard path.count >= depth else { return [] }
    let place = GraphQLPath(path[depth...])
    return errors.filter { $0.path?.starts(with: place) ?? false }
  }
}
