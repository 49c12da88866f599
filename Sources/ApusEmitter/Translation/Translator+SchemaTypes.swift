import ApusIR
import ApusSchema
import ApusSyntax

/// Enums and input objects.
extension Translator {
  // MARK: - Enums

  func declare(_ type: EnumType, in text: inout SwiftText) {
    text.documentation(schemaDocumentation(of: schema.types[Int(type.type)].node))
    text.openType("\(access)enum \(type.swiftName)", inherits: [known.enumeration])
    for value in type.cases {
      var documentation = schemaDocumentation(of: schema.enumValues[Int(value.value)].node)
      // A deprecated case would make every exhaustive switch over the enum warn, with no way to mend it.
      if let reason = documentation.deprecation {
        documentation.lines +=
          (documentation.lines.isEmpty ? [] : [""]) + SwiftLiteral.commentLines("Deprecated: \(reason)")
        documentation.deprecation = nil
      }
      text.documentation(documentation)
      text.line("case \(SwiftNames.escape(value.swiftName))")
    }
    text.documentation(Documentation(lines: ["A value that the schema gained later."]))
    text.line("case unrecognized(\(known.string))")
    declareAllCases(type, in: &text)
    text.separate()
    text.open("\(access)init(rawValue: \(known.string))")
    text.line("switch rawValue {")
    for value in type.cases {
      text.switchCase("case \(literal(value.name)):", "self = .\(SwiftNames.escape(value.swiftName))")
    }
    text.switchCase("default:", "self = .unrecognized(rawValue)")
    text.line("}")
    text.close()
    text.separate()
    text.openProperty("\(access)var rawValue", known.string)
    text.line("switch self {")
    for value in type.cases {
      text.switchCase("case .\(SwiftNames.escape(value.swiftName)):", literal(value.name))
    }
    text.switchCase("case .unrecognized(let name):", "name")
    text.line("}")
    text.close()
    text.close()
  }

  private func declareAllCases(_ type: EnumType, in text: inout SwiftText) {
    let names = type.cases.map { ".\(SwiftNames.escape($0.swiftName))" }
    let list = "[\(names.joined(separator: ", "))]"
    let head = "\(access)static var allCases"
    let listType = "[\(global(type.swiftName))]"
    text.separate()
    // One column is left: swift-format breaks what ends exactly at the margin.
    if text.fits("\(head): \(listType) { \(list) } ") {
      text.property(head, listType, body: list)
      return
    }
    text.openProperty(head, listType)
    if text.fits(list + " ") {
      text.unbroken(list)
    } else {
      text.unbroken("[")
      text.indent()
      text.fill(names, closing: ",")
      text.outdent()
      text.unbroken("]")
    }
    text.close()
  }

  // MARK: - Input objects

  func declare(_ type: InputObjectType, in text: inout SwiftText) {
    text.documentation(schemaDocumentation(of: schema.types[Int(type.type)].node))
    guard schema.types[Int(type.type)].isOneOf else {
      text.openType("\(access)struct \(type.swiftName)", inherits: [known.object])
      declareSent(members(of: type), in: &text)
      text.close()
      return
    }
    text.openType("\(access)enum \(type.swiftName)", inherits: [known.object])
    for field in type.fields {
      let payload = wrap(name(of: program.leafTypes[field.type.named]), field.type.nonNull)
      text.documentation(documentation(of: field))
      text.line(
        "\(field.isIndirect ? "indirect " : "")case \(SwiftNames.escape(field.swiftName))(\(payload))")
    }
    text.close()
  }

  func code(_ type: InputObjectType, in text: inout SwiftText) {
    if schema.types[Int(type.type)].isOneOf {
      codeOneOf(type, in: &text)
    } else {
      codeSent(global(type.swiftName), members(of: type), in: &text)
    }
  }

  private func members(of type: InputObjectType) -> [InputMember] {
    type.fields.map {
      InputMember(
        key: $0.name, swiftName: $0.swiftName, type: $0.type, isOptional: $0.isOptional,
        documentation: documentation(of: $0))
    }
  }

  /// A `@oneOf` input object (section 3.10.1): an enum with a case for each field.
  private func codeOneOf(_ type: InputObjectType, in text: inout SwiftText) {
    text.blankLine()
    text.open("extension " + global(type.swiftName))
    openReading(in: &text)
    for field in type.fields {
      let leaf = program.leafTypes[field.type.named]
      let read = readCall(leaf, field.type.nonNull, object: inputObject(leaf)).reading(field.name)
      text.open("if try r.has(\(literal(field.name)))")
      text.line("self = .\(SwiftNames.escape(field.swiftName))(try \(read))")
      text.line("return")
      text.close()
    }
    let keys = type.fields.map { literal($0.name) }.joined(separator: ", ")
    text.line("throw r.noMember(of: [\(keys)])")
    text.close()
    text.separate()
    openWriting(in: &text)
    text.line("switch self {")
    for field in type.fields {
      let leaf = program.leafTypes[field.type.named]
      let call = writeCall(leaf, field.type.nonNull, object: inputObject(leaf))
      text.switchCase(
        "case .\(SwiftNames.escape(field.swiftName))(let value):", call.writing(field.name, "value"))
    }
    text.line("}")
    text.close()
    text.close()
  }

  private func documentation(of field: InputField) -> Documentation {
    let node = schema.inputValues[Int(field.value)].node
    var result = schemaDocumentation(of: node)
    if let value = schema.tree.value(node) {
      if !result.lines.isEmpty { result.lines.append("") }
      result.lines += SwiftLiteral.commentLines("Default: `\(schema.tree.text(of: value))`")
    }
    return result
  }
}
