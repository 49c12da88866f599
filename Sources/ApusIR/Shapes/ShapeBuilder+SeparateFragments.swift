import ApusSyntax

extension ShapeBuilder {
  /// The separate fragments as properties. A fragment that is deferred at several places is one property.
  func separateProperties(_ collection: CollectedFields, _ group: Group?) -> [FragmentProperty] {
    var result: [FragmentProperty] = []
    for fragment in collection.separateFragments {
      let condition = condition(fragment.applies, group)
      if condition == .never { continue }
      if let index = result.firstIndex(where: { $0.fragment == fragment.fragment }) {
        result[index].condition = context.guards.or(result[index].condition, condition)
        result[index].deferredBy.append(fragment.site)
      } else {
        result.append(
          FragmentProperty(
            fragment: fragment.fragment, condition: condition,
            deferredBy: fragment.isNamed ? [] : [fragment.site]))
      }
    }
    return result
  }
}
