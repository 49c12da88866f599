import ApusIR
import ApusSchema

/// A call of the runtime that reads or writes one member of an object.
struct RuntimeCall {
  /// The method's name, for example `stringOrNil`.
  var method: String
  /// The codec to pass, or nil.
  var codec: Code?

  // Texts and marks are made at once: an unoptimized build pays for each append, and every field has two such calls.

  /// - Parameters:
  ///   - key: the member's name.
  ///   - label: what stands before the call.
  func reading(_ key: String, label: String = "") -> Code {
    var text = ""
    text.reserveCapacity(label.utf8.count + method.utf8.count + key.utf8.count + 6)
    text += label
    text += "r."
    text += method
    text += "("
    let start = text.utf8.count
    text += "\""
    text += key
    text += "\""
    let marks = [Code.Mark(kind: .indent, offset: start), Code.Mark(kind: .line, offset: start)]
    if let codec { return RuntimeCall.call(Code(text, marks), codec) }
    text += ")"
    return Code(text, marks)
  }

  /// - Parameters:
  ///   - key: the member's name.
  ///   - value: the expression to write.
  func writing(_ key: String, _ value: String) -> Code {
    var text = "w."
    text.reserveCapacity(method.utf8.count + key.utf8.count + value.utf8.count + 8)
    text += method
    text += "("
    let start = text.utf8.count
    text += "\""
    text += key
    text += "\","
    let fill = text.utf8.count
    text += " "
    text += value
    let marks = [
      Code.Mark(kind: .indent, offset: start), Code.Mark(kind: .line, offset: start),
      Code.Mark(kind: .fill, offset: fill),
    ]
    if let codec { return RuntimeCall.call(Code(text, marks), codec) }
    text += ")"
    return Code(text, marks)
  }

  /// A call with its last argument, a codec.
  private static func call(_ start: Code, _ codec: Code) -> Code {
    var argument = Code("as: ")
    argument.add(codec)
    argument.add(".self")
    var code = start
    code.add(",")
    code.mark(.fill)
    code.add(" ")
    code.add(argument)
    code.add(")")
    return code
  }
}

/// Which call of the runtime reads and writes what: chosen by type here, so that emitted code needs no overloads.
extension Translator {
  /// The call that reads a member of `type`; its result's type is that of the property.
  ///
  /// - Parameter object: the type of the objects, when they are some.
  func readCall(_ leaf: LeafType?, _ type: TypeReference, object: String?) -> RuntimeCall {
    let ending = type.isNonNull ? "" : "OrNil"
    if let object {
      guard let stem = selectionStem(type) else {
        return RuntimeCall(method: "scalar", codec: wrap(codec: codec(ofObject: object, leaf), type))
      }
      return RuntimeCall(method: stem + ending)
    }
    switch leaf {
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
    guard isPlain(type), let stem = stem(leaf) else { return RuntimeCall(method: "value") }
    return RuntimeCall(method: stem + (type.listDepth == 1 ? "s" : "") + ending)
  }

  /// The call that writes a member of `type`.
  ///
  /// - Parameters:
  ///   - object: the type of the objects, when they are some.
  ///   - isUnwrapped: whether the value was taken out of its optional, for a field under a condition.
  func writeCall(
    _ leaf: LeafType?, _ type: TypeReference, object: String?, isUnwrapped: Bool = false
  ) -> RuntimeCall {
    let type = isUnwrapped ? type.nonNull : type
    if let object {
      guard let stem = selectionStem(type) else {
        // The runtime takes the outermost optional itself.
        return RuntimeCall(method: "scalar", codec: wrap(codec: codec(ofObject: object, leaf), type.nonNull))
      }
      return RuntimeCall(method: stem)
    }
    switch leaf {
    case .id where !isPlain(type):
      return RuntimeCall(method: "scalar", codec: wrap(codec: Code(known.idCodec), type))
    case .codec(_, let codec):
      return RuntimeCall(method: "scalar", codec: wrap(codec: Code(name(ofCodec: codec)), type.nonNull))
    case .codable: return RuntimeCall(method: "codable")
    default: break
    }
    guard isPlain(type), let stem = stem(leaf) else { return RuntimeCall(method: "value") }
    return RuntimeCall(method: stem + (type.listDepth == 1 ? "s" : ""))
  }

  /// `title: r.has("title") ? r.string("title") : nil`
  ///
  /// - Parameters:
  ///   - reading: the call that reads the member.
  ///   - call: that call, where its result is not optional.
  ///   - presence: what tells that the member is there; its key, if it is nil.
  func conditionalArgument(
    _ label: String, _ key: String, _ reading: Code, _ call: RuntimeCall?, _ presence: Code? = nil
  ) -> Code {
    // What a generic call reads would be the property's optional, and null would do. Any JSON takes the `nil` for a null of its own.
    let isGeneric = call?.method == "value" || call?.codec?.text == known.presentCodec
    var argument = Code(label)
    argument.add(
      .optional(presence ?? Code("r.has(\"\(key)\")"), isGeneric ? .call(".some", [reading]) : reading))
    return argument
  }

  /// The call for a variable or input field that may be left out or null.
  func nullableCall(_ leaf: LeafType, _ type: TypeReference) -> RuntimeCall {
    switch leaf {
    case .inputObject(let name):
      if type.listDepth == 0 { return RuntimeCall(method: "nullableSelection") }
      if isPlain(type) { return RuntimeCall(method: "nullableSelections") }
      return RuntimeCall(
        method: "nullableScalar", codec: wrap(codec: codec(ofObject: global(name), leaf), type.nonNull))
    case .id:
      return RuntimeCall(method: "nullableScalar", codec: wrap(codec: Code(known.idCodec), type.nonNull))
    case .codec(_, let codec):
      return RuntimeCall(
        method: "nullableScalar", codec: wrap(codec: Code(name(ofCodec: codec)), type.nonNull))
    case .codable: return RuntimeCall(method: "nullableCodable")
    default: return RuntimeCall(method: "nullable")
    }
  }

  private func codec(ofObject name: String, _ leaf: LeafType?) -> Code {
    var codec = known.objectCodec
    if case .inputObject = leaf, !options.hasDecodableInputs { codec = known.inputCodec }
    return .generic(codec, [Code(name)])
  }

  /// No list, or one list of what is not null: what the runtime has calls of its own for.
  private func isPlain(_ type: TypeReference) -> Bool {
    type.listDepth == 0 || (type.listDepth == 1 && type.isNonNull(atLevel: 1))
  }

  /// The common stem of the calls for objects; nil for lists of lists.
  private func selectionStem(_ type: TypeReference) -> String? {
    switch type.listDepth {
    case 0: "selection"
    case 1: type.isNonNull(atLevel: 1) ? "selections" : "sparseSelections"
    default: nil
    }
  }

  /// The common stem of the calls for leaves.
  private func stem(_ leaf: LeafType?) -> String? {
    switch leaf {
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
