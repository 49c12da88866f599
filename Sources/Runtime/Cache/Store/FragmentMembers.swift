import Apus

extension GraphQLValue {
  /// The value as a server would send it: the members of a fragment's property, `"...Card"`, become the object's own.
  ///
  /// If several selections contain a field, the first scalar wins, objects are merged, and lists of equal length are merged by element.
  /// Any other value wins over null, because a conditional field that was not selected is null as well.
  package var withFragmentsMerged: GraphQLValue {
    switch self {
    case .object(let members):
      var result = members.filter { !$0.key.hasPrefix("...") }.mapValues(\.withFragmentsMerged)
      for (name, part) in members.sorted(by: { $0.key < $1.key }) where name.hasPrefix("...") {
        guard let others = part.withFragmentsMerged.object else { continue }
        for (name, value) in others { result[name] = result[name]?.merged(with: value) ?? value }
      }
      return .object(result)
    case .list(let elements): return .list(elements.map(\.withFragmentsMerged))
    default: return self
    }
  }

  private func merged(with other: GraphQLValue) -> GraphQLValue {
    switch (self, other) {
    case (.object(let members), .object(let others)):
      .object(members.merging(others) { $0.merged(with: $1) })
    case (.list(let elements), .list(let others)) where elements.count == others.count:
      .list(zip(elements, others).map { $0.merged(with: $1) })
    case (.null, _): other
    default: self
    }
  }
}

extension Normalizer {
  /// Calls `body` with the text that was read, in which fragments' members are merged as a server does.
  ///
  /// - Parameter start: the start of the text.
  func withFragmentsMerged<Result>(
    from start: UnsafePointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) throws -> Result {
    let value = try GraphQLValue(json: UnsafeBufferPointer(start: start, count: scanner.offset))
    return try value.withFragmentsMerged.json().withUnsafeBufferPointer(body)
  }
}
