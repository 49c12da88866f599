import ApusShapes
import ApusSwiftModel
import ApusSchema

extension Translator {
  /// The codec for a field with nullability directives, with a part for each level of lists; nil if the ordinary method for the field's type is
  /// enough.
  ///
  /// For example, `_GraphQLListCodec<_GraphQLThrowingCodec<_GraphQLLeafCodec<Int>>>` throws the errors of elements that are null.
  ///
  /// - Parameter object: the type of the field's objects; nil for a leaf.
  func nullCodec(_ swiftType: SwiftType?, _ field: Field, object: String?) -> Code? {
    let nulls = field.nulls
    let type = field.type
    // `GraphQLValue` accepts null like any JSON, so a non-null field of that type needs a codec that rejects it.
    var isAny = false
    if type.isNonNull(atLevel: type.listDepth), case .anyValue? = swiftType { isAny = true }
    let isPromised = nulls.has(.isPromised)
    guard nulls.usesCodec || isAny && isPromised else { return nil }
    var result = object.map { .generic(known.objectCodec, [Code($0)]) } ?? codec(ofLeaf: swiftType)
    if isAny {
      result = isPromised ? .generic(known.semanticNonNullCodec, [result]) : Code(known.presentCodec)
    }
    for level in (0...type.listDepth).reversed() {
      let rules = nulls[level]
      if !type.isNonNull(atLevel: level) {
        let optional = rules.contains(.throwsErrors) ? known.throwingCodec : known.optionalCodec
        result = .generic(optional, [result])
        if rules.contains(.catchesErrors) { result = .generic(known.catchingCodec, [result]) }
        if rules.contains(.isNilWithin) { result = .generic(known.nilWithinCodec, [result]) }
      }
      if level > 0 { result = .generic(known.listCodec, [result]) }
    }
    switch nulls.required {
    case .throw: return .generic(known.requiredCodec, [result])
    case .parent: return .generic(known.requiredByParentCodec, [result])
    case nil: return result
    }
  }

  private func codec(ofLeaf swiftType: SwiftType?) -> Code {
    switch swiftType {
    case .id: Code(known.idCodec)
    case .codec(_, let codec): Code(name(ofCodec: codec))
    case .codable(let type): .generic(known.codableCodec, [Code(name(of: .codable(type)))])
    default: .generic(known.leafCodec, [Code(swiftType.map(name) ?? known.anyValue)])
    }
  }
}
