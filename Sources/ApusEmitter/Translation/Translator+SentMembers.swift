import ApusIR
import ApusSchema

/// A variable or an input field.
struct InputMember {
  /// The name in the object that is sent.
  var key: String
  var swiftName: String
  var type: TypeReference
  var isOptional: Bool
  var documentation: Documentation
}

/// What is sent: variables and input objects are structs of one form.
extension Translator {
  /// The stored properties; at an access level above Swift's own memberwise initializer one that is emitted.
  func declareSent(_ members: [InputMember], in text: inout SwiftText) {
    let isHiding = options.accessLevel != .internal
    for member in members {
      let typeText = inputType(member.type, isOptional: member.isOptional)
      let value = member.isOptional ? ".unset" : nil
      if isHiding, member.documentation.deprecation != nil {
        declareStored("private var \(storedName(member)): \(typeText)", value, in: &text)
      } else {
        text.documentation(member.documentation)
        declareStored("\(access)var \(SwiftNames.escape(member.swiftName)): \(typeText)", value, in: &text)
      }
    }
    guard isHiding else { return }
    for member in members where member.documentation.deprecation != nil {
      let stored = storedName(member)
      text.separate()
      text.documentation(member.documentation)
      text.openProperty(
        "\(access)var \(SwiftNames.escape(member.swiftName))",
        Code(inputType(member.type, isOptional: member.isOptional)))
      text.line("get { \(stored) }")
      text.line("set { \(stored) = newValue }")
      text.close()
    }
    text.separate()
    declareInitializer(members, in: &text)
  }

  private func declareStored(_ head: String, _ value: String?, in text: inout SwiftText) {
    if let value { text.assignment(head, value) } else { text.line(head) }
  }

  private func declareInitializer(_ members: [InputMember], in text: inout SwiftText) {
    if members.isEmpty {
      text.line("\(access)init() {}")
      return
    }
    let parameters = members.map { member in
      let type = inputType(member.type, isOptional: member.isOptional)
      return Code(
        "\(SwiftNames.parameter(member.swiftName)): \(type)" + (member.isOptional ? " = .unset" : ""))
    }
    text.list("\(access)init(", parameters, ") {")
    text.indent()
    for member in members {
      text.assignment("self.\(storedName(member))", SwiftNames.local(member.swiftName))
    }
    text.close()
  }

  /// The name of the property that holds a member: of a deprecated one another, where an initializer is emitted that
  /// would warn.
  private func storedName(_ member: InputMember) -> String {
    options.accessLevel != .internal && member.documentation.deprecation != nil
      ? "_" + member.swiftName : SwiftNames.escape(member.swiftName)
  }

  /// How the members are read and written; written in the order of their names, so that equal values are equal text.
  func codeSent(_ path: String, _ members: [InputMember], in text: inout SwiftText) {
    text.blankLine()
    text.open("extension " + path)
    openReading(in: &text)
    let arguments = members.map { member in
      let leaf = program.leafTypes[member.type.named]
      let call =
        member.isOptional
        ? nullableCall(leaf, member.type) : readCall(leaf, member.type, object: inputObject(leaf))
      return call.reading(member.key, label: SwiftNames.label(member.swiftName) + ": ")
    }
    text.list(arguments.isEmpty ? "self.init(" : "try self.init(", arguments, ")", isCall: true)
    text.close()
    text.separate()
    let isDeprecated = members.contains { $0.documentation.deprecation != nil }
    openWriting(usesDeprecated: isDeprecated && options.accessLevel == .internal, in: &text)
    for member in members.sorted(by: { $0.key < $1.key }) {
      let leaf = program.leafTypes[member.type.named]
      let call =
        member.isOptional
        ? nullableCall(leaf, member.type) : writeCall(leaf, member.type, object: inputObject(leaf))
      let name = storedName(member)
      text.line(call.writing(member.key, Translator.isHidden(member.swiftName) ? "self." + name : name))
    }
    text.close()
    text.close()
  }

  /// The type of an input object, when a member is one.
  func inputObject(_ leaf: LeafType) -> String? {
    if case .inputObject(let name) = leaf { global(name) } else { nil }
  }
}
