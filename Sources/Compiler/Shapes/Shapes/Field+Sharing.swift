/// Decides whether the fields of several types become one property of the enum whose payloads these types are: the enum of all cases, an enum of some
/// of them, or one for nested objects whose types differ between cases. Getters, setters, protocols and conversions all follow this decision.
extension Field {
  /// The field of the enum, made from the same field of each type; nil if it is a leaf whose Swift types differ.
  ///
  /// - Parameter fields: the field of each type. The last type is that of "everything else".
  package static func shared(_ fields: [Field]) -> Field? {
    guard var shared = fields.last else { return nil }
    for field in fields {
      guard shared.shape != nil || field.hasSameLeaf(as: shared) else { return nil }
      if field.condition != shared.condition { shared.condition = .mixed }
    }
    shared.isAssignable = fields.allSatisfy { $0.isAssignable && $0.isConditional == shared.isConditional }
    return shared
  }

  /// Whether two fields have the same Swift type, apart from being optional or lists, and apart from the types of nested objects.
  func hasSameLeaf(as other: Field) -> Bool {
    // If a directive names the property's type, the binding does not matter.
    directive?.type == other.directive?.type && (directive?.type != nil || binding == other.binding)
  }
}
