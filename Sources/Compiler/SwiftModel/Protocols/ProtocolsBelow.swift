import ApusShapes

extension DeclarationsBelow {
  /// Adds the protocols of fragments and the types of their cases.
  mutating func insert(_ fragments: [Fragment], _ documents: DocumentModules) {
    for fragment in fragments where !documents.isOwn(fragment.node) {
      let module = documents.number(of: fragment.node)
      for value in [fragment.ownProtocol].compactMap(\.self) + fragment.nestedProtocols {
        insert(value.name, of: module)
        for name in value.choice?.globalNames ?? [] { insert(name, of: module) }
      }
    }
  }
}
