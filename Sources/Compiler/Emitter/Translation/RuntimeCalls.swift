import ApusSwiftModel
import ApusSchema

/// A call of a runtime method that reads or writes a member of an object.
struct RuntimeCall {
  /// The method's name, for example `stringOrNil`.
  var method: String
  var codec: Code?

  // Text and breaks are created together: appends are slow in unoptimized builds, and every field has two such calls.

  /// - Parameters:
  ///   - key: the member's name.
  ///   - label: the text before the call.
  func reading(_ key: String, label: String = "") -> Code {
    var text = ""
    text.reserveCapacity(label.utf8.count + method.utf8.count + key.utf8.count + 6)
    text += label
    text += "r."
    text += method
    text += "("
    text += "\""
    text += key
    text += "\""
    if let codec { return RuntimeCall.call(Code(text), codec) }
    text += ")"
    return Code(text)
  }

  /// - Parameters:
  ///   - key: the member's name.
  ///   - value: the expression to write.
  func writing(_ key: String, _ value: String) -> Code {
    var text = "w."
    text.reserveCapacity(method.utf8.count + key.utf8.count + value.utf8.count + 8)
    text += method
    text += "(\""
    text += key
    text += "\","
    let blank = text.utf8.count
    text += " "
    text += value
    if let codec { return RuntimeCall.call(Code(text, breaks: [blank]), codec) }
    text += ")"
    return Code(text, breaks: [blank])
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

/// Chooses the runtime method for each type here, so that generated code needs no overloads.
extension Translator {
  /// The call that reads a member of `type`; its result has the property's type.
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

  /// The call that writes a member of `type`.
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
        // The runtime method handles the outermost optional itself.
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

  /// `title: r.has("title") ? r.string("title") : nil`
  ///
  /// - Parameters:
  ///   - reading: the call that reads the member.
  ///   - call: the same call, if its result is not optional.
  ///   - presence: the check for the member; by default, whether its key is present.
  func conditionalArgument(
    _ label: String, _ key: String, _ reading: Code, _ call: RuntimeCall?, _ presence: Code? = nil
  ) -> Code {
    // A generic call would infer the property's optional type and accept null. For any JSON, `nil` would be a literal for its null.
    let isGeneric = call?.method == "value" || call?.codec?.text == known.presentCodec
    var argument = Code(label)
    argument.add(
      .optional(presence ?? Code("r.has(\"\(key)\")"), isGeneric ? .call(".some", [reading]) : reading))
    return argument
  }

  /// The call for a variable or input field that may be omitted or null.
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

  /// Whether the type is not a list, or a list of non-null elements: the runtime has methods for these.
  private func isPlain(_ type: TypeReference) -> Bool {
    type.listDepth == 0 || (type.listDepth == 1 && type.isNonNull(atLevel: 1))
  }

  /// The prefix of the methods for objects; nil for nested lists.
  private func selectionStem(_ type: TypeReference) -> String? {
    switch type.listDepth {
    case 0: "selection"
    case 1: type.isNonNull(atLevel: 1) ? "selections" : "sparseSelections"
    default: nil
    }
  }

  /// The prefix of the methods for leaves.
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
