import ApusDiagnostics
import ApusSyntax

/// `__Type`, `__Field`, `__InputValue` and `__EnumValue` (section 4.2).
extension IntrospectionReader {
  private static let standardTypes: Set<String> = [
    "Int", "Float", "String", "Boolean", "ID", "__Schema", "__Type", "__TypeKind", "__Field", "__InputValue",
    "__EnumValue", "__Directive", "__DirectiveLocation",
  ]

  mutating func writeType(_ type: JSONDocument.Value) {
    element = .schema
    guard let kind = json.string(json.member("kind", of: type)).flatMap(Kind.init),
      let name = name(of: type), !IntrospectionReader.standardTypes.contains(name)
    else { return }
    element = .type(name)
    begin(type)
    switch kind {
    case .scalar:
      sdl += "scalar \(name)"
      if let url = json.string(json.member("specifiedByURL", of: type)) {
        sdl += " @specifiedBy(url: \(StringLiteral.quoted(url)))"
      }
    case .object, .interface:
      sdl += "\(kind == .object ? "type" : "interface") \(name)"
      writeInterfaces(of: type, kind, name)
      writeFields(of: type, name)
    case .union:
      sdl += "union \(name)"
      writeMembers(of: type, name)
    case .enum:
      sdl += "enum \(name)"
      writeEnumValues(of: type, name)
    case .inputObject:
      sdl += "input \(name)\(json.isTrue(json.member("isOneOf", of: type)) ? " @oneOf" : "")"
      writeInputFields(of: type, name)
    }
    sdl += "\n"
  }

  private mutating func writeInterfaces(of type: JSONDocument.Value, _ kind: Kind, _ name: String) {
    guard let references = json.elements(json.member("interfaces", of: type)) else {
      // Before the specification of June 2021 interfaces implemented none.
      if kind == .object { fail("Introspection result missing interfaces: \(name).", at: type) }
      return
    }
    var names: [String] = []
    for reference in references {
      guard let interface = namedType(reference, prefix: "\(name) interfaces cannot be resolved. ") else {
        continue
      }
      if kinds[interface] == .interface {
        names.append(interface)
      } else {
        fail(
          "\(name) interfaces cannot be resolved. Expected \(interface) to be a GraphQL Interface type.",
          at: reference)
      }
    }
    if !names.isEmpty { sdl += " implements \(names.joined(separator: " & "))" }
  }

  private mutating func writeMembers(of type: JSONDocument.Value, _ name: String) {
    guard let references = json.elements(json.member("possibleTypes", of: type)) else {
      return fail("Introspection result missing possibleTypes: \(name).", at: type)
    }
    var names: [String] = []
    for reference in references {
      guard let member = namedType(reference, prefix: "\(name) types cannot be resolved. ") else { continue }
      if kinds[member] == .object {
        names.append(member)
      } else {
        fail(
          "\(name) types cannot be resolved. Expected \(member) to be a GraphQL Object type.", at: reference)
      }
    }
    if !names.isEmpty { sdl += " = \(names.joined(separator: " | "))" }
  }

  private mutating func writeEnumValues(of type: JSONDocument.Value, _ name: String) {
    guard let values = json.elements(json.member("enumValues", of: type)) else {
      return fail("Introspection result missing enumValues: \(name).", at: type)
    }
    writeBlock(" {\n", "}", values) { $0.writeEnumValue($1) }
  }

  private mutating func writeEnumValue(_ value: JSONDocument.Value) {
    guard let name = name(of: value) else { return }
    if name == "true" || name == "false" || name == "null" {
      return fail("Enum values cannot be named: \(name).", at: value)
    }
    begin(value)
    sdl += name
    writeDeprecation(of: value)
    sdl += "\n"
  }

  /// What `write` writes of each member, between brackets; nothing when that is nothing.
  private mutating func writeBlock(
    _ opening: String, _ closing: String, _ members: [JSONDocument.Value],
    _ write: (inout IntrospectionReader, JSONDocument.Value) -> Void
  ) {
    let start = sdl.utf8.count
    sdl += opening
    for member in members { write(&self, member) }
    if sdl.utf8.count == start + opening.utf8.count {
      sdl.removeLast(opening.count)
    } else {
      sdl += closing
    }
  }

  // MARK: - Fields

  private mutating func writeFields(of type: JSONDocument.Value, _ name: String) {
    let prefix = "\(name) fields cannot be resolved. "
    guard let fields = json.elements(json.member("fields", of: type)) else {
      return fail("\(prefix)Introspection result missing fields: \(name).", at: type)
    }
    writeBlock(" {\n", "}", fields) { $0.writeField($1, prefix) }
  }

  private mutating func writeField(_ field: JSONDocument.Value, _ prefix: String) {
    guard let name = name(of: field), let type = readType(json.member("type", of: field), at: field, prefix)
    else { return }
    if kinds[type.named] == .inputObject {
      return fail(
        "\(prefix)Introspection must provide output type for fields, but received: \(type.text).", at: field)
    }
    let arguments = json.elements(json.member("args", of: field))
    if arguments == nil { fail("\(prefix)Introspection result missing field args: \(name).", at: field) }
    begin(field)
    sdl += name
    writeArguments(arguments ?? [], prefix)
    sdl += ": \(type.text)"
    writeDeprecation(of: field)
    sdl += "\n"
  }

  private mutating func writeInputFields(of type: JSONDocument.Value, _ name: String) {
    guard let fields = json.elements(json.member("inputFields", of: type)) else {
      return fail("Introspection result missing inputFields: \(name).", at: type)
    }
    let prefix = "\(name) fields cannot be resolved. "
    writeBlock(" {\n", "}", fields) { $0.writeInputValue($1, "input fields", prefix) }
  }

  /// The arguments of a field or directive, in parentheses.
  mutating func writeArguments(_ arguments: [JSONDocument.Value], _ prefix: String) {
    writeBlock("(\n", ")", arguments) { $0.writeInputValue($1, "arguments", prefix) }
  }

  private mutating func writeInputValue(_ value: JSONDocument.Value, _ role: String, _ prefix: String) {
    guard let name = name(of: value),
      let reference = readType(json.member("type", of: value), at: value, prefix)
    else { return }
    switch kinds[reference.named] {
    case .scalar, .enum, .inputObject: break
    default:
      return fail(
        "\(prefix)Introspection must provide input type for \(role), but received: \(reference.text).",
        at: value
      )
    }
    begin(value)
    sdl += "\(name): \(reference.text)"
    writeDefaultValue(of: value)
    writeDeprecation(of: value)
    sdl += "\n"
  }

  private mutating func writeDefaultValue(of value: JSONDocument.Value) {
    guard let member = json.member("defaultValue", of: value), let text = json.string(member) else { return }
    do {
      let source = SourceFile(path: "default value", text: text)
      let node = try Parser.parseValue(source, isConstant: true, into: defaultValues)
      origins.append(Origin(offset: sdl.utf8.count, value: member))
      sdl += " = \(Printer.print(node, of: defaultValues))"
    } catch {
      fail("The default value \(text) is no GraphQL value. Syntax Error: \(error.message)", at: member)
    }
  }

  // MARK: - Type references

  /// The type that a reference stands for, as the language writes it, and its innermost type.
  private mutating func readType(
    _ reference: JSONDocument.Value?, at owner: JSONDocument.Value, _ prefix: String
  ) -> (text: String, named: String)? {
    guard let reference else {
      fail("\(prefix)Introspection result missing type.", at: owner)
      return nil
    }
    let kind = json.member("kind", of: reference) ?? reference
    let isList = json.isString(kind, "LIST")
    guard isList || json.isString(kind, "NON_NULL") else {
      return namedType(reference, prefix: prefix).map { ($0, $0) }
    }
    guard let inner = json.member("ofType", of: reference) else {
      fail("\(prefix)Decorated type deeper than introspection query.", at: owner)
      return nil
    }
    guard let type = readType(inner, at: owner, prefix) else { return nil }
    if isList { return ("[\(type.text)]", type.named) }
    if type.text.hasSuffix("!") {
      fail("\(prefix)Expected \(type.text) to be a GraphQL nullable type.", at: owner)
      return nil
    }
    return ("\(type.text)!", type.named)
  }

  /// The name of the type that a reference names, when the result describes it.
  mutating func namedType(_ reference: JSONDocument.Value, prefix: String = "") -> String? {
    guard let name = json.string(json.member("name", of: reference)), !name.isEmpty else {
      let node = json.nodes[reference]
      fail(
        "\(prefix)Unknown type reference: \(json.source.text(node.start, min(node.end, node.start + 80))).",
        at: reference)
      return nil
    }
    if kinds[name] == nil {
      fail(
        "\(prefix)Invalid or incomplete schema, unknown type: \(name). Ensure that a full introspection query is"
          + " used in order to build a client schema.", at: reference)
      return nil
    }
    return name
  }

  // MARK: - Parts

  /// The element's name, when it is one (section 2.1.9).
  mutating func name(of value: JSONDocument.Value) -> String? {
    guard let name = json.string(json.member("name", of: value)), !name.isEmpty else {
      fail("Expected name to be a non-empty string.", at: value)
      return nil
    }
    for (index, byte) in name.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"):
        continue
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        if index > 0 { continue }
        fail("Names must start with [_a-zA-Z] but \"\(name)\" does not.", at: value)
      default: fail("Names must only contain [_a-zA-Z0-9] but \"\(name)\" does not.", at: value)
      }
      return nil
    }
    return name
  }

  /// Begins a definition: notes where it comes from, and writes its description.
  mutating func begin(_ value: JSONDocument.Value) {
    origins.append(Origin(offset: sdl.utf8.count, value: json.member("name", of: value) ?? value))
    if let description = json.string(json.member("description", of: value)) {
      sdl += StringLiteral.quoted(description) + "\n"
    }
  }

  private mutating func writeDeprecation(of value: JSONDocument.Value) {
    if let reason = json.string(json.member("deprecationReason", of: value)) {
      sdl += " @deprecated(reason: \(StringLiteral.quoted(reason)))"
    } else if json.isTrue(json.member("isDeprecated", of: value)) {
      sdl += " @deprecated"
    }
  }
}
