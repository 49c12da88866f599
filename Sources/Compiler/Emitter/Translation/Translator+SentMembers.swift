import ApusSwiftModel
import ApusSchema

/// A variable or an input field with its doc comment.
typealias InputMember = (value: InputValue, documentation: Documentation)

/// Generates operations and input objects as structs with a property for each variable or input field.
extension Translator {
  /// Declares the stored properties, and above internal access an initializer, because Swift's memberwise one would be internal.
  func declareSent(_ members: [InputMember], in text: inout SwiftPrinter) {
    let isHiding = options.accessLevel != .internal
    for member in members {
      let typeText = inputType(member)
      let value = defaultValue(of: member)
      if isHiding, member.documentation.deprecation != nil {
        declareStored("private var \(storedName(member)): \(typeText)", value, in: &text)
      } else {
        text.documentation(member.documentation)
        declareStored(
          "\(access)var \(SwiftNames.escape(member.value.swiftName)): \(typeText)", value, in: &text)
      }
    }
    guard isHiding else { return }
    if members.isEmpty {
      text.line("\(access)init() {}")
      return
    }
    for member in members where member.documentation.deprecation != nil {
      let stored = storedName(member)
      text.separate()
      text.documentation(member.documentation)
      text.openProperty(
        "\(access)var \(SwiftNames.escape(member.value.swiftName))",
        Code(inputType(member)))
      text.line("get { \(stored) }")
      text.line("set { \(stored) = newValue }")
      text.close()
    }
    text.separate()
    declareInitializer(members, in: &text)
  }

  private func declareStored(_ head: String, _ value: String?, in text: inout SwiftPrinter) {
    if let value { text.assignment(head, value) } else { text.line(head) }
  }

  private func declareInitializer(_ members: [InputMember], in text: inout SwiftPrinter) {
    text.list("\(access)init(", parameters(members), ") {")
    text.indent()
    for member in members {
      text.assignment("self.\(storedName(member))", SwiftNames.local(member.value.swiftName))
    }
    text.close()
  }

  /// The parameters of an initializer.
  func parameters(_ members: [InputMember], spelling: (_ type: String) -> String = { $0 }) -> [Code] {
    members.map { member in
      let value = defaultValue(of: member).map { " = \($0)" } ?? ""
      return Code("\(SwiftNames.parameter(member.value.swiftName)): \(spelling(inputType(member)))\(value)")
    }
  }

  /// The name of the stored property. With a generated initializer, a deprecated member is stored under another name, because assigning it in the
  /// initializer would cause a warning.
  private func storedName(_ member: InputMember) -> String {
    options.accessLevel != .internal && member.documentation.deprecation != nil
      ? "_" + member.value.swiftName : SwiftNames.escape(member.value.swiftName)
  }

  /// Generates the extension that writes the members, and reads them if requested. Members are written in the order of their names, so that equal
  /// values have equal JSON.
  ///
  /// - Parameter first: generates the beginning of the extension.
  func codeSent(
    _ path: String, _ members: [InputMember], in text: inout SwiftPrinter,
    first: (inout SwiftPrinter) -> Void = { _ in }
  ) {
    text.blankLine()
    text.open("extension " + path)
    first(&text)
    if options.hasDecodableInputs {
      text.separate()
      read(members, in: &text)
    }
    if !members.isEmpty {
      text.separate()
      write(members, in: &text)
    }
    text.close()
  }

  private func read(_ members: [InputMember], in text: inout SwiftPrinter) {
    openReading(in: &text)
    let arguments = members.map { member in
      let swiftType = program.swiftType(of: member.value)
      let label = SwiftNames.label(member.value.swiftName) + ": "
      switch member.value.presence {
      case .required:
        return readCall(swiftType, member.value.type, object: inputObject(swiftType)).reading(
          member.value.name, label: label)
      case .nullable:
        return nullableCall(swiftType, member.value.type).reading(member.value.name, label: label)
      case .omittable:
        let call = readCall(swiftType, member.value.type.nonNull, object: inputObject(swiftType))
        return conditionalArgument(label, member.value.name, call.reading(member.value.name), call)
      }
    }
    text.list(arguments.isEmpty ? "self.init(" : "try self.init(", arguments, ")", isCall: true)
    text.close()
  }

  private func write(_ members: [InputMember], in text: inout SwiftPrinter) {
    let isDeprecated = members.contains { $0.documentation.deprecation != nil }
    openWriting(usesDeprecated: isDeprecated && options.accessLevel == .internal, in: &text)
    for member in members.sorted(by: { $0.value.name < $1.value.name }) {
      let swiftType = program.swiftType(of: member.value)
      let name = (Translator.isHidden(member.value.swiftName) ? "self." : "") + storedName(member)
      switch member.value.presence {
      case .required:
        text.line(
          writeCall(swiftType, member.value.type, object: inputObject(swiftType)).writing(
            member.value.name, name))
      case .nullable: text.line(nullableCall(swiftType, member.value.type).writing(member.value.name, name))
      case .omittable:
        text.open("if let value = \(name)")
        text.line(
          writeCall(swiftType, member.value.type.nonNull, object: inputObject(swiftType)).writing(
            member.value.name, "value"))
        text.close()
      }
    }
    text.close()
  }

  private func inputType(_ member: InputMember) -> String {
    inputType(member.value.type, program.swiftType(of: member.value), member.value.presence)
  }

  private func defaultValue(of member: InputMember) -> String? {
    switch member.value.presence {
    case .required: nil
    case .nullable: ".unset"
    case .omittable: "nil"
    }
  }

  /// The name of an input object's type; nil for other types.
  func inputObject(_ swiftType: SwiftType) -> String? {
    if case .inputObject(let name) = swiftType { global(name) } else { nil }
  }
}
