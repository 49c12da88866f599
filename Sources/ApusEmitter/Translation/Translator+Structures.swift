import ApusIR
import ApusSchema
import ApusSyntax

/// Types of the response as they are declared; object selections without narrowing conditions are structs.
extension Translator {
  /// A type declared in the output, or another name for one.
  ///
  /// - Parameter description: lines of a doc comment.
  func declare(_ member: Member, description: [String] = [], in text: inout SwiftText) {
    switch member {
    case .alias(let name, let target):
      declareAlias(name, target.path, in: &text)
    case .type(let type):
      text.documentation(Documentation(lines: description))
      if case .enumeration = type.shape.form {
        declareEnumeration(type, in: &text)
      } else {
        declareStructure(type, in: &text)
      }
    }
  }

  /// Another name for the type at a path.
  func declareAlias(_ name: String, _ path: String, in text: inout SwiftText) {
    let head = "\(access)typealias \(name) = "
    let path = global(path)
    if text.fits(head, and: path.utf8.count) {
      text.begin()
      text.add(head)
      text.add(path)
      text.end()
    } else {
      text.line(Code.path(path, behind: head))
    }
  }

  /// How a type and all types within it are read and written.
  func code(_ member: Member, in text: inout SwiftText) {
    if case .type(let type) = member { code(type, within: nil, in: &text) }
  }

  private func code(_ type: DeclaredType, within parent: DeclaredType?, in text: inout SwiftText) {
    text.blankLine()
    text.open("extension " + global(type.path))
    if !type.conformances.isEmpty { convert(type, in: &text) }
    if let parent { convertRest(type, of: parent, in: &text) }
    text.separate()
    if case .enumeration = type.shape.form {
      declareAccessors(type, in: &text)
      text.separate()
      readEnumeration(type, in: &text)
      text.separate()
      writeEnumeration(type, in: &text)
    } else {
      var texts: [PropertyText] = []
      texts.reserveCapacity(type.properties.count)
      for property in type.properties { texts.append(propertyTexts.text(of: property, in: type, self)) }
      readStructure(type, texts, in: &text)
      text.separate()
      writeStructure(type, texts, in: &text)
    }
    text.close()
    for member in type.members {
      if case .type(let inner) = member { code(inner, within: type, in: &text) }
    }
  }

  /// The types declared within a type, each behind an empty line but for aliases that follow one another.
  func declareMembers(_ members: [Member], in text: inout SwiftText) {
    var isBehindAlias = false
    for member in members {
      var isAlias = false
      if case .alias = member { isAlias = true }
      if !isAlias || !isBehindAlias { text.separate() }
      declare(member, in: &text)
      isBehindAlias = isAlias
    }
  }

  // MARK: - Declaring

  private func declareStructure(_ type: DeclaredType, in text: inout SwiftText) {
    openType("struct", type, in: &text)
    let introducer = access + (isMutable(type) ? "var " : "let ")
    for property in type.properties where !isTypename(property) {
      declareStored(property, type, introducer, in: &text)
    }
    for fragment in type.conditionalFragments {
      let typeName = typeName(of: fragment, in: type)
      text.line("\(introducer)\(SwiftNames.escape(fragment.swiftName)): \(typeName)")
    }
    for property in type.properties where isTypename(property) {
      if isConstant(property, in: type) {
        text.property(
          "\(access)var \(SwiftNames.escape(property.swiftName))", Code(known.string),
          body: literal(schema.name(type.shape.objectType)))
      } else {
        declareStored(property, type, introducer, in: &text)
      }
    }
    if emitsInitializers {
      for property in type.properties where isDeprecated(property.field) {
        declareHiding(property, type, in: &text)
      }
      text.separate()
      declareInitializer(type, in: &text)
    }
    if !type.conformances.isEmpty {
      declareChoices(type.conformances, { name(ofPath: $0, in: type.path) }, in: &text)
    }
    declareMembers(type.members, in: &text)
    text.close()
  }

  /// The head of a type with what it conforms to.
  func openType(_ keyword: String, _ type: DeclaredType, in text: inout SwiftText) {
    var inherited = [known.object]
    if !options.conformances.isEmpty {
      for name in options.conformances["*"] ?? [] where hasRequirements(of: name, type) {
        inherited.append(name)
      }
      inherited += options.conformances[type.path] ?? []
    }
    for name in type.directiveConformances
    where !type.conformances.contains(where: { $0.fragment.directiveConformances.contains(name) }) {
      inherited.append(name)
    }
    if !type.conformances.isEmpty { inherited += protocols(type.conformances) }
    text.openType("\(access)\(keyword) \(type.name)", inherits: inherited)
  }

  /// Whether a type has what a protocol needs that all types are to conform to: of the standard library's, `Identifiable` alone
  /// needs something of the type.
  private func hasRequirements(of name: String, _ type: DeclaredType) -> Bool {
    name != "Identifiable" && name != "Swift.Identifiable"
      || type.properties.contains { $0.swiftName == "id" }
  }

  /// Whether a property is the object's `__typename`, whatever it is called.
  func isTypename(_ property: Property) -> Bool { property.field.definition == schema.typenameField }

  /// Whether a property is a `__typename` that can have one value alone: it is not stored, so that no other can be given.
  func isConstant(_ property: Property, in type: DeclaredType) -> Bool {
    isTypename(property) && !property.field.isConditional && property.field.directive?.type == nil
      && type.shape.objectType != 0
  }

  /// The properties that an initializer takes, in the order in which they are declared.
  func initializedProperties(of type: DeclaredType) -> [Property] {
    if !type.properties.contains(where: isTypename) { return type.properties }
    return type.properties.filter { !isTypename($0) }
      + type.properties.filter { isTypename($0) && !isConstant($0, in: type) }
  }

  private func declareStored(
    _ property: Property, _ type: DeclaredType, _ introducer: String, in text: inout SwiftText
  ) {
    let known = propertyTexts.text(of: property, in: type, self)
    let isHidden = emitsInitializers && isDeprecated(property.field)
    if !isHidden { text.documentation(documentation(of: property, type.conformances)) }
    text.begin()
    text.add(isHidden ? (isMutable(type) ? "private var " : "private let ") : introducer)
    text.add(known.storedName)
    text.add(": ")
    text.add(self.type(of: property))
    text.end()
  }

  /// A deprecated property whose value is stored under another name: an initializer that is not Swift's own would
  /// warn where it sets it.
  private func declareHiding(_ property: Property, _ type: DeclaredType, in text: inout SwiftText) {
    let head = "\(access)var \(SwiftNames.escape(property.swiftName))"
    let stored = storedName(property)
    text.separate()
    text.documentation(documentation(of: property, type.conformances))
    guard isMutable(type) else {
      text.property(head, Code(self.type(of: property)), body: stored)
      return
    }
    text.openProperty(head, Code(self.type(of: property)))
    text.line("get { \(stored) }")
    text.line("set { \(stored) = newValue }")
    text.close()
  }

  /// The name under which a property's value is stored, escaped.
  func storedName(_ property: Property) -> String {
    emitsInitializers && isDeprecated(property.field)
      ? "_" + property.swiftName : SwiftNames.escape(property.swiftName)
  }

  private func declareInitializer(_ type: DeclaredType, in text: inout SwiftText) {
    var parameters: [Code] = []
    var last: [Code] = []
    let properties = initializedProperties(of: type)
    for property in properties {
      let typeText = self.type(of: property)
      let value = typeText.hasSuffix("?") ? " = nil" : ""
      let parameter = Code("\(SwiftNames.parameter(property.swiftName)): \(typeText)\(value)")
      if isTypename(property) { last.append(parameter) } else { parameters.append(parameter) }
    }
    for fragment in type.conditionalFragments {
      parameters.append(
        Code(
          "\(SwiftNames.parameter(fragment.swiftName)): \(typeName(of: fragment, in: type))"
            + defaultValue(of: fragment)))
    }
    parameters += last
    if parameters.isEmpty {
      text.line("\(access)init() {}")
      return
    }
    text.list("\(access)init(", parameters, ") {")
    text.indent()
    for property in properties {
      text.assignment("self.\(storedName(property))", SwiftNames.local(property.swiftName))
    }
    for fragment in type.conditionalFragments {
      text.assignment(
        "self.\(SwiftNames.escape(fragment.swiftName))", SwiftNames.local(fragment.swiftName))
    }
    text.close()
  }

  // MARK: - Reading

  private func readStructure(_ type: DeclaredType, _ texts: [PropertyText], in text: inout SwiftText) {
    var arguments: [Code] = []
    var last: [Code] = []
    arguments.reserveCapacity(texts.count)
    openReading(in: &text)
    if type.properties.contains(where: { $0.field.nulls.isPromised }) { text.line("r.heedErrors()") }
    for (index, property) in texts.enumerated() {
      guard isTypename(type.properties[index]) else {
        arguments.append(property.argument)
        continue
      }
      let isConstant = isConstant(type.properties[index], in: type)
      // It is declared last, and stands first in the response where the compiler asks for it: it is read there.
      if index == 0, isConstant || texts.count > 1, !type.properties[index].field.isConditional {
        readTypename(property, isConstant, in: &text)
        if isConstant { continue }
        let name = SwiftNames.local(property.swiftName)
        last.append(Code("\(SwiftNames.label(property.swiftName)): \(name)"))
      } else if !isConstant {
        last.append(property.argument)
      }
    }
    for fragment in type.conditionalFragments {
      var argument = Code(SwiftNames.label(fragment.swiftName) + ": ")
      argument.add(reading(of: fragment))
      arguments.append(argument)
    }
    arguments += last
    if arguments.count > Translator.longCall, !usesDeprecated(type) {
      assign(arguments, type, in: &text)
    } else {
      text.list(arguments.isEmpty ? "self.init(" : "try self.init(", arguments, ")", isCall: true)
    }
    text.close()
  }

  /// How many arguments a call may have: Swift checks the types of longer ones in quadratic time, and an assignment for each in linear
  /// time. Of shorter ones the call compiles faster.
  private static let longCall = 200

  /// Sets what an initializer would, each with the argument that it would have.
  private func assign(_ arguments: [Code], _ type: DeclaredType, in text: inout SwiftText) {
    let properties = initializedProperties(of: type)
    let targets =
      properties.filter { !isTypename($0) }.map(storedName)
      + type.conditionalFragments.map { SwiftNames.escape($0.swiftName) }
      + properties.filter(isTypename).map(storedName)
    for (target, argument) in zip(targets, arguments) {
      text.line(argument.assigned(to: "self.\(target) = try "))
    }
  }

  /// Whether code that names a type's stored properties makes Swift warn of deprecated ones.
  private func usesDeprecated(_ type: DeclaredType) -> Bool {
    !emitsInitializers && type.properties.contains { isDeprecated($0.field) }
  }

  /// `let __typename = try r.string("__typename")`
  private func readTypename(_ property: PropertyText, _ isConstant: Bool, in text: inout SwiftText) {
    let name = isConstant ? "_" : "let " + SwiftNames.local(property.swiftName)
    text.line(Code.assignment(name, Code("try " + property.readingText)))
  }

  /// `init(__reading r: inout ObjectReader) throws {`
  func openReading(in text: inout SwiftText) {
    text.begin()
    text.add(access)
    text.add("init(")
    text.add(known.readingParameter)
    text.add(") throws {")
    text.end()
    text.indent()
  }

  // MARK: - Writing

  private func writeStructure(_ type: DeclaredType, _ texts: [PropertyText], in text: inout SwiftText) {
    openWriting(usesDeprecated: usesDeprecated(type), in: &text)
    for (index, property) in texts.enumerated() {
      if type.properties[index].field.isConditional {
        text.open("if let value = \(property.value)")
        text.line(property.writing)
        text.close()
      } else {
        text.line(property.writing)
      }
    }
    for marker in type.shape.markers {
      let key = literal(program.markers.type(marker))
      text.line(.call("w.string", [Code(key), Code(typenameValue(type))]))
    }
    for fragment in type.conditionalFragments { write(fragment, in: &text) }
    text.close()
  }

  /// `func _write(to w: inout ObjectWriter) {`
  ///
  /// - Parameter usesDeprecated: whether the body uses deprecated properties, which is no warning in a function that is
  ///   deprecated itself.
  func openWriting(usesDeprecated: Bool = false, in text: inout SwiftText) {
    if usesDeprecated { text.line("@available(*, deprecated)") }
    text.begin()
    text.add(access)
    text.add("func _write(")
    text.add(known.writingParameter)
    text.add(") {")
    text.end()
    text.indent()
  }

  /// What markers hold: the object's type.
  ///
  /// Where a condition can leave `__typename` out, the selection sets name an object type.
  private func typenameValue(_ type: DeclaredType) -> String {
    let property = type.properties.first { $0.field.key == Keyword.typename && !$0.field.isConditional }
    if let property {
      return SwiftNames.escape(property.swiftName)
    }
    return literal(schema.name(type.shape.objectType))
  }

  /// Whether a property's name means something else in `_write(to:)`.
  static func isHidden(_ name: String) -> Bool { name == "w" || name == "self" }
}
