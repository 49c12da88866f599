/// Decides what the values of several types have in common: the cases of an enumeration, some of its cases, or a field whose types differ. Getters,
/// setters, accessors, protocols and conversions all follow this decision.
extension Field {
  /// The field that represents one field of each type; nil if their Swift types differ.
  ///
  /// - Parameter fields: the field of each type. The last type has the least.
  package static func shared(_ fields: [Field]) -> Field? {
    guard var shared = fields.last else { return nil }
    for field in fields {
      guard shared.shape != nil || field.hasSameLeaf(as: shared) else { return nil }
      if field.condition != shared.condition { shared.condition = .mixed }
    }
    shared.isAssignable = fields.allSatisfy { $0.isAssignable && $0.isConditional == shared.isConditional }
    return shared
  }

  /// Whether two fields have the same Swift type, apart from nulls and the types of objects.
  func hasSameLeaf(as other: Field) -> Bool {
    // If a directive names the property's type, the binding does not matter.
    directive?.type == other.directive?.type && (directive?.type != nil || binding == other.binding)
  }
}
