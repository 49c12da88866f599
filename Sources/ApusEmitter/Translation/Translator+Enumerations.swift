import ApusIR
import ApusSchema
import ApusSyntax

/// Object selections with narrowing conditions: enums with a case for each group of types.
extension Translator {
  func enumeration(_ type: PlacedType) -> Declaration {
    var declaration = TypeDeclaration(keyword: .enum, name: type.name)
    declaration.inherited = [runtime("GraphQLObject")] + conformances(of: type)
    for value in type.cases {
      declaration.members.append(
        .enumCase(EnumCaseDeclaration(names: ["\(SwiftNames.escape(value.swiftName))(\(value.typeName))"])))
    }
    for property in type.properties { declaration.members.append(.property(shared(property, type))) }
    let payloads = type.cases.map { (name: $0.swiftName, object: ObjectType.placed($0.payload)) }
    declaration.members += type.conditionalFragments.map { .property(shared($0, payloads)) }
    var taken = Set(type.properties.map(\.swiftName) + type.conditionalFragments.map(\.swiftName))
    for value in type.cases where !value.value.conditions.isEmpty {
      let name = "as" + SwiftNames.capitalized(value.swiftName)
      guard taken.insert(name).inserted else { continue }
      declaration.members.append(.property(accessor(name, value)))
    }
    declaration.members += conversion(type)
    declaration.members.append(.function(readingInitializer(type)))
    declaration.members.append(.function(writeFunction(type)))
    declaration.members += choiceGetters(type.conformances) { name(ofPath: $0, in: type.path) }
    declaration.members += type.unions.map { sharedUnion($0) }
    for member in type.members {
      let isRest = member.type === type.cases.last?.payload
      declaration.members.append(translate(member, additional: isRest ? restConversion(in: type) : []))
    }
    return .type(declaration)
  }

  /// `var asCat: Cat?`
  private func accessor(_ name: String, _ value: PlacedCase) -> PropertyDeclaration {
    PropertyDeclaration(
      introducer: "var", name: name, type: value.typeName + "?",
      getter: [
        .line("if case .\(SwiftNames.escape(value.swiftName))(let value) = self { value } else { nil }")
      ])
  }

  // MARK: - Shared fields

  private func shared(_ property: Property, _ type: PlacedType) -> PropertyDeclaration {
    shared(property, type.cases.map { ($0.swiftName, .placed($0.payload)) }, type.conformances)
  }

  /// A getter that asks each case for its own.
  private func shared(
    _ property: Property, _ values: [(name: String, object: ObjectType)], _ conformances: [Conformance]
  ) -> PropertyDeclaration {
    let cases = values.map { name, object in
      let inner = object.properties.first { $0.field.key == property.field.key } ?? property
      var result = "value.\(SwiftNames.escape(inner.swiftName))"
      if case .union(let union)? = property.object {
        let injected = ".\(SwiftNames.escape(union.caseName(for: name)))"
        result = injection(result, property.field, injected, inner.field.isConditional)
      }
      return SwitchCase(patterns: [".\(SwiftNames.escape(name))(let value)"], body: [.line(result)])
    }
    return PropertyDeclaration(
      documentation: documentation(of: property, conformances), introducer: "var",
      name: SwiftNames.escape(property.swiftName),
      type: type(of: property), getter: [.choice(subject: "self", cases: cases)])
  }

  /// A getter for a fragment under `@include` or `@skip` that asks each case for its own.
  private func shared(
    _ fragment: ConditionalFragment, _ values: [(name: String, object: ObjectType)]
  ) -> PropertyDeclaration {
    let cases = values.map { name, object in
      let inner = object.conditionalFragments.first { $0.definition == fragment.definition } ?? fragment
      return SwitchCase(
        patterns: [".\(SwiftNames.escape(name))(let value)"],
        body: [.line("value.\(SwiftNames.escape(inner.swiftName))")])
    }
    return PropertyDeclaration(
      introducer: "var", name: SwiftNames.escape(fragment.swiftName), type: global(fragment.typeName) + "?",
      getter: [.choice(subject: "self", cases: cases)])
  }

  /// A case's value as one of the shared union: `value.owner.map { .cat($0) }`, within the lists and optionals of the type.
  private func injection(_ value: String, _ field: Field, _ name: String, _ isConditional: Bool) -> String {
    func inject(_ value: String, _ type: TypeReference, _ isOptional: Bool) -> String {
      if isOptional || !type.isNonNull { return "\(value).map { \(inject("$0", type.nonNull, false)) }" }
      if type.isList { return "\(value).map { \(inject("$0", type.element, false)) }" }
      return "\(name)(\(value))"
    }
    return inject(value, field.type, isConditional)
  }

  /// The type of a shared field whose type differs by case: it can be switched over, and has what all have.
  private func sharedUnion(_ union: SharedUnion) -> Declaration {
    var declaration = TypeDeclaration(keyword: .enum, name: union.name)
    declaration.documentation.lines = ["What `\(union.subject)` is in each case."]
    declaration.inherited = [standard("Hashable"), standard("Sendable")] + protocols(union.conformances)
    for value in union.cases {
      let name = "\(SwiftNames.escape(value.swiftName))(\(name(ofPath: value.object.path, in: union)))"
      declaration.members.append(.enumCase(EnumCaseDeclaration(names: [name])))
    }
    for property in union.properties {
      var property = property
      if case .placed(let type)? = property.object { property.typeName = global(type.path) }
      declaration.members.append(
        .property(shared(property, union.cases.map { ($0.swiftName, $0.object) }, union.conformances)))
    }
    declaration.members += union.conditionalFragments.map { fragment in
      .property(shared(fragment, union.cases.map { ($0.swiftName, $0.object) }))
    }
    declaration.members += choiceGetters(union.conformances) { name(ofPath: $0, in: union) }
    declaration.members += union.unions.map { sharedUnion($0) }
    return .type(declaration)
  }

  /// A path as written in a union: from the enclosing type on, unless the union's own name would be taken for the first
  /// part.
  private func name(ofPath path: String, in union: SharedUnion) -> String {
    let result = name(ofPath: path, in: String(union.path.dropLast(union.name.utf8.count + 1)))
    return result.split(separator: ".").first.map(String.init) == union.name ? global(path) : result
  }

  // MARK: - Reading and writing

  private func readingInitializer(_ type: PlacedType) -> FunctionDeclaration {
    var cases: [SwitchCase] = []
    for value in type.cases where !value.value.conditions.isEmpty && !value.value.types.isEmpty {
      cases.append(
        SwitchCase(
          patterns: value.value.types.map { literal(schema.name($0)) },
          body: [.line(read(value))]))
    }
    if let rest = type.cases.last {
      let known = rest.value.types.map { literal(schema.name($0)) }
      let unknown = unknownTypes(type, rest)
      // With no marker to ask, known and unknown types go the same way.
      if !known.isEmpty, unknown.count > 1 {
        cases.append(SwitchCase(patterns: known, body: [.line(read(rest))]))
      }
      cases.append(SwitchCase(patterns: [], body: unknown))
    }
    return FunctionDeclaration(
      introducer: "init", parameters: ["reading reader: inout \(runtime("ObjectReader"))"], isThrowing: true,
      body: [.choice(subject: "try reader.typename()", cases: cases)])
  }

  private func read(_ value: PlacedCase) -> String {
    "self = .\(SwiftNames.escape(value.swiftName))(try \(value.typeName)(reading: &reader))"
  }

  /// A type that the schema gained later is what its markers say, the most specific case first.
  private func unknownTypes(_ type: PlacedType, _ rest: PlacedCase) -> [Statement] {
    var statements: [Statement] = []
    if options.sendsTypeMarkers {
      for value in type.cases where !value.value.conditions.isEmpty && value.value.acceptsUnknown {
        let conditions = value.value.markers.map { alternatives in
          let texts = alternatives.map { chain in
            chain.map { "reader.has(\(literal(Markers.typeKey(schema.name($0)))))" }.joined(separator: " && ")
          }
          return texts.count == 1 ? texts[0] : "(" + texts.joined(separator: " || ") + ")"
        }
        let head = "if try " + conditions.joined(separator: " && ")
        statements.append(.block(head: head, body: [.line(read(value)), .line("return")]))
      }
    }
    statements.append(.line(read(rest)))
    return statements
  }

  private func writeFunction(_ type: PlacedType) -> FunctionDeclaration {
    let cases = type.cases.map { value in
      SwitchCase(
        patterns: [".\(SwiftNames.escape(value.swiftName))(let value)"],
        body: [.line("try value.write(to: &writer)")])
    }
    return FunctionDeclaration(
      introducer: "func write", parameters: ["to writer: inout \(runtime("ObjectWriter"))"], isThrowing: true,
      body: [.choice(subject: "self", cases: cases)])
  }
}
