import Apus

extension GraphQLText {
  /// The variables as JSON, with the files at their paths: as marks while a request is being made, otherwise as null.
  ///
  /// - Throws: ``GraphQLClientError/invalidRequest(_:)`` for a file whose path cannot exist in the variables.
  func sentVariables() throws -> [UInt8] {
    var sent = GraphQLValue.object(variables)
    let collector = UploadCollector.current
    // In order, so that the elements of a list that is created are appended one by one.
    for (path, upload) in uploads.sorted(by: { $0.key.isBefore($1.key) }) {
      let value: GraphQLValue = collector.map { .string($0.mark(for: upload)) } ?? .null
      guard case .key? = path.components.first, sent.place(value, at: path.components[...]) else {
        throw GraphQLClientError.invalidRequest(
          "the file \"\(upload.fileName)\" has no place in the variables: the path \"\(path)\" does not exist"
        )
      }
    }
    return try sent.json()
  }
}

extension GraphQLValue {
  /// Sets the value at a path, and creates missing objects and lists on the way.
  ///
  /// - Returns: false if the path cannot exist: within a string, or past the end of a list.
  fileprivate mutating func place(_ value: GraphQLValue, at path: ArraySlice<GraphQLPath.Component>) -> Bool {
    guard let component = path.first else {
      self = value
      return true
    }
    switch (component, self) {
    case (.key(let name), .object(var members)):
      var member = members[name] ?? .null
      guard member.place(value, at: path.dropFirst()) else { return false }
      members[name] = member
      self = .object(members)
    case (.index(let index), .list(var elements)):
      if index == elements.count { elements.append(.null) }
      guard elements.indices.contains(index), elements[index].place(value, at: path.dropFirst()) else {
        return false
      }
      self = .list(elements)
    case (.key, .null):
      self = .object([:])
      return place(value, at: path)
    case (.index, .null):
      self = .list([])
      return place(value, at: path)
    default: return false
    }
    return true
  }
}

extension GraphQLPath {
  /// Whether this path comes before another: elements of a list by index, members by name.
  fileprivate func isBefore(_ other: GraphQLPath) -> Bool {
    for (own, others) in zip(components, other.components) where own != others {
      switch (own, others) {
      case (.index(let own), .index(let others)): return own < others
      case (.key(let own), .key(let others)): return own < others
      case (.index, .key): return true
      case (.key, .index): return false
      }
    }
    return components.count < other.components.count
  }
}
