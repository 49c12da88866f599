import Apus

/// The shape of a value: its types, cases, nils, and the lengths of its lists, without its texts and numbers.
struct SampleShape: Hashable {
  private let hash: Int

  /// - Returns: nil if the program has no reflection metadata, so that shapes cannot be compared.
  init?(_ value: some GraphQLObject) {
    var hasher = Hasher()
    guard Self.add(value, to: &hasher) > 0 else { return nil }
    hash = hasher.finalize()
  }

  /// - Returns: the number of members that were found.
  @discardableResult private static func add(_ value: Any, to hasher: inout Hasher) -> Int {
    if let value = value as? any GraphQLEnum {
      hasher.combine(value.rawValue)
      return 1
    }
    let mirror = Mirror(reflecting: value)
    hasher.combine(ObjectIdentifier(mirror.subjectType))
    switch mirror.displayStyle {
    case .struct where !(value is any GraphQLObject): return 0
    case .struct, .optional, .collection, .enum: break
    default: return 0
    }
    hasher.combine(mirror.children.count)
    // A case without a payload has no children.
    if mirror.displayStyle == .enum, mirror.children.isEmpty { hasher.combine("\(value)") }
    for (label, child) in mirror.children {
      if mirror.displayStyle == .enum { hasher.combine(label) }
      add(child, to: &hasher)
    }
    return max(mirror.children.count, mirror.displayStyle == .enum ? 1 : 0)
  }
}
