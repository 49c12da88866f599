import ApusShapes
import ApusSwiftModel
import ApusSchema

/// Types as Swift source.
extension Translator {
  func name(of swiftType: SwiftType) -> String {
    switch swiftType {
    case .string, .id: known.string
    case .int: known.int
    case .double: known.double
    case .bool: known.bool
    case .enumeration(let name), .inputObject(let name): global(name)
    case .anyValue: ofRuntime(known.anyValue)
    case .codable(let type), .codec(let type, _): foundation(noted(type))
    }
  }

  /// Returns the name of a runtime type for use in a signature, and records that, so that the runtime is imported visibly enough.
  func ofRuntime(_ name: String) -> String {
    references.noteSignatureWithRuntime()
    return name
  }

  /// Records a type from the configuration or an identifier, which a module below may declare, and returns its name.
  private func noted(_ type: String) -> String {
    references.note(bound: type)
    if references.haveModules, let name = type.split(separator: ".").last.map(String.init),
      program.identifiers.contains(where: { $0.swiftName == name })
    {
      references.note(name)
    }
    return type
  }

  /// The Swift type of a scalar, with `Foundation.Data` in place of `Data` if there is an operation, because each operation declares a type `Data`.
  func foundation(_ type: String) -> String {
    if !type.contains("Data") || !program.declaredNames.contains("Data") { return type }
    var result = ""
    var name = ""
    for character in type + " " {
      if character == "." || character == "_" || character.isLetter || character.isNumber {
        name.append(character)
        continue
      }
      result += name == "Data" ? "Foundation.Data" : name
      result.append(character)
      name = ""
    }
    return String(result.dropLast())
  }

  /// Records a codec for the file's imports, and returns its name, qualified if necessary.
  func name(ofCodec codec: String) -> String {
    references.note(codec: codec)
    return known.codec(codec)
  }

  /// Records that the current file uses a type, for code that was made when another file was written.
  func note(_ swiftType: SwiftType) {
    _ = name(of: swiftType)
    if case .codec(_, let codec) = swiftType { references.note(codec: codec) }
  }

  /// The name of a global type of this module or a module below, as generated code refers to it.
  func global(_ name: String) -> String {
    references.note(name)
    return program.below.globalName(name)
  }

  /// The type at `path` as it has to be written in another type: relative to that type if it is nested in it.
  func name(ofPath path: String, in scope: String) -> String {
    path.hasPrefix(scope + ".") ? String(path.dropFirst(scope.utf8.count + 1)) : global(path)
  }

  /// The type `named` in the lists and optionals of `type`: `[Album?]?`.
  ///
  /// - Parameter isOptional: whether the whole value is optional even if `type` is non-null, because the field is conditional.
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

  func type(of property: Property) -> String {
    let named = property.typeName ?? name(of: program.swiftType(of: property.field))
    if property.isOrdinary { return wrap(named, property.field.type) }
    let field = property.field
    if !field.nulls.isResult { return wrap(named, field.type, isOptional: field.isConditional) }
    let result = "\(known.result)<\(wrap(named, field.type)), \(ofRuntime(known.fieldError))>"
    return field.isConditional ? result + "?" : result
  }

  /// The type of a variable or input field: `GraphQLNullable<Int>` if it may be omitted or null, `Int?` if it may only be omitted.
  func inputType(_ type: TypeReference, _ swiftType: SwiftType, _ presence: InputPresence) -> String {
    let named = name(of: swiftType)
    switch presence {
    case .required: return wrap(named, type)
    case .nullable: return "\(ofRuntime(known.nullable))<\(wrap(named, type.nonNull))>"
    case .omittable: return wrap(named, type.nonNull) + "?"
    }
  }

  /// The codec for `type` if its innermost values have the given codec: `_GraphQLListCodec<_GraphQLOptionalCodec<…>>`.
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
