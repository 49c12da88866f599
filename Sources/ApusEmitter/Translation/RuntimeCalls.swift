import ApusIR
import ApusSchema

/// A call of the runtime that reads or writes one member of an object.
struct RuntimeCall {
  /// The method's name, for example `stringOrNil`.
  var method: String
  /// The codec to pass, or nil.
  var codec: String?

  /// - Parameter key: the member's name.
  func reading(_ key: String) -> String {
    var text = ""
    text.reserveCapacity(method.utf8.count + key.utf8.count + 8)
    text += "r."
    text += method
    text += "(\""
    text += key
    text += "\""
    addCodec(to: &text)
    text += ")"
    return text
  }

  /// - Parameters:
  ///   - key: the member's name.
  ///   - value: the expression to write.
  func writing(_ key: String, _ value: String) -> String {
    var text = ""
    text.reserveCapacity(method.utf8.count + key.utf8.count + value.utf8.count + 8)
    text += "w."
    text += method
    text += "(\""
    text += key
    text += "\", "
    text += value
    addCodec(to: &text)
    text += ")"
    return text
  }

  private func addCodec(to text: inout String) {
    if let codec { text += ", as: \(codec).self" }
  }
}

/// Which call of the runtime reads and writes what: chosen by type here, so that emitted code needs no overloads.
extension Translator {
  /// The call that reads a member of `type`; its result's type is that of the property.
  func readCall(_ leaf: LeafType?, _ type: TypeReference) -> RuntimeCall {
    switch leaf {
    case .id where !isPlain(type):
      return RuntimeCall(method: "scalar", codec: wrap(codec: known.idCodec, type))
    case .codec(_, let codec):
      if type.listDepth == 0, !type.isNonNull {
        return RuntimeCall(method: "scalarOrNil", codec: name(ofCodec: codec))
      }
      return RuntimeCall(method: "scalar", codec: wrap(codec: name(ofCodec: codec), type))
    case .codable: return RuntimeCall(method: type.isNonNull ? "codable" : "codableOrNil")
    case .anyValue, .inputObject: return RuntimeCall(method: "value")
    default: break
    }
    guard isPlain(type), let stem = stem(leaf) else { return RuntimeCall(method: "value") }
    let plural = type.listDepth == 1 ? "s" : ""
    return RuntimeCall(method: stem + plural + (type.isNonNull ? "" : "OrNil"))
  }

  /// The call that writes a member of `type`.
  ///
  /// - Parameter isUnwrapped: whether the value was taken out of its optional, for a field under a condition.
  func writeCall(_ leaf: LeafType?, _ type: TypeReference, isUnwrapped: Bool = false) -> RuntimeCall {
    let type = isUnwrapped ? type.nonNull : type
    switch leaf {
    case .id where !isPlain(type):
      return RuntimeCall(method: "scalar", codec: wrap(codec: known.idCodec, type))
    case .codec(_, let codec):
      // The runtime takes the outermost optional itself.
      return RuntimeCall(method: "scalar", codec: wrap(codec: name(ofCodec: codec), type.nonNull))
    case .codable: return RuntimeCall(method: "codable")
    case .anyValue, .inputObject: return RuntimeCall(method: "value")
    default: break
    }
    guard isPlain(type), let stem = stem(leaf) else { return RuntimeCall(method: "value") }
    return RuntimeCall(method: stem + (type.listDepth == 1 ? "s" : ""))
  }

  /// The call for a variable or input field that may be left out.
  func nullableCall(_ leaf: LeafType, _ type: TypeReference) -> RuntimeCall {
    switch leaf {
    case .id:
      RuntimeCall(method: "nullableScalar", codec: wrap(codec: known.idCodec, type.nonNull))
    case .codec(_, let codec):
      RuntimeCall(method: "nullableScalar", codec: wrap(codec: name(ofCodec: codec), type.nonNull))
    case .codable: RuntimeCall(method: "nullableCodable")
    default: RuntimeCall(method: "nullable")
    }
  }

  /// No list, or one list of what is not null: what the runtime has calls of its own for.
  private func isPlain(_ type: TypeReference) -> Bool {
    type.listDepth == 0 || (type.listDepth == 1 && type.isNonNull(atLevel: 1))
  }

  /// The calls' common stem; nil leaf is a selection.
  private func stem(_ leaf: LeafType?) -> String? {
    switch leaf {
    case nil: "selection"
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
