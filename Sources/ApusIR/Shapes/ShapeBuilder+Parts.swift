import ApusSyntax

extension ShapeBuilder {
  /// The deferred fragments as properties, each once, by all the ways that bring it.
  func deferredParts(_ collection: FieldCollection, _ group: Group?) -> [FragmentProperty] {
    var result: [FragmentProperty] = []
    for part in collection.deferredParts {
      let condition = condition(part.applies, group)
      if condition == .never { continue }
      if let index = result.firstIndex(where: { $0.fragment == part.fragment }) {
        result[index].condition = context.guards.or(result[index].condition, condition)
        result[index].deferredBy.append(part.site)
      } else {
        result.append(
          FragmentProperty(
            fragment: part.fragment, condition: condition, deferredBy: part.isBlock ? [] : [part.site]))
      }
    }
    return result
  }
}
