import ApusIR
import ApusSchema
import ApusSyntax

/// Object selections with narrowing conditions: enums with a case for each group of types.
extension Translator {
  func declareEnumeration(_ type: DeclaredType, in text: inout SwiftText) {
    openType("enum", type, in: &text)
    for value in type.cases { text.line("case \(SwiftNames.escape(value.swiftName))(\(value.typeName))") }
    let payloads = type.cases.map { (name: $0.swiftName, object: ObjectType.declared($0.payload)) }
    for property in type.properties { declareShared(property, payloads, type.conformances, in: &text) }
    for fragment in type.conditionalFragments { declareShared(fragment, payloads, in: &text) }
    var taken = Set(type.properties.map(\.swiftName) + type.conditionalFragments.map(\.swiftName))
    for value in type.cases where !value.value.conditions.isEmpty {
      let name = "as" + SwiftNames.capitalized(value.swiftName)
      guard taken.insert(name).inserted else { continue }
      text.separate()
      text.property(
        "\(access)var \(name)", value.typeName + "?",
        body: "if case .\(SwiftNames.escape(value.swiftName))(let value) = self { value } else { nil }")
    }
    if !type.conformances.isEmpty {
      declareChoices(type.conformances, { name(ofPath: $0, in: type.path) }, in: &text)
    }
    for union in type.unions { declare(union, in: &text) }
    declareMembers(type.members, in: &text)
    text.close()
  }

  // MARK: - Shared fields

  /// A getter that asks each case for its own.
  private func declareShared(
    _ property: Property, _ values: [(name: String, object: ObjectType)], _ conformances: [Conformance],
    in text: inout SwiftText
  ) {
    text.separate()
    text.documentation(documentation(of: property, conformances))
    text.openProperty("\(access)var \(SwiftNames.escape(property.swiftName))", type(of: property))
    text.line("switch self {")
    for (name, object) in values {
      let inner = object.properties.first { $0.field.key == property.field.key } ?? property
      var result = "value.\(SwiftNames.escape(inner.swiftName))"
      if case .union(let union)? = property.object {
        let injected = ".\(SwiftNames.escape(union.caseName(for: name)))"
        result = injection(result, property.field, injected, inner.field.isConditional)
      }
      text.switchCase("case .\(SwiftNames.escape(name))(let value):", result)
    }
    text.line("}")
    text.close()
  }

  /// A getter for a fragment under `@include` or `@skip` that asks each case for its own.
  private func declareShared(
    _ fragment: ConditionalFragment, _ values: [(name: String, object: ObjectType)],
    in text: inout SwiftText
  ) {
    text.separate()
    text.openProperty(
      "\(access)var \(SwiftNames.escape(fragment.swiftName))", global(fragment.typeName) + "?")
    text.line("switch self {")
    for (name, object) in values {
      let inner = object.conditionalFragments.first { $0.definition == fragment.definition } ?? fragment
      text.switchCase(
        "case .\(SwiftNames.escape(name))(let value):", "value.\(SwiftNames.escape(inner.swiftName))")
    }
    text.line("}")
    text.close()
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
  private func declare(_ union: SharedUnion, in text: inout SwiftText) {
    text.separate()
    text.documentation(Documentation(lines: ["What `\(union.subject)` is in each case."]))
    text.openType(
      "\(access)enum \(union.name)",
      inherits: [known.hashable, known.sendable] + protocols(union.conformances))
    for value in union.cases {
      text.line("case \(SwiftNames.escape(value.swiftName))(\(name(ofPath: value.object.path, in: union)))")
    }
    for property in union.properties {
      var property = property
      if case .declared(let type)? = property.object { property.typeName = global(type.path) }
      declareShared(
        property, union.cases.map { ($0.swiftName, $0.object) }, union.conformances, in: &text)
    }
    for fragment in union.conditionalFragments {
      declareShared(fragment, union.cases.map { ($0.swiftName, $0.object) }, in: &text)
    }
    declareChoices(union.conformances, { name(ofPath: $0, in: union) }, in: &text)
    for inner in union.unions { declare(inner, in: &text) }
    text.close()
  }

  /// A path as written in a union: from the enclosing type on, unless the union's own name would be taken for the first
  /// part.
  private func name(ofPath path: String, in union: SharedUnion) -> String {
    let result = name(ofPath: path, in: String(union.path.dropLast(union.name.utf8.count + 1)))
    return result.split(separator: ".").first.map(String.init) == union.name ? global(path) : result
  }

  // MARK: - Reading and writing

  func readEnumeration(_ type: DeclaredType, in text: inout SwiftText) {
    openReading(in: &text)
    text.line("switch try r.typename() {")
    for value in type.cases where !value.value.conditions.isEmpty && !value.value.types.isEmpty {
      text.switchCase(pattern(value.value.types), read(value))
    }
    if let rest = type.cases.last {
      let markers = markedCases(type)
      // With no marker to ask, known and unknown types go the same way.
      if !rest.value.types.isEmpty, !markers.isEmpty {
        text.switchCase(pattern(rest.value.types), read(rest))
      }
      if markers.isEmpty {
        text.switchCase("default:", read(rest))
      } else {
        text.line("default:")
        text.indent()
        for (value, condition) in markers {
          text.open("if try " + condition)
          text.line(read(value))
          text.line("return")
          text.close()
        }
        text.line(read(rest))
        text.outdent()
      }
    }
    text.line("}")
    text.close()
  }

  private func pattern(_ types: [TypeID]) -> String {
    "case " + types.map { literal(schema.name($0)) }.joined(separator: ", ") + ":"
  }

  private func read(_ value: DeclaredCase) -> String {
    "self = .\(SwiftNames.escape(value.swiftName))(try \(value.typeName)(reading: &r))"
  }

  /// A type that the schema gained later is what its markers say: cases, the most specific first, with the conditions
  /// under which they are meant.
  private func markedCases(_ type: DeclaredType) -> [(value: DeclaredCase, condition: String)] {
    guard options.sendsTypeMarkers else { return [] }
    return type.cases.filter { !$0.value.conditions.isEmpty && $0.value.acceptsUnknown }.map { value in
      let conditions = value.value.markers.map { alternatives in
        let texts = alternatives.map { chain in
          chain.map { "r.has(\(literal(Markers.typeKey(schema.name($0)))))" }.joined(separator: " && ")
        }
        return texts.count == 1 ? texts[0] : "(" + texts.joined(separator: " || ") + ")"
      }
      return (value, conditions.joined(separator: " && "))
    }
  }

  func writeEnumeration(_ type: DeclaredType, in text: inout SwiftText) {
    openWriting(in: &text)
    text.line("switch self {")
    for value in type.cases {
      text.switchCase(
        "case .\(SwiftNames.escape(value.swiftName))(let value):", "w.members(of: value)")
    }
    text.line("}")
    text.close()
  }
}
