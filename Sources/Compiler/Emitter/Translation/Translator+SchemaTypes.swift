import ApusShapes
import ApusSwiftModel
import ApusSchema
import ApusSyntax

extension Translator {
  // MARK: - Enums

  func declare(_ type: EnumType, in text: inout SwiftPrinter) {
    text.documentation(schemaDocumentation(of: schema[type.type].node))
    references.noteConformanceToRuntime()
    text.openType("\(access)enum \(type.swiftName)", inherits: [known.enumeration])
    for value in type.cases {
      var documentation = schemaDocumentation(of: schema[value.value].node)
      // If a case were deprecated, every exhaustive switch over the enum would cause a warning that nobody can avoid.
      if let reason = documentation.deprecation {
        documentation.lines +=
          (documentation.lines.isEmpty ? [] : [""]) + SwiftLiteral.commentLines("Deprecated: \(reason)")
        documentation.deprecation = nil
      }
      text.documentation(documentation)
      text.line("case \(SwiftNames.escape(value.swiftName))")
    }
    text.documentation("A value that the schema gained later.")
    text.line("case unrecognized(\(known.string))")
    declareAllCases(type, in: &text)
    text.separate()
    text.open("\(access)init(rawValue: \(known.string))")
    text.line("switch rawValue {")
    for value in type.cases {
      text.switchCase("case \(literal(value.name)):", Code("self = .\(SwiftNames.escape(value.swiftName))"))
    }
    text.switchCase("default:", Code("self = .unrecognized(rawValue)"))
    text.line("}")
    text.close()
    text.separate()
    text.openProperty("\(access)var rawValue", Code(known.string))
    text.line("switch self {")
    for value in type.cases {
      text.switchCase("case .\(SwiftNames.escape(value.swiftName)):", Code(literal(value.name)))
    }
    text.switchCase("case .unrecognized(let name):", Code("name"))
    text.line("}")
    text.close()
    text.close()
  }

  private func declareAllCases(_ type: EnumType, in text: inout SwiftPrinter) {
    let names = type.cases.map { ".\(SwiftNames.escape($0.swiftName))" }
    let list = "[\(names.joined(separator: ", "))]"
    let head = "\(access)static var allCases"
    let listType = Code("[\(global(type.swiftName))]")
    text.separate()
    if text.fits("\(head): \(listType.text) { \(list) }") {
      text.property(head, listType, body: list)
      return
    }
    text.openProperty(head, listType)
    if text.fits("  " + list) {
      text.line(list)
    } else {
      text.line("[")
      text.indent()
      text.fill(names.map { Code($0) }, closing: ",")
      text.outdent()
      text.line("]")
    }
    text.close()
  }

  // MARK: - Identifiers

  /// Declares an identifier type, such as `AlbumID`, which Swift distinguishes from the identifiers of other types.
  func declare(identifier name: String, of type: TypeID, in text: inout SwiftPrinter) {
    let isAbstract = schema[type].isAbstract
    references.noteSignatureWithRuntime()
    text.line("/// Identifies an object \(isAbstract ? "that is a" : "of type") `\(schema.name(type))`.")
    text.line("\(access)typealias \(name) = \(known.identifier)<\(name)Tag>")
    text.separate()
    text.line("/// Tells `\(name)` from other identifiers; it has no values.")
    text.line("\(access)enum \(name)Tag {}")
  }

  /// Declares conversions from identifiers of types to those of their interfaces: `NodeID(albumID)`, because an album is also a node.
  ///
  /// If a module below declares both types, it also declares the conversion.
  func codeConversions(of identifiers: [(type: TypeID, swiftName: String)], in text: inout SwiftPrinter) {
    func isDeclaredHere(_ type: TypeID) -> Bool { !program.below.declares(type) }
    for wide in identifiers where schema[wide.type].isAbstract {
      let narrow = identifiers.filter {
        $0.type != wide.type && schema.isSubtype($0.type, ofAbstract: wide.type)
          && (isDeclaredHere($0.type) || isDeclaredHere(wide.type))
      }
      if narrow.isEmpty { continue }
      text.blankLine()
      text.open("extension " + global(wide.swiftName))
      for (index, identifier) in narrow.enumerated() {
        if index > 0 { text.blankLine() }
        text.line("/// The same object as a `\(schema.name(wide.type))`.")
        text.open("\(access)init(_ id: \(global(identifier.swiftName)))")
        text.line("self.init(rawValue: id.rawValue)")
        text.close()
      }
      text.close()
    }
  }

  // MARK: - Input objects

  private var inputProtocol: String { options.hasDecodableInputs ? known.object : known.writable }

  func declare(_ type: InputObjectType, in text: inout SwiftPrinter) {
    text.documentation(schemaDocumentation(of: schema[type.type].node))
    guard schema[type.type].isOneOf else {
      text.openType("\(access)struct \(type.swiftName)", inherits: [inputProtocol])
      declareSent(members(of: type), in: &text)
      text.close()
      return
    }
    text.openType("\(access)enum \(type.swiftName)", inherits: [inputProtocol])
    for field in type.fields {
      let payload = wrap(name(of: program.swiftType(of: field)), field.type.nonNull)
      text.documentation(documentation(of: field))
      let modifier = field.isIndirect ? "indirect " : ""
      text.line("\(modifier)case \(SwiftNames.escape(field.swiftName))(\(payload))")
    }
    text.close()
  }

  func code(_ type: InputObjectType, in text: inout SwiftPrinter) {
    if schema[type.type].isOneOf {
      codeOneOf(type, in: &text)
    } else {
      codeSent(global(type.swiftName), members(of: type), in: &text)
    }
  }

  func members(of type: InputObjectType) -> [InputMember] {
    type.fields.map { ($0, documentation(of: $0)) }
  }

  /// Generates the code that writes a `@oneOf` input object (section 3.10.1), an enum with a case for each field, and if requested the code that
  /// reads it.
  private func codeOneOf(_ type: InputObjectType, in text: inout SwiftPrinter) {
    text.blankLine()
    text.open("extension " + global(type.swiftName))
    if options.hasDecodableInputs { readOneOf(type, in: &text) }
    openWriting(in: &text)
    text.line("switch self {")
    for field in type.fields {
      let swiftType = program.swiftType(of: field)
      let call = writeCall(swiftType, field.type.nonNull, object: inputObject(swiftType))
      text.switchCase(
        "case .\(SwiftNames.escape(field.swiftName))(let value):", call.writing(field.name, "value"))
    }
    text.line("}")
    text.close()
    text.close()
  }

  private func readOneOf(_ type: InputObjectType, in text: inout SwiftPrinter) {
    openReading(in: &text)
    var subject = Code("switch ")
    subject.add(.call("try r.onlyMember", [.list("of: [", type.fields.map { Code(literal($0.name)) }, "]")]))
    subject.add(" {")
    text.line(subject)
    for (index, field) in type.fields.enumerated() {
      let swiftType = program.swiftType(of: field)
      let call = readCall(swiftType, field.type.nonNull, object: inputObject(swiftType))
      var argument = Code("try ")
      argument.add(call.reading(field.name))
      let name = SwiftNames.escape(field.swiftName)
      text.switchCase(
        index == type.fields.count - 1 ? "default:" : "case \(index):", .call("self = .\(name)", [argument]))
    }
    text.line("}")
    text.close()
    text.separate()
  }

  private func documentation(of field: InputValue) -> Documentation {
    let node = field.node
    var result = schemaDocumentation(of: node)
    if let value = schema.tree.value(node) {
      if !result.lines.isEmpty { result.lines.append("") }
      result.lines += SwiftLiteral.commentLines("Default: `\(schema.tree.text(of: value))`")
    }
    return result
  }
}
