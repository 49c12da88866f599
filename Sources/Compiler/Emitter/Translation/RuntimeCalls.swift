import ApusSwiftModel
import ApusSchema

/// A call of a runtime method that reads or writes a member of an object: `r.stringOrNil("title")`.
struct RuntimeCall {
  /// The method's name, for example `stringOrNil`.
  var method: String
  /// The codec to pass, for methods such as `scalar` that take one.
  var codec: Code?

  /// The call that reads a member: `r.string("title")`.
  ///
  /// - Parameters:
  ///   - key: the member's name.
  ///   - label: the text before the call, such as `title: `.
  func reading(_ key: String, label: String = "") -> Code {
    let text = "\(label)r.\(method)(\"\(key)\""
    if let codec { return RuntimeCall.call(Code(text), codec) }
    return Code(text + ")")
  }

  /// The call that writes a member: `w.string("title", title)`.
  ///
  /// - Parameters:
  ///   - key: the member's name.
  ///   - value: the expression to write.
  func writing(_ key: String, _ value: String) -> Code {
    let start = "w.\(method)(\"\(key)\","
    let text = "\(start) \(value)"
    if let codec { return RuntimeCall.call(Code(text, breaks: [start.utf8.count]), codec) }
    return Code(text + ")", breaks: [start.utf8.count])
  }

  /// Appends the codec as the call's last argument.
  private static func call(_ start: Code, _ codec: Code) -> Code {
    var code = start
    code.addComma()
    code.add("as: ")
    code.add(codec)
    code.add(".self)")
    return code
  }
}

/// Chooses the runtime method for each type. The methods have different names, so that Swift does not resolve overloads in the generated code.
extension Translator {
  /// The call that reads a member of `type` and returns the property's type.
  ///
  /// - Parameter object: the type of the member's objects; nil for a leaf.
  func readCall(_ swiftType: SwiftType?, _ type: TypeReference, object: String?) -> RuntimeCall {
    let ending = type.isNonNull ? "" : "OrNil"
    if let object {
      guard let stem = selectionStem(type) else {
        return RuntimeCall(method: "scalar", codec: wrap(codec: codec(ofObject: object, swiftType), type))
      }
      return RuntimeCall(method: stem + ending)
    }
    switch swiftType {
    case .id where !isPlain(type):
      return RuntimeCall(method: "scalar", codec: wrap(codec: Code(known.idCodec), type))
    case .codec(_, let codec):
      if type.listDepth == 0, !type.isNonNull {
        return RuntimeCall(method: "scalarOrNil", codec: Code(name(ofCodec: codec)))
      }
      return RuntimeCall(method: "scalar", codec: wrap(codec: Code(name(ofCodec: codec)), type))
    case .codable: return RuntimeCall(method: type.isNonNull ? "codable" : "codableOrNil")
    case .anyValue where type.isNonNull(atLevel: type.listDepth):
      return RuntimeCall(method: "scalar", codec: wrap(codec: Code(known.presentCodec), type))
    default: break
    }
    guard isPlain(type), let stem = stem(swiftType) else { return RuntimeCall(method: "value") }
    return RuntimeCall(method: stem + (type.listDepth == 1 ? "s" : "") + ending)
  }

  /// The call that writes a property as a member of `type`.
  ///
  /// - Parameters:
  ///   - object: the type of the member's objects; nil for a leaf.
  ///   - isUnwrapped: whether the value of a conditional field has been unwrapped.
  func writeCall(
    _ swiftType: SwiftType?, _ type: TypeReference, object: String?, isUnwrapped: Bool = false
  ) -> RuntimeCall {
    let type = isUnwrapped ? type.nonNull : type
    if let object {
      guard let stem = selectionStem(type) else {
        // The method writes nil as null, so its codec is for the value alone.
        return RuntimeCall(
          method: "scalar", codec: wrap(codec: codec(ofObject: object, swiftType), type.nonNull))
      }
      return RuntimeCall(method: stem)
    }
    switch swiftType {
    case .id where !isPlain(type):
      return RuntimeCall(method: "scalar", codec: wrap(codec: Code(known.idCodec), type))
    case .codec(_, let codec):
      return RuntimeCall(method: "scalar", codec: wrap(codec: Code(name(ofCodec: codec)), type.nonNull))
    case .codable: return RuntimeCall(method: "codable")
    default: break
    }
    guard isPlain(type), let stem = stem(swiftType) else { return RuntimeCall(method: "value") }
    return RuntimeCall(method: stem + (type.listDepth == 1 ? "s" : ""))
  }

  /// The argument for a member that may be absent: `title: r.has("title") ? r.string("title") : nil`.
  ///
  /// - Parameters:
  ///   - reading: the code that reads the member.
  ///   - call: the call in that code, if its result is not optional.
  ///   - presence: the check for the member; by default, whether its key is present.
  func conditionalArgument(
    _ label: String, _ key: String, _ reading: Code, _ call: RuntimeCall?, _ presence: Code? = nil
  ) -> Code {
    // In `check ? call : nil`, Swift would infer the optional type for the result of a generic call, which would then accept null. With
    // `GraphQLValue`, Swift would take `nil` for that type's value for null. `.some(…)` prevents both.
    let isGeneric = call?.method == "value" || call?.codec?.text == known.presentCodec
    var argument = Code(label)
    argument.add(
      .optional(presence ?? Code("r.has(\"\(key)\")"), isGeneric ? .call(".some", [reading]) : reading))
    return argument
  }

  /// The call that reads or writes a variable or input field of type `GraphQLNullable`, which may be omitted or null.
  func nullableCall(_ swiftType: SwiftType, _ type: TypeReference) -> RuntimeCall {
    switch swiftType {
    case .inputObject(let name):
      if type.listDepth == 0 { return RuntimeCall(method: "nullableSelection") }
      if isPlain(type) { return RuntimeCall(method: "nullableSelections") }
      return RuntimeCall(
        method: "nullableScalar", codec: wrap(codec: codec(ofObject: global(name), swiftType), type.nonNull))
    case .id:
      return RuntimeCall(method: "nullableScalar", codec: wrap(codec: Code(known.idCodec), type.nonNull))
    case .codec(_, let codec):
      return RuntimeCall(
        method: "nullableScalar", codec: wrap(codec: Code(name(ofCodec: codec)), type.nonNull))
    case .codable: return RuntimeCall(method: "nullableCodable")
    default: return RuntimeCall(method: "nullable")
    }
  }

  private func codec(ofObject name: String, _ swiftType: SwiftType?) -> Code {
    var codec = known.objectCodec
    if case .inputObject = swiftType, !options.hasDecodableInputs { codec = known.inputCodec }
    return .generic(codec, [Code(name)])
  }

  /// Whether the type is not a list, or is a list of non-null elements. The runtime has methods for these, such as `string` and `strings`.
  private func isPlain(_ type: TypeReference) -> Bool {
    type.listDepth == 0 || (type.listDepth == 1 && type.isNonNull(atLevel: 1))
  }

  /// The beginning of the method names for objects; nil for nested lists, which are read and written by codecs.
  private func selectionStem(_ type: TypeReference) -> String? {
    switch type.listDepth {
    case 0: "selection"
    case 1: type.isNonNull(atLevel: 1) ? "selections" : "sparseSelections"
    default: nil
    }
  }

  /// The beginning of the method names for scalars and enums; nil for types that are read and written by `value`, `codable` or codecs.
  private func stem(_ swiftType: SwiftType?) -> String? {
    switch swiftType {
    case .string: "string"
    case .int: "int"
    case .double: "double"
    case .bool: "bool"
    case .id: "id"
    case .enumeration: "enumeration"
    default: nil
    }
  }
}
