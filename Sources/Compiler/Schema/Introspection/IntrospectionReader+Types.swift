import ApusSource
import ApusSyntax

/// `__Type`, `__Field`, `__InputValue` and `__EnumValue` (section 4.2).
extension IntrospectionReader {
  private static let standardTypes: Set<String> = [
    "Int", "Float", "String", "Boolean", "ID", "__Schema", "__Type", "__TypeKind", "__Field", "__InputValue",
    "__EnumValue", "__Directive", "__DirectiveLocation", "__Service", "__Capability",
  ]

  mutating func writeType(_ type: JSONValue) {
    element = .schema
    guard let kind = type.member("kind")?.string.flatMap(Kind.init),
      let name = name(of: type), !IntrospectionReader.standardTypes.contains(name)
    else { return }
    element = .type(name)
    begin(type)
    switch kind {
    case .scalar:
      write("scalar", name)
      if let url = type.member("specifiedByURL")?.string { writeDirective("specifiedBy", "url", url) }
    case .object, .interface:
      write(kind == .object ? "type" : "interface", name)
      writeInterfaces(of: type, kind, name)
      writeFields(of: type, name)
    case .union:
      write("union", name)
      writeMembers(of: type, name)
    case .enum:
      write("enum", name)
      writeEnumValues(of: type, name)
    case .inputObject:
      write("input", name)
      if type.member("isOneOf")?.boolean == true { writeDirective("oneOf") }
      writeInputFields(of: type, name)
    }
  }

  private mutating func writeInterfaces(of type: JSONValue, _ kind: Kind, _ name: String) {
    guard let references = type.member("interfaces")?.elements else {
      // Before the June 2021 specification, interfaces could not implement interfaces.
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
    if names.isEmpty { return }
    sdl.write(name: "implements")
    writeNames(names, "&")
  }

  private mutating func writeMembers(of type: JSONValue, _ name: String) {
    guard let references = type.member("possibleTypes")?.elements else {
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
    if names.isEmpty { return }
    sdl.write("=")
    writeNames(names, "|")
  }

  private mutating func writeEnumValues(of type: JSONValue, _ name: String) {
    guard let values = type.member("enumValues")?.elements else {
      return fail("Introspection result missing enumValues: \(name).", at: type)
    }
    writeBlock("{", "}", values) { $0.writeEnumValue($1) }
  }

  private mutating func writeEnumValue(_ value: JSONValue) {
    guard let name = name(of: value) else { return }
    if name == "true" || name == "false" || name == "null" {
      return fail("Enum values cannot be named: \(name).", at: value)
    }
    begin(value)
    sdl.write(name: name)
    writeDeprecation(of: value)
  }

  /// Calls `write` for each member and puts the result in braces. Writes nothing if there is no output.
  private mutating func writeBlock(
    _ opening: Unicode.Scalar, _ closing: Unicode.Scalar, _ members: [JSONValue],
    _ write: (inout IntrospectionReader, JSONValue) -> Void
  ) {
    let start = sdl.count
    sdl.write(opening)
    let contents = sdl.count
    for member in members { write(&self, member) }
    if sdl.count == contents { sdl.cut(to: start) } else { sdl.write(closing) }
  }

  // MARK: - Fields

  private mutating func writeFields(of type: JSONValue, _ name: String) {
    let prefix = "\(name) fields cannot be resolved. "
    guard let fields = type.member("fields")?.elements else {
      return fail("\(prefix)Introspection result missing fields: \(name).", at: type)
    }
    writeBlock("{", "}", fields) { $0.writeField($1, prefix) }
  }

  private mutating func writeField(_ field: JSONValue, _ prefix: String) {
    guard let name = name(of: field), let type = readType(field.member("type"), at: field, prefix)
    else { return }
    if kinds[type.named] == .inputObject {
      return fail(
        "\(prefix)Introspection must provide output type for fields, but received: \(type.text).", at: field)
    }
    let arguments = field.member("args")?.elements
    if arguments == nil { fail("\(prefix)Introspection result missing field args: \(name).", at: field) }
    begin(field)
    sdl.write(name: name)
    writeArguments(arguments ?? [], prefix)
    write(type: type.text)
    writeDeprecation(of: field)
  }

  private mutating func writeInputFields(of type: JSONValue, _ name: String) {
    guard let fields = type.member("inputFields")?.elements else {
      return fail("Introspection result missing inputFields: \(name).", at: type)
    }
    let prefix = "\(name) fields cannot be resolved. "
    writeBlock("{", "}", fields) { $0.writeInputValue($1, "input fields", prefix) }
  }

  /// Writes the arguments of a field or directive in parentheses.
  mutating func writeArguments(_ arguments: [JSONValue], _ prefix: String) {
    writeBlock("(", ")", arguments) { $0.writeInputValue($1, "arguments", prefix) }
  }

  private mutating func writeInputValue(_ value: JSONValue, _ role: String, _ prefix: String) {
    guard let name = name(of: value),
      let reference = readType(value.member("type"), at: value, prefix)
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
    sdl.write(name: name)
    write(type: reference.text)
    writeDefaultValue(of: value)
    writeDeprecation(of: value)
  }

  private mutating func writeDefaultValue(of value: JSONValue) {
    guard let member = value.member("defaultValue"), let text = member.string else { return }
    beginPiece(member)
    sdl.write("=")
    let source = SourceFile(path: "default value", text: text)
    if let node = try? Parser.parseValue(source, isConstant: true, into: defaultValues) {
      sdl.write(part: MinifyingPrinter.printPart(node, of: defaultValues))
    } else {
      // Older servers report the text of a string without quotes. The type's rules warn if the type is not a string.
      sdl.write(string: text)
    }
  }

  // MARK: - Type references

  /// The type reference in GraphQL syntax, and its innermost type.
  private mutating func readType(
    _ reference: JSONValue?, at owner: JSONValue, _ prefix: String
  ) -> (text: String, named: String)? {
    guard let reference else {
      fail("\(prefix)Introspection result missing type.", at: owner)
      return nil
    }
    let kind = reference.member("kind") ?? reference
    let isList = kind.string == "LIST"
    guard isList || kind.string == "NON_NULL" else {
      return namedType(reference, prefix: prefix).map { ($0, $0) }
    }
    guard let inner = reference.member("ofType") else {
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

  /// The name of a referenced type, if the result describes it.
  mutating func namedType(_ reference: JSONValue, prefix: String = "") -> String? {
    guard let name = reference.member("name")?.string, !name.isEmpty else {
      let range = reference.range
      let excerpt = range.file.text(range.start, min(range.end, range.start + 80))
      fail("\(prefix)Unknown type reference: \(excerpt).", at: reference)
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

  /// The element's name, if it is valid (section 2.1.9).
  mutating func name(of value: JSONValue) -> String? {
    guard let name = value.member("name")?.string, !name.isEmpty else {
      fail("Expected name to be a non-empty string.", at: value)
      return nil
    }
    switch NameForm(name) {
    case .valid: return name
    case .startsWrong: fail("Names must start with [_a-zA-Z] but \"\(name)\" does not.", at: value)
    case .holdsOther: fail("Names must only contain [_a-zA-Z0-9] but \"\(name)\" does not.", at: value)
    }
    return nil
  }

  /// Begins a part of the SDL that comes from a value.
  mutating func beginPiece(_ value: JSONValue) {
    let place = value.shortRange
    pieces.append(
      TextOrigin.Piece(textStart: sdl.count, start: place.start, .generated(end: place.end)))
  }

  /// Begins a definition: records its origin and writes its description.
  mutating func begin(_ value: JSONValue) {
    beginPiece(value.member("name") ?? value)
    if let description = value.member("description")?.string { sdl.write(string: description) }
  }

  mutating func writeDeprecation(of value: JSONValue) {
    if let reason = value.member("deprecationReason")?.string, reason != SyntaxTree.defaultDeprecationReason {
      writeDirective("deprecated", "reason", reason)
    } else if value.member("deprecationReason")?.string != nil
      || value.member("isDeprecated")?.boolean == true
    {
      writeDirective("deprecated")
    }
  }

  // MARK: - Tokens

  private mutating func write(_ keyword: String, _ name: String) {
    sdl.write(name: keyword)
    sdl.write(name: name)
  }

  private mutating func write(type: String) {
    sdl.write(":")
    sdl.write(part: type)
  }

  /// Writes names with a separator between each two.
  mutating func writeNames(_ names: [String], _ separator: Unicode.Scalar) {
    for (index, name) in names.enumerated() {
      if index > 0 { sdl.write(separator) }
      sdl.write(name: name)
    }
  }

  /// Writes a directive with one argument or none.
  private mutating func writeDirective(_ name: String, _ argument: String = "", _ value: String = "") {
    sdl.write("@")
    sdl.write(name: name)
    if argument.isEmpty { return }
    sdl.write("(")
    sdl.write(name: argument)
    sdl.write(":")
    sdl.write(string: value)
    sdl.write(")")
  }
}
