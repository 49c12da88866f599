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
    for property in type.properties { declaration.members += stored(property, type.conformances) }
    for fragment in type.conditionalFragments {
      declaration.members.append(
        .property(
          PropertyDeclaration(
            introducer: options.hasMutableProperties ? "var" : "let",
            name: SwiftNames.escape(fragment.swiftName),
            type: global(fragment.typeName) + "?")))
    }
    if options.emitsInitializers { declaration.members.append(.function(memberwiseInitializer(type))) }
    declaration.members += conversion(type) + additional
    declaration.members.append(.function(readingInitializer(type)))
    declaration.members.append(.function(writeFunction(type)))
    declaration.members += choiceGetters(type.conformances, in: type)
    declaration.members += type.members.map { translate($0) }
    return .type(declaration)
  }

  // MARK: - Properties

  /// The name of the stored property: a deprecated one is stored under another name, so that the type itself can use it
  /// without a warning.
  func storedName(_ property: Property) -> String {
    isDeprecated(property.field) ? "_" + property.swiftName : SwiftNames.escape(property.swiftName)
  }

  private func stored(_ property: Property, _ conformances: [Conformance]) -> [Declaration] {
    let introducer = options.hasMutableProperties ? "var" : "let"
    let documentation = documentation(of: property, conformances)
    let type = type(of: property)
    let name = SwiftNames.escape(property.swiftName)
    guard documentation.deprecation != nil else {
      return [
        .property(
          PropertyDeclaration(documentation: documentation, introducer: introducer, name: name, type: type))
      ]
    }
    let hidden = storedName(property)
    return [
      .property(
        PropertyDeclaration(
          documentation: documentation, introducer: "var", name: name, type: type, getter: [.line(hidden)],
          setter: options.hasMutableProperties ? [.line("\(hidden) = newValue")] : nil)),
      .property(PropertyDeclaration(introducer: introducer, name: hidden, type: type, isPrivate: true)),
    ]
  }

  // MARK: - Initializers

  private func memberwiseInitializer(_ type: PlacedType) -> FunctionDeclaration {
    var parameters: [String] = []
    var body: [Statement] = []
    for property in type.properties {
      let name = SwiftNames.parameter(property.swiftName)
      let typeText = self.type(of: property)
      parameters.append("\(name): \(typeText)" + (typeText.hasSuffix("?") ? " = nil" : ""))
      body.append(.line("self.\(storedName(property)) = \(SwiftNames.local(property.swiftName))"))
    }
    for fragment in type.conditionalFragments {
      let name = SwiftNames.parameter(fragment.swiftName)
      parameters.append("\(name): \(global(fragment.typeName))? = nil")
      body.append(
        .line("self.\(SwiftNames.escape(fragment.swiftName)) = \(SwiftNames.local(fragment.swiftName))"))
    }
    return FunctionDeclaration(introducer: "init", parameters: parameters, body: body)
  }

  private func readingInitializer(_ type: PlacedType) -> FunctionDeclaration {
    var body: [Statement] = []
    for property in type.properties {
      let call = readCall(leaf(property), property.field.type).reading(key(property))
      let target = prefix(property.swiftName, hiddenBy: "reader") + storedName(property)
      if property.field.isConditional {
        body.append(.line("\(target) = try reader.has(\(key(property))) ? \(call) : nil"))
      } else {
        body.append(.line("\(target) = try \(call)"))
      }
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

  private func writeFunction(_ type: PlacedType) -> FunctionDeclaration {
    var body: [Statement] = []
    for property in type.properties {
      let value = prefix(property.swiftName, hiddenBy: "writer") + storedName(property)
      let leaf = leaf(property)
      if property.field.isConditional {
        let call = writeCall(leaf, property.field.type, isUnwrapped: true)
        body.append(
          .block(head: "if let value = \(value)", body: [.line(call.writing(key(property), "value"))]))
      } else {
        body.append(.line(writeCall(leaf, property.field.type).writing(key(property), value)))
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

  func key(_ property: Property) -> String { literal(tree.names.string(property.field.key)) }

  /// How a property's leaf type is read; nil for an object.
  func leaf(_ property: Property) -> LeafType? {
    property.typeName == nil ? program.leafTypes[property.field.type.named] : nil
  }
}
