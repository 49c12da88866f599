/// Where the fields with errors stand in the text of a response.
///
/// Made when a null is met whose meaning depends on errors, and only then; a response without errors is not read for it.
struct ErrorPlaces {
  /// The errors of each null that has some, by its offset in the text.
  private var errors: [Int: [GraphQLError]] = [:]

  /// The errors of the null at an offset.
  subscript(_ offset: Int) -> [GraphQLError] { errors[offset] ?? [] }

  /// - Parameters:
  ///   - known: the response's errors, where they were read already.
  ///   - response: the whole text.
  init(_ known: [GraphQLError]?, in response: UnsafeBufferPointer<UInt8>) {
    // What is not as it must be is reported where it is read.
    guard let errors = known ?? (try? Self.errors(of: response)) else { return }
    let root = Node()
    var hasPaths = false
    for error in errors {
      guard let path = error.path else { continue }
      root.add(error, path.components.prefix(ObjectReader.defaultMaximumDepth))
      hasPaths = true
    }
    if !hasPaths { return }
    self.errors =
      (try? ObjectReader.read(response) { reader in
        var places: [Int: [GraphQLError]] = [:]
        try reader.readMembers { name, reader in
          if name == "data" { try root.find(&reader, &places) } else { try reader.skipValue() }
        }
        return places
      }) ?? [:]
  }

  private static func errors(of response: UnsafeBufferPointer<UInt8>) throws -> [GraphQLError] {
    try ObjectReader.read(response) { reader in
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

  /// A step of the paths of errors.
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

    /// Walks a value as far as paths lead into it.
    func find(_ reader: inout ObjectReader, _ places: inout [Int: [GraphQLError]]) throws {
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

/// The errors of a response that a `Decoder` hands over, and where its data begins.
struct DecodedErrors: Sendable {
  @TaskLocal static var current: DecodedErrors?

  var errors: [GraphQLError]
  /// The number of steps to the data.
  var depth: Int

  /// The errors of a value, or of what lies within it.
  func errors(at path: [any CodingKey]) -> [GraphQLError] {
    guard path.count >= depth else { return [] }
    let place = GraphQLPath(
      path[depth...].map { key in key.intValue.map { .index($0) } ?? .key(key.stringValue) })
    return errors.filter { $0.path?.starts(with: place) ?? false }
  }
}
