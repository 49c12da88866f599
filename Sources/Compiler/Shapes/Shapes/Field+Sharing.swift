/// What the values of several types have in common. Getters, setters, accessors, protocols and conversions follow from what is decided here:
/// for an enumeration, for the types that stand for some of its cases, and for those that stand for a field whose types differ.
extension Field {
  /// The field that stands for one of each type; nil where no Swift type is that of all.
  ///
  /// - Parameter fields: the field of each type. The last one's is the least that all have.
  package static func shared(_ fields: [Field]) -> Field? {
    guard var shared = fields.last else { return nil }
    for field in fields {
      guard shared.shape != nil || field.hasSameLeaf(as: shared) else { return nil }
      if field.condition != shared.condition { shared.condition = .mixed }
    }
    shared.isAssignable = fields.allSatisfy { $0.isAssignable && $0.isConditional == shared.isConditional }
    return shared
  }

  /// Whether two fields are of one Swift type, apart from nulls and from the types of objects.
  func hasSameLeaf(as other: Field) -> Bool {
    // The type that a directive names is the property's, whatever the field is bound to.
    directive?.type == other.directive?.type && (directive?.type != nil || binding == other.binding)
  }
}
