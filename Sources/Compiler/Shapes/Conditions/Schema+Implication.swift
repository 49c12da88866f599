import ApusSchema

extension Schema {
  /// Whether every object of `type` is also of type `other`, including objects of types that the schema gains later.
  func implies(_ type: TypeID, _ other: TypeID) -> Bool {
    if type == other { return true }
    switch self[type].kind {
    case .object: return isSubset(type, of: other)
    case .interface: return isRelated(other, to: type)
    default: return false
    }
  }
}
