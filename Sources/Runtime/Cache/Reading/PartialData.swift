import Apus

/// Decodes incomplete data.
enum PartialData {
  /// The maximum number of nulls to propagate: each decodes everything again.
  private static let limit = 1000

  /// - Parameter conditions: the variables that decoding needs.
  /// - Returns: the value, nil if the nulls reach the root; and the paths that could not be decoded.
  static func decode<Value: GraphQLObject>(
    _ type: Value.Type, _ text: [UInt8], _ conditions: _GraphQLConditions
  ) -> (value: Value?, failures: [GraphQLPath]) {
    var failures: [GraphQLPath] = []
    guard var json = try? GraphQLValue(json: text) else { return (nil, []) }
    for _ in 0..<limit {
      do {
        return (try Value(json: json.json(), conditions), failures)
      } catch let error as GraphQLDecodingError {
        failures.append(error.path)
        // Null propagation: a missing non-null value nulls its parent.
        var path = error.path.components[...]
        if json.value(at: path) == .null || json.value(at: path) == nil { path = path.dropLast() }
        if path.isEmpty || !json.removeValue(at: path) { return (nil, failures) }
      } catch {
        return (nil, failures)
      }
    }
    return (nil, failures)
  }
}

extension GraphQLValue {
  fileprivate func value(at path: ArraySlice<GraphQLPath.Component>) -> GraphQLValue? {
    guard let step = path.first else { return self }
    switch (self, step) {
    case (.object(let members), .key(let name)): return members[name]?.value(at: path.dropFirst())
    case (.list(let elements), .index(let index)) where elements.indices.contains(index):
      return elements[index].value(at: path.dropFirst())
    default: return nil
    }
  }

  /// Replaces the value at a path by null.
  fileprivate mutating func removeValue(at path: ArraySlice<GraphQLPath.Component>) -> Bool {
    guard let step = path.first else {
      self = .null
      return true
    }
    switch (self, step) {
    case (.object(var members), .key(let name)):
      guard var value = members[name], value.removeValue(at: path.dropFirst()) else { return false }
      members[name] = value
      self = .object(members)
    case (.list(var elements), .index(let index)) where elements.indices.contains(index):
      guard elements[index].removeValue(at: path.dropFirst()) else { return false }
      self = .list(elements)
    default: return false
    }
    return true
  }
}
