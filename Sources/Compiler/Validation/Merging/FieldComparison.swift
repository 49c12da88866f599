import ApusSchema
import ApusSyntax

/// The comparisons of fields that field merging is based on.
extension ValidationContext {
  /// Whether two fields have the same name and the same arguments in any order.
  func isSameField(_ first: NodeID, _ second: NodeID) -> Bool {
    if nodes[first].name != nodes[second].name { return false }
    let hasArguments = startsWithArgument(first)
    if hasArguments != startsWithArgument(second) { return false }
    return !hasArguments || haveSameArguments(first, second)
  }

  private func startsWithArgument(_ field: NodeID) -> Bool {
    if nodes[field].next == UInt32(truncatingIfNeeded: field &+ 1) { return false }
    if case .argument = nodes[field &+ 1].kind { return true }
    return false
  }

  /// Whether two fields or directives have the same arguments.
  func haveSameArguments(_ first: NodeID, _ second: NodeID) -> Bool {
    let left = tree.children(first, .argument)
    let right = tree.children(second, .argument)
    if left.count != right.count { return false }
    return left.allSatisfy { argument in
      guard let other = right.last(where: { nodes[$0].name == nodes[argument].name }) else { return false }
      return isSameValue(argument + 1, other + 1)
    }
  }

  /// Whether two values are equal, apart from the order of fields in objects.
  private func isSameValue(_ first: NodeID, _ second: NodeID) -> Bool {
    let left = nodes[first]
    let right = nodes[second]
    if left.kind != right.kind { return false }
    switch left.kind {
    case .variable, .enumValue, .booleanValue, .nullValue: return left.name == right.name
    case .stringValue:
      return left.flags == right.flags && tree.stringValue(first) == tree.stringValue(second)
    case .listValue:
      let items = Array(tree.children(first))
      let others = Array(tree.children(second))
      return items.count == others.count && zip(items, others).allSatisfy(isSameValue)
    case .objectValue:
      let fields = sortedFields(first)
      let others = sortedFields(second)
      return fields.count == others.count
        && zip(fields, others).allSatisfy { nodes[$0].name == nodes[$1].name && isSameValue($0 + 1, $1 + 1) }
    default: return tree.text(of: first) == tree.text(of: second)
    }
  }

  private func sortedFields(_ object: NodeID) -> [NodeID] {
    tree.children(object, .objectField).sorted { (nodes[$0].name, $0) < (nodes[$1].name, $1) }
  }

  /// Whether fields of two types can have values of the same shape: equal lists and non-null marks, and equal types if
  /// one is a leaf. An unknown type is compatible with any shape.
  func haveSameShape(_ first: TypeReference, _ second: TypeReference) -> Bool {
    if first == second { return true }
    guard let named = first.named, let other = second.named else { return true }
    return first.hasSameWrappers(as: second) && !schema[named].isLeaf && !schema[other].isLeaf
  }

  /// The `@stream` directive of the incremental delivery proposal on a field; nil if no document uses it.
  func stream(_ field: NodeID) -> NodeID? {
    usesStream ? tree.directive(Keyword.stream, on: field) : nil
  }
}
