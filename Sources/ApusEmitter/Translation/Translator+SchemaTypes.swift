import ApusIR
import ApusSchema
import ApusSyntax

/// A variable or an input field.
struct InputMember {
  /// The name in the object that is sent.
  var key: String
  var swiftName: String
  /// The property that holds it; another than `swiftName` for a deprecated one.
  var storedName: String
  var type: TypeReference
  var isOptional: Bool
}

/// Enums and input objects.
extension Translator {
  func schemaTypes() -> [Declaration] {
    func isDeclaredHere(_ type: TypeID) -> Bool { !options.typesBelow.contains(schema.name(type)) }
    return program.enums.filter { isDeclaredHere($0.type) }.map { translate($0) }
      + program.inputObjects.filter { isDeclaredHere($0.type) }.map { translate($0) }
  }

  // MARK: - Enums

  private func translate(_ type: EnumType) -> Declaration {
    var declaration = TypeDeclaration(keyword: .enum, name: type.swiftName)
    declaration.documentation = documentation(of: schema.types[Int(type.type)].node, in: schema.tree)
    declaration.inherited = [runtime("GraphQLEnum")]
    for value in type.cases {
      var documentation = documentation(of: schema.enumValues[Int(value.value)].node, in: schema.tree)
      // A deprecated case would make every exhaustive switch over the enum warn, with no way to mend it.
      if let reason = documentation.deprecation {
        documentation.lines +=
          (documentation.lines.isEmpty ? [] : [""]) + SwiftLiteral.commentLines("Deprecated: \(reason)")
        documentation.deprecation = nil
      }
      declaration.members.append(
        .enumCase(
          EnumCaseDeclaration(documentation: documentation, names: [SwiftNames.escape(value.swiftName)])))
    }
    let string = standard("String")
    declaration.members.append(
      .enumCase(
        EnumCaseDeclaration(
          documentation: Documentation(lines: ["A value that the schema gained later."]),
          names: ["unrecognized(\(string))"])))
    declaration.members.append(
      .property(
        PropertyDeclaration(
          introducer: "static var", name: "allCases", type: "[\(global(type.swiftName))]",
          getter: [
            .line(
              "[" + type.cases.map { ".\(SwiftNames.escape($0.swiftName))" }.joined(separator: ", ") + "]")
          ])))
    declaration.members.append(
      .function(
        FunctionDeclaration(
          introducer: "init", parameters: ["rawValue: \(string)"],
          body: [
            .choice(
              subject: "rawValue",
              cases: type.cases.map {
                SwitchCase(
                  patterns: [literal($0.name)], body: [.line("self = .\(SwiftNames.escape($0.swiftName))")])
              } + [SwitchCase(patterns: [], body: [.line("self = .unrecognized(rawValue)")])])
          ])))
    declaration.members.append(
      .property(
        PropertyDeclaration(
          introducer: "var", name: "rawValue", type: string,
          getter: [
            .choice(
              subject: "self",
              cases: type.cases.map {
                SwitchCase(patterns: [".\(SwiftNames.escape($0.swiftName))"], body: [.line(literal($0.name))])
              } + [SwitchCase(patterns: [".unrecognized(let name)"], body: [.line("name")])])
          ])))
    return .type(declaration)
  }

  // MARK: - Input objects

  private func translate(_ type: InputObjectType) -> Declaration {
    if schema.types[Int(type.type)].isOneOf { return oneOf(type) }
    var declaration = TypeDeclaration(keyword: .struct, name: type.swiftName)
    declaration.documentation = documentation(of: schema.types[Int(type.type)].node, in: schema.tree)
    declaration.inherited = [runtime("GraphQLObject")]
    var members: [InputMember] = []
    for field in type.fields {
      let documentation = documentation(of: field)
      let name = SwiftNames.escape(field.swiftName)
      let typeText = inputType(field.type, isOptional: field.isOptional)
      var member = InputMember(
        key: field.name, swiftName: field.swiftName, storedName: field.swiftName, type: field.type,
        isOptional: field.isOptional)
      if documentation.deprecation != nil {
        member.storedName = "_" + field.swiftName
        declaration.members.append(
          .property(
            PropertyDeclaration(
              documentation: documentation, introducer: "var", name: name, type: typeText,
              getter: [.line(member.storedName)], setter: [.line("\(member.storedName) = newValue")])))
        declaration.members.append(
          .property(
            PropertyDeclaration(
              introducer: "var", name: member.storedName, type: typeText, isPrivate: true)))
      } else {
        declaration.members.append(
          .property(
            PropertyDeclaration(
              documentation: documentation, introducer: "var", name: name, type: typeText)))
      }
      members.append(member)
    }
    declaration.members.append(.function(memberwiseInitializer(members)))
    declaration.members.append(.function(readingInitializer(members)))
    declaration.members.append(.function(writeFunction(members)))
    return .type(declaration)
  }

  /// A `@oneOf` input object (section 3.10.1): an enum with a case for each field.
  private func oneOf(_ type: InputObjectType) -> Declaration {
    var declaration = TypeDeclaration(keyword: .enum, name: type.swiftName)
    declaration.documentation = documentation(of: schema.types[Int(type.type)].node, in: schema.tree)
    declaration.inherited = [runtime("GraphQLObject")]
    var reading: [Statement] = []
    var writing: [SwitchCase] = []
    for field in type.fields {
      let leaf = program.leafTypes[field.type.named]
      let name = SwiftNames.escape(field.swiftName)
      let payload = wrap(self.name(of: leaf), field.type.nonNull)
      declaration.members.append(
        .enumCase(
          EnumCaseDeclaration(
            documentation: documentation(of: field), isIndirect: field.isIndirect,
            names: ["\(name)(\(payload))"])))
      let read = readCall(leaf, field.type.nonNull).reading(literal(field.name))
      reading.append(
        .block(
          head: "if try reader.has(\(literal(field.name)))",
          body: [.line("self = .\(name)(try \(read))"), .line("return")]))
      writing.append(
        SwitchCase(
          patterns: [".\(name)(let value)"],
          body: [.line(writeCall(leaf, field.type.nonNull).writing(literal(field.name), "value"))]))
    }
    let keys = type.fields.map { literal($0.name) }.joined(separator: ", ")
    reading.append(.line("throw reader.noMember(of: [\(keys)])"))
    declaration.members.append(
      .function(
        FunctionDeclaration(
          introducer: "init", parameters: ["reading reader: inout \(runtime("ObjectReader"))"],
          isThrowing: true,
          body: reading)))
    declaration.members.append(
      .function(
        FunctionDeclaration(
          introducer: "func write", parameters: ["to writer: inout \(runtime("ObjectWriter"))"],
          isThrowing: true,
          body: [.choice(subject: "self", cases: writing)])))
    return .type(declaration)
  }

  private func documentation(of field: InputField) -> Documentation {
    let node = schema.inputValues[Int(field.value)].node
    var result = documentation(of: node, in: schema.tree)
    if let value = schema.tree.value(node) {
      if !result.lines.isEmpty { result.lines.append("") }
      result.lines += SwiftLiteral.commentLines("Default: `\(schema.tree.text(of: value))`")
    }
    return result
  }

  // MARK: - Members that are sent

  func memberwiseInitializer(_ members: [InputMember]) -> FunctionDeclaration {
    FunctionDeclaration(
      introducer: "init",
      parameters: members.map { member in
        let type = inputType(member.type, isOptional: member.isOptional)
        return "\(SwiftNames.parameter(member.swiftName)): \(type)" + (member.isOptional ? " = .unset" : "")
      },
      body: members.map {
        .line("self.\(SwiftNames.escape($0.storedName)) = \(SwiftNames.local($0.swiftName))")
      })
  }

  func readingInitializer(_ members: [InputMember]) -> FunctionDeclaration {
    FunctionDeclaration(
      introducer: "init", parameters: ["reading reader: inout \(runtime("ObjectReader"))"], isThrowing: true,
      body: members.map { member in
        let leaf = program.leafTypes[member.type.named]
        let call = member.isOptional ? nullableCall(leaf, member.type) : readCall(leaf, member.type)
        return .line(
          "self.\(SwiftNames.escape(member.storedName)) = try \(call.reading(literal(member.key)))")
      })
  }

  /// Members in the order of their names, so that equal values are equal text.
  func writeFunction(_ members: [InputMember]) -> FunctionDeclaration {
    FunctionDeclaration(
      introducer: "func write", parameters: ["to writer: inout \(runtime("ObjectWriter"))"], isThrowing: true,
      body: members.sorted { $0.key < $1.key }.map { member in
        let leaf = program.leafTypes[member.type.named]
        let call = member.isOptional ? nullableCall(leaf, member.type) : writeCall(leaf, member.type)
        return .line(call.writing(literal(member.key), "self.\(SwiftNames.escape(member.storedName))"))
      })
  }
}
