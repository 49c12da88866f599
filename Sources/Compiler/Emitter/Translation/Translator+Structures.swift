import ApusShapes
import ApusSwiftModel
import ApusSchema
import ApusSyntax

/// Generates response types. Those without narrowing type conditions are structs, the others enums (`Translator+TypeCases.swift`).
extension Translator {
  /// Declares a type or an alias.
  ///
  /// - Parameter description: the lines of the doc comment.
  func declare(_ member: DeclaredName, description: [String] = [], in text: inout SwiftPrinter) {
    switch member {
    case .alias(let name, let target):
      declareAlias(name, target.path, in: &text)
    case .type(let type):
      text.documentation(Documentation(lines: description))
      if type.isEnumeration {
        declareEnumeration(type, in: &text)
      } else {
        declareStructure(type, in: &text)
      }
    }
  }

  /// Declares an alias for the type at a path.
  func declareAlias(_ name: String, _ path: String, in text: inout SwiftPrinter) {
    text.assignment("\(access)typealias \(name)", global(path))
  }

  /// Generates the code that reads and writes a type and all types nested in it.
  func code(_ member: DeclaredName, in text: inout SwiftPrinter) {
    if case .type(let type) = member { code(type, within: nil, in: &text) }
  }

  private func code(_ type: ResponseType, within parent: ResponseType?, in text: inout SwiftPrinter) {
    text.blankLine()
    text.open("extension " + global(type.path))
    convert(type, in: &text)
    if let parent { convertRest(type, of: parent, in: &text) }
    text.separate()
    if type.isEnumeration {
      declareAccessors(type, in: &text)
      text.separate()
      readEnumeration(type, in: &text)
      text.separate()
      writeEnumeration(type, in: &text)
    } else {
      var texts: [PropertyCode] = []
      let properties = type.properties
      texts.reserveCapacity(properties.count)
      for index in properties.indices {
        texts.append(propertyTexts.text(of: properties[index], in: type, self))
      }
      readStructure(type, texts, in: &text)
      text.separate()
      writeStructure(type, texts, in: &text)
    }
    text.close()
    for member in type.members {
      if case .type(let inner) = member { code(inner, within: type, in: &text) }
    }
  }

  /// Declares nested types, separated by empty lines except between aliases.
  func declareMembers(_ members: [DeclaredName], in text: inout SwiftPrinter) {
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

  private func declareStructure(_ type: ResponseType, in text: inout SwiftPrinter) {
    openType("struct", type, in: &text)
    let conformances = program.conformances[type]
    let introducer = access + (isMutable(type) ? "var " : "let ")
    let properties = type.properties
    for index in properties.indices where !isTypename(properties[index]) {
      declareStored(properties[index], type, conformances, introducer, in: &text)
    }
    for fragment in type.fragmentProperties {
      let typeName = typeName(of: fragment, in: type)
      text.line("\(introducer)\(SwiftNames.escape(fragment.swiftName)): \(typeName)")
    }
    for property in properties where isTypename(property) {
      if isConstant(property, in: type) {
        text.property(
          "\(access)var \(SwiftNames.escape(property.swiftName))", Code(known.string),
          body: literal(schema.name(type.objectType)))
      } else {
        declareStored(property, type, conformances, introducer, in: &text)
      }
    }
    if emitsInitializers {
      for property in type.properties where isDeprecated(property) {
        declareHiding(property, type, conformances, in: &text)
      }
      text.separate()
      declareInitializer(type, in: &text)
    }
    if !conformances.isEmpty {
      declareChoices(conformances, { name(ofPath: $0, in: type.path) }, in: &text)
    }
    declareMembers(type.members, in: &text)
    text.close()
  }

  /// Writes the start of a type's declaration, with its conformances.
  func openType(_ keyword: String, _ type: ResponseType, in text: inout SwiftPrinter) {
    let conformances = program.conformances[type]
    if options.conformances.isEmpty, type.directiveConformances.isEmpty {
      let inherited = conformances.isEmpty ? [known.object] : [known.object] + protocols(conformances)
      text.openType("\(access)\(keyword) \(type.name)", inherits: inherited)
      return
    }
    var inherited = [known.object]
    if !options.conformances.isEmpty {
      for name in options.conformances["*"] ?? []
      where KnownProtocol(name)?.isMet(by: type, program) ?? true {
        inherited.append(name)
      }
      inherited += options.conformances[type.path] ?? []
    }
    for name in type.directiveConformances
    where !conformances.contains(where: { $0.fragment.directiveConformances.contains(name) }) {
      inherited.append(name)
    }
    if !conformances.isEmpty { inherited += protocols(conformances) }
    text.openType("\(access)\(keyword) \(type.name)", inherits: distinct(inherited))
  }

  /// The protocols of an inheritance clause, each of them once. Those that the type has anyway, those of the configuration and those of `@apus` may
  /// name the same.
  func distinct(_ protocols: [String]) -> [String] {
    SwiftNames.distinct(protocols, qualifiers: ["Swift", "Apus"] + options.namespaces)
  }

  /// Whether a property is the object's `__typename`, whatever its alias.
  func isTypename(_ property: Property) -> Bool { property.field.definition == schema.typenameField }

  /// Whether a property is a `__typename` with only one possible value. It becomes `var __typename: String { "Album" }` and is not stored.
  func isConstant(_ property: Property, in type: ResponseType) -> Bool {
    isTypename(property) && !property.field.isConditional && property.field.directive?.type == nil
      && type.objectType != nil
  }

  /// The properties that the initializer sets, in the order of its parameters.
  func initializedProperties(of type: ResponseType) -> [Property] {
    if !type.properties.contains(where: isTypename) { return type.properties }
    return type.properties.filter { !isTypename($0) }
      + type.properties.filter { isTypename($0) && !isConstant($0, in: type) }
  }

  private func declareStored(
    _ property: Property, _ type: ResponseType, _ conformances: [Conformance], _ introducer: String,
    in text: inout SwiftPrinter
  ) {
    let known = propertyTexts.text(of: property, in: type, self)
    let isHidden = emitsInitializers && isDeprecated(property)
    if !isHidden { text.documentation(documentation(of: property, conformances)) }
    text.begin()
    text.add(isHidden ? (isMutable(type) ? "private var " : "private let ") : introducer)
    text.add(known.storedName)
    text.add(": ")
    text.add(self.type(of: property))
    text.end()
  }

  /// Declares a deprecated property whose value is stored under another name, because assigning it in the generated initializer would cause a
  /// warning.
  private func declareHiding(
    _ property: Property, _ type: ResponseType, _ conformances: [Conformance], in text: inout SwiftPrinter
  ) {
    let head = "\(access)var \(SwiftNames.escape(property.swiftName))"
    let stored = storedName(property)
    text.separate()
    text.documentation(documentation(of: property, conformances))
    guard isMutable(type) else {
      text.property(head, Code(self.type(of: property)), body: stored)
      return
    }
    text.openProperty(head, Code(self.type(of: property)))
    text.line("get { \(stored) }")
    text.line("set { \(stored) = newValue }")
    text.close()
  }

  /// The name of the stored property, in back-ticks if necessary.
  func storedName(_ property: Property) -> String {
    emitsInitializers && isDeprecated(property)
      ? "_" + property.swiftName : SwiftNames.escape(property.swiftName)
  }

  private func declareInitializer(_ type: ResponseType, in text: inout SwiftPrinter) {
    var parameters: [Code] = []
    var last: [Code] = []
    let properties = initializedProperties(of: type)
    for property in properties {
      let typeText = self.type(of: property)
      let value = typeText.hasSuffix("?") ? " = nil" : ""
      let parameter = Code("\(SwiftNames.parameter(property.swiftName)): \(typeText)\(value)")
      if isTypename(property) { last.append(parameter) } else { parameters.append(parameter) }
    }
    for fragment in type.fragmentProperties {
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
    for fragment in type.fragmentProperties {
      text.assignment(
        "self.\(SwiftNames.escape(fragment.swiftName))", SwiftNames.local(fragment.swiftName))
    }
    text.close()
  }

  // MARK: - Reading

  private func readStructure(_ type: ResponseType, _ texts: [PropertyCode], in text: inout SwiftPrinter) {
    var arguments: [Code] = []
    var last: [Code] = []
    arguments.reserveCapacity(texts.count)
    openReading(in: &text)
    var isPromised = false
    let properties = type.properties
    for index in properties.indices where !properties[index].isOrdinary {
      if properties[index].field.nulls.has(.isPromised) { isPromised = true }
    }
    if isPromised { text.line("r.throwFieldErrors()") }
    for index in texts.indices {
      let property = texts[index]
      guard isTypename(properties[index]) else {
        arguments.append(property.argument)
        continue
      }
      let isConstant = isConstant(properties[index], in: type)
      // The document that is sent selects `__typename` first, so read it first, although the type declares it last.
      let isFirst = index == 0 && (isConstant || texts.count > 1)
      let isAlias = isConstant && properties[index].field.key != Keyword.typename
      if isAlias || isFirst && !properties[index].field.isConditional {
        if isAlias {
          text.line(
            .call(
              "try r.typename",
              [
                Code(literal(tree.names.string(properties[index].field.key))),
                Code("is: " + literal(schema.name(type.objectType))),
              ]))
          continue
        }
        readTypename(property, isConstant, in: &text)
        if isConstant { continue }
        let name = SwiftNames.local(property.swiftName)
        last.append(Code("\(SwiftNames.label(property.swiftName)): \(name)"))
      } else if !isConstant {
        last.append(property.argument)
      }
    }
    for fragment in type.fragmentProperties {
      var argument = Code(SwiftNames.label(fragment.swiftName) + ": ")
      argument.add(reading(of: fragment, in: type))
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

  /// The number of properties above which `init(_reading:)` assigns each instead of calling an initializer. Swift type-checks a call in quadratic
  /// time, and assignments in linear time; below this number, the call compiles faster.
  private static let longCall = 200

  /// Generates an assignment to each property: `self.title = try r.string("title")`.
  private func assign(_ arguments: [Code], _ type: ResponseType, in text: inout SwiftPrinter) {
    let properties = initializedProperties(of: type)
    let targets =
      properties.filter { !isTypename($0) }.map(storedName)
      + type.fragmentProperties.map { SwiftNames.escape($0.swiftName) }
      + properties.filter(isTypename).map(storedName)
    for (target, argument) in zip(targets, arguments) {
      text.line(argument.assigned(to: "self.\(target) = try "))
    }
  }

  /// Whether code that uses a type's stored properties causes deprecation warnings, because some of them are deprecated.
  private func usesDeprecated(_ type: ResponseType) -> Bool {
    if emitsInitializers { return false }
    let properties = type.properties
    for index in properties.indices where isDeprecated(properties[index]) { return true }
    return false
  }

  /// Generates `let __typename = try r.string("__typename")`, or `_ = …` if the property is a constant.
  private func readTypename(_ property: PropertyCode, _ isConstant: Bool, in text: inout SwiftPrinter) {
    let name = isConstant ? "_" : "let " + SwiftNames.local(property.swiftName)
    text.assignment(name, "try " + property.readingText)
  }

  /// Generates `init(_reading r: inout GraphQLReader) throws {`.
  func openReading(in text: inout SwiftPrinter) {
    references.noteSignatureWithRuntime()
    text.begin()
    text.add(access)
    text.add("init(")
    text.add(known.readingParameter)
    text.add(") throws {")
    text.end()
    text.indent()
  }

  // MARK: - Writing

  private func writeStructure(_ type: ResponseType, _ texts: [PropertyCode], in text: inout SwiftPrinter) {
    openWriting(usesDeprecated: usesDeprecated(type), in: &text)
    for index in texts.indices {
      let property = texts[index]
      if let condition = property.writingCondition {
        text.open("if " + condition)
        text.line(property.writing)
        text.close()
      } else {
        text.line(property.writing)
      }
    }
    for marker in type.shape?.markers ?? [] {
      let key = literal(program.markers.type(marker))
      text.line(.call("w.string", [Code(key), Code(typenameValue(type))]))
    }
    for fragment in type.fragmentProperties { write(fragment, in: &text) }
    text.close()
  }

  /// Generates `func _write(to w: inout GraphQLWriter) {`.
  ///
  /// - Parameter usesDeprecated: whether the body uses deprecated properties. Then the function is deprecated, too, which avoids warnings in it.
  func openWriting(usesDeprecated: Bool = false, in text: inout SwiftPrinter) {
    references.noteSignatureWithRuntime()
    if usesDeprecated { text.line("@available(*, deprecated)") }
    text.begin()
    text.add(access)
    text.add("func _write(")
    text.add(known.writingParameter)
    text.add(") {")
    text.end()
    text.indent()
  }

  /// The value that `_write(to:)` writes for a marker such as `__isPet`: the name of the object's type.
  ///
  /// This is the value of `__typename` if every response has it. Otherwise, the selection sets name a single object type.
  private func typenameValue(_ type: ResponseType) -> String {
    let property = type.properties.first {
      $0.field.key == program.markers.typename && isTypename($0) && !$0.field.isConditional
    }
    if let property {
      return SwiftNames.escape(property.swiftName)
    }
    return literal(schema.name(type.objectType))
  }

  /// Whether a property is called like the parameter of `_write(to:)` or like `self`, so that it has to be written as `self.w` there.
  static func isHidden(_ name: String) -> Bool { name == "w" || name == "self" }
}
