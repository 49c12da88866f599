import ApusIR
import ApusSchema
import ApusSyntax

/// Object selections without narrowing conditions: structs.
extension Translator {
  /// A type declared in the output, or another name for one.
  ///
  /// - Parameter additional: members of a struct beside those that its shape gives it.
  func translate(_ member: Member, additional: [Declaration] = []) -> Declaration {
    switch member {
    case .alias(let name, let target): .alias(name: name, target: global(target.path))
    case .type(let type):
      if case .enumeration = type.shape.form { enumeration(type) } else { structure(type, additional) }
    }
  }

  private func structure(_ type: PlacedType, _ additional: [Declaration]) -> Declaration {
    var declaration = TypeDeclaration(keyword: .struct, name: type.name)
    declaration.inherited = [runtime("GraphQLObject")] + conformances(of: type)
    let properties = storedProperties(of: type)
    for property in properties {
      let documentation = documentation(of: property.property, type.conformances)
      addStored(property, documentation, to: &declaration.members)
    }
    for fragment in type.conditionalFragments {
      declaration.members.append(
        .property(
          PropertyDeclaration(
            introducer: options.hasMutableProperties ? "var" : "let",
            name: SwiftNames.escape(fragment.swiftName),
            type: global(fragment.typeName) + "?")))
    }
    for fragment in type.impliedFragments {
      let fragmentType = global(fragment.typeName)
      declaration.members.append(
        .property(
          PropertyDeclaration(
            introducer: "var", name: SwiftNames.escape(fragment.swiftName), type: fragmentType + "?",
            getter: [.line("\(fragmentType)(self)")])))
    }
    if options.emitsInitializers {
      declaration.members.append(.function(memberwiseInitializer(type, properties)))
    }
    declaration.members += conversion(type)
    declaration.members += additional
    declaration.members.append(.function(readingInitializer(type, properties)))
    declaration.members.append(.function(writeFunction(type, properties)))
    if !type.conformances.isEmpty {
      declaration.members += choiceGetters(type.conformances) { name(ofPath: $0, in: type.path) }
    }
    for member in type.members { declaration.members.append(translate(member)) }
    return .type(declaration)
  }

  // MARK: - Properties

  /// The name of the stored property: a deprecated one is stored under another name, so that the type itself can use it
  /// without a warning.
  func storedName(_ property: Property) -> String {
    isDeprecated(property.field) ? "_" + property.swiftName : SwiftNames.escape(property.swiftName)
  }

  /// What the members of a struct say of one property, made once for all of them.
  private struct StoredProperty {
    var property: Property
    /// The name, escaped.
    var name: String
    /// The name under which the value is stored, escaped.
    var storedName: String
    /// The response key as a literal.
    var key: String
    var typeText: String
    /// Nil for an object.
    var leaf: LeafType?

    var type: TypeReference { property.field.type }
    var isConditional: Bool { property.field.isConditional }
  }

  private func storedProperties(of type: PlacedType) -> [StoredProperty] {
    var result: [StoredProperty] = []
    result.reserveCapacity(type.properties.count)
    for property in type.properties {
      let name = SwiftNames.escape(property.swiftName)
      let leaf = property.typeName == nil ? program.leafType(of: property.field) : nil
      result.append(
        StoredProperty(
          property: property, name: name,
          storedName: isDeprecated(property.field) ? "_" + property.swiftName : name,
          key: literal(tree.names.string(property.field.key)), typeText: self.type(of: property), leaf: leaf))
    }
    return result
  }

  private func addStored(
    _ property: StoredProperty, _ documentation: Documentation, to members: inout [Declaration]
  ) {
    let introducer = options.hasMutableProperties ? "var" : "let"
    guard documentation.deprecation != nil else {
      members.append(
        .property(
          PropertyDeclaration(
            documentation: documentation, introducer: introducer, name: property.name, type: property.typeText
          )))
      return
    }
    let hidden = property.storedName
    members.append(
      .property(
        PropertyDeclaration(
          documentation: documentation, introducer: "var", name: property.name, type: property.typeText,
          getter: [.line(hidden)],
          setter: options.hasMutableProperties ? [.line("\(hidden) = newValue")] : nil)))
    members.append(
      .property(
        PropertyDeclaration(introducer: introducer, name: hidden, type: property.typeText, isPrivate: true)))
  }

  // MARK: - Initializers

  private func memberwiseInitializer(
    _ type: PlacedType, _ properties: [StoredProperty]
  ) -> FunctionDeclaration {
    var parameters: [String] = []
    var body: [Statement] = []
    for property in properties {
      var parameter = SwiftNames.parameter(property.property.swiftName)
      parameter += ": "
      parameter += property.typeText
      if property.typeText.hasSuffix("?") { parameter += " = nil" }
      parameters.append(parameter)
      var line = "self."
      line += property.storedName
      line += " = "
      line += SwiftNames.local(property.property.swiftName)
      body.append(.line(line))
    }
    for fragment in type.conditionalFragments {
      let name = SwiftNames.parameter(fragment.swiftName)
      parameters.append("\(name): \(global(fragment.typeName))? = nil")
      body.append(
        .line("self.\(SwiftNames.escape(fragment.swiftName)) = \(SwiftNames.local(fragment.swiftName))"))
    }
    return FunctionDeclaration(introducer: "init", parameters: parameters, body: body)
  }

  private func readingInitializer(
    _ type: PlacedType, _ properties: [StoredProperty]
  ) -> FunctionDeclaration {
    var body: [Statement] = []
    for property in properties {
      let call = readCall(property.leaf, property.type).reading(property.key)
      var line = prefix(property.property.swiftName, hiddenBy: "reader")
      line += property.storedName
      line += " = try "
      if property.isConditional {
        line += "reader.has(\(property.key)) ? \(call) : nil"
      } else {
        line += call
      }
      body.append(.line(line))
    }
    for fragment in type.conditionalFragments {
      let name = prefix(fragment.swiftName, hiddenBy: "reader") + SwiftNames.escape(fragment.swiftName)
      let marker = literal(Markers.fragmentKey(fragment.name))
      body.append(
        .line("\(name) = try reader.has(\(marker)) ? \(global(fragment.typeName))(reading: &reader) : nil"))
    }
    return FunctionDeclaration(
      introducer: "init", parameters: ["reading reader: inout \(runtime("ObjectReader"))"], isThrowing: true,
      body: body)
  }

  // MARK: - Writing

  private func writeFunction(_ type: PlacedType, _ properties: [StoredProperty]) -> FunctionDeclaration {
    var body: [Statement] = []
    for property in properties {
      let value = prefix(property.property.swiftName, hiddenBy: "writer") + property.storedName
      let call = writeCall(property.leaf, property.type, isUnwrapped: property.isConditional)
      if property.isConditional {
        body.append(
          .block(head: "if let value = \(value)", body: [.line(call.writing(property.key, "value"))]))
      } else {
        body.append(.line(call.writing(property.key, value)))
      }
    }
    for marker in type.shape.markers {
      body.append(
        .line("try writer.string(\(literal(Markers.typeKey(schema.name(marker)))), \(typenameValue(type)))"))
    }
    for fragment in type.conditionalFragments {
      let name = prefix(fragment.swiftName, hiddenBy: "writer") + SwiftNames.escape(fragment.swiftName)
      body.append(
        .block(
          head: "if let value = \(name)",
          body: [
            .line(
              "try writer.string(\(literal(Markers.fragmentKey(fragment.name))), \(typenameValue(type)))"),
            .line("try writer.merge(value)"),
          ]))
    }
    return FunctionDeclaration(
      introducer: "func write", parameters: ["to writer: inout \(runtime("ObjectWriter"))"], isThrowing: true,
      body: body)
  }

  /// What markers hold: the object's type.
  private func typenameValue(_ type: PlacedType) -> String {
    if let property = type.properties.first(where: { $0.field.key == Keyword.typename }) {
      return SwiftNames.escape(property.swiftName)
    }
    return literal(schema.name(type.shape.objectType))
  }
  // MARK: - Parts

  /// What stands before a property's name where a parameter, or `self`, is called the same.
  private func prefix(_ name: String, hiddenBy parameter: String) -> String {
    name == parameter || name == "self" ? "self." : ""
  }
}
