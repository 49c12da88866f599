import ApusIR
import ApusSchema

/// Types as Swift writes them.
extension Translator {
  /// The named type of a leaf or input object.
  func name(of leaf: LeafType) -> String {
    switch leaf {
    case .string, .id: known.string
    case .int: known.int
    case .double: known.double
    case .bool: known.bool
    case .enumeration(let name), .inputObject(let name): global(name)
    case .anyValue: known.anyValue
    case .codable(let type), .codec(let type, _): foundation(type)
    }
  }

  /// A type that a scalar is bound to; Foundation's so written that no emitted type captures them.
  private func foundation(_ type: String) -> String {
    let isCaptured =
      declaredNames.contains(type) && ["Data", "Date", "Decimal", "URL", "UUID"].contains(type)
    return isCaptured ? "Foundation.\(type)" : type
  }

  /// A codec, the runtime's so written that no emitted type captures it.
  func name(ofCodec codec: String) -> String {
    codec.hasPrefix("GraphQL") && declaredNames.contains(codec) ? "Apus.\(codec)" : codec
  }

  /// The name of a type declared outside all others, in this module or in one below.
  func global(_ name: String) -> String {
    options.globalName(name)
  }

  /// The type at `path` as code within the type at `scope` names it: from there on when it is nested in it.
  func name(ofPath path: String, in scope: String) -> String {
    path.hasPrefix(scope + ".") ? String(path.dropFirst(scope.utf8.count + 1)) : global(path)
  }

  /// `named` in the lists and optionals that `type` says.
  ///
  /// - Parameter isOptional: whether the whole is optional though `type` is not.
  func wrap(_ named: String, _ type: TypeReference, isOptional: Bool = false) -> String {
    if type.listDepth == 0 { return isOptional || !type.isNonNull ? named + "?" : named }
    var text = named
    var level = type.listDepth
    if !type.isNonNull(atLevel: level) { text += "?" }
    while level > 0 {
      level -= 1
      text = "[\(text)]"
      if !type.isNonNull(atLevel: level) && (level > 0 || !isOptional) { text += "?" }
    }
    return isOptional ? text + "?" : text
  }

  /// The type of a property of a response.
  func type(of property: Property) -> String {
    let named = property.typeName ?? name(of: program.leafType(of: property.field))
    let field = property.field
    if !field.nulls.isResult { return wrap(named, field.type, isOptional: field.isConditional) }
    let result = "\(known.result)<\(wrap(named, field.type)), \(known.fieldError)>"
    return field.isConditional ? result + "?" : result
  }

  /// The type of a variable or input field; `GraphQLNullable` where it may be left out or null, an optional where it may be
  /// left out alone.
  func inputType(_ type: TypeReference, _ leaf: LeafType, _ presence: InputPresence) -> String {
    let named = name(of: leaf)
    switch presence {
    case .required: return wrap(named, type)
    case .nullable: return "\(known.nullable)<\(wrap(named, type.nonNull))>"
    case .omittable: return wrap(named, type.nonNull) + "?"
    }
  }

  /// A codec in the codecs of the lists and optionals that `type` says.
  func wrap(codec: Code, _ type: TypeReference) -> Code {
    var result = codec
    var level = type.listDepth
    if !type.isNonNull(atLevel: level) { result = .generic(known.optionalCodec, [result]) }
    while level > 0 {
      level -= 1
      result = .generic(known.listCodec, [result])
      if !type.isNonNull(atLevel: level) { result = .generic(known.optionalCodec, [result]) }
    }
    return result
  }
}
