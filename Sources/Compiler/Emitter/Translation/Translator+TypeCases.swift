import ApusSwiftModel
import ApusSchema
import ApusSyntax

/// Generates response types with narrowing type conditions as enums with a case for each group of object types.
extension Translator {
  func declareEnumeration(_ type: ResponseType, in text: inout SwiftPrinter) {
    openType("enum", type, in: &text)
    for value in type.cases { declareCase(value.swiftName, value.typeName, in: &text) }
    declareFamilies(of: type, in: &text)
    declareMembers(type.members, in: &text)
    let answered = answeredByFragments(type)
    for union in type.declaredUnions where !answered.contains(ObjectIdentifier(union)) {
      declare(union, in: &text)
    }
    text.close()
  }

  /// Declares the computed properties of an enum: those that its cases share, accessors such as `asPet`, and the getters for fragments' cases.
  func declareAccessors(_ type: ResponseType, in text: inout SwiftPrinter) {
    let conformances = program.conformances[type]
    for property in type.properties { declareShared(property, type.cases, conformances, in: &text) }
    for fragment in type.fragmentProperties { declareShared(fragment, type.cases, in: &text) }
    for accessor in type.accessors {
      if case .union(let union) = accessor.result,
        let same = fragmentAccessor(for: union, accessor.cases, type)
      {
        var accessor = accessor
        accessor.result = same.result
        declare(accessor, type, in: &text)
      } else if canMake(accessor, type) {
        declare(accessor, type, in: &text)
      }
    }
    if !conformances.isEmpty {
      declareChoices(conformances, { name(ofPath: $0, in: type.path) }, in: &text)
    }
  }

  /// Whether an accessor can be declared. If its value is a fragment, it must be possible to convert the cases' payloads to the fragment's own type.
  private func canMake(_ accessor: CaseAccessor, _ type: ResponseType) -> Bool {
    guard case .fragment(let fragment, _) = accessor.result else { return true }
    let made = type.cases.filter {
      accessor.cases.contains($0.swiftName) && accessor.properties[$0.swiftName] == nil
    }
    return made.isEmpty || canMake(fragment, of: made.map(\.payload))
  }

  /// The accessor for a fragment that contains everything that the union's cases share, at every depth. In `... on Book { ...BookRow }`, `asBook`
  /// then returns `BookRowData`, and the union is not declared.
  private func fragmentAccessor(
    for union: ResponseType, _ cases: [String], _ type: ResponseType
  ) -> CaseAccessor? {
    return type.accessors.first { accessor in
      guard accessor.cases == cases, accessor.properties.isEmpty,
        case .fragment(let fragment, _) = accessor.result,
        let data = fragments[fragment]?.data.type
      else { return false }
      return isSame(union, data) && canMake(accessor, type)
    }
  }

  /// Whether a type has all properties of a union, and no others for fields.
  private func isSame(_ union: ResponseType, _ type: ResponseType) -> Bool {
    union.properties.count == type.properties.count
      && union.fragmentProperties.allSatisfy { type.property(like: $0) != nil }
      && union.properties.allSatisfy { shared in
        type.property(shared.field.key).map { $0.object === shared.object } ?? false
      }
  }

  /// The unions that are not declared, because their accessors return a fragment's own type instead.
  private func answeredByFragments(_ type: ResponseType) -> Set<ObjectIdentifier> {
    var result: Set<ObjectIdentifier> = []
    for accessor in type.accessors {
      guard case .union(let union) = accessor.result else { continue }
      if fragmentAccessor(for: union, accessor.cases, type) != nil { result.insert(ObjectIdentifier(union)) }
    }
    return result
  }

  /// Declares an accessor such as `asPet`, whose value is nil if the type condition does not apply.
  private func declare(_ accessor: CaseAccessor, _ type: ResponseType, in text: inout SwiftPrinter) {
    text.separate()
    let head = "\(access)var \(SwiftNames.escape(accessor.swiftName))"
    let named: String
    switch accessor.result {
    case .payload(let name): named = name
    case .union(let union): named = union.name
    case .fragment(_, let typeName):
      named =
        accessor.properties.values.first { $0.isDeferred }.map {
          "\(ofRuntime(known.deferred))<\(global($0.typeName))>"
        }
        ?? global(typeName)
    }
    let isComplete =
      accessor.cases.count == type.cases.count && !accessor.properties.values.contains(where: \.isOptional)
    let result = Code(isComplete ? named : named + "?")
    if let only = accessor.cases.first, accessor.cases.count == 1, type.cases.count > 1 {
      let name = SwiftNames.escape(only)
      let body = "if case .\(name)(let value) = self { \(value(of: accessor, only, named)) } else { nil }"
      guard isMutable(type), case .payload = accessor.result else {
        text.property(head, result, body: body)
        return
      }
      text.documentation("Setting nil changes nothing.")
      text.openProperty(head, result)
      text.line("get { \(body) }")
      text.line("set { if let newValue { self = .\(name)(newValue) } }")
      text.close()
      return
    }
    text.openProperty(head, result)
    text.line("switch self {")
    for name in accessor.cases {
      text.switchCase(
        "case .\(SwiftNames.escape(name))(let value):", Code(value(of: accessor, name, named)))
    }
    if accessor.cases.count < type.cases.count { text.switchCase("default:", Code("nil")) }
    text.line("}")
    text.close()
  }

  /// The value that an accessor returns for a case whose payload is `value`.
  ///
  /// - Parameter named: the type to convert the payload to, if the accessor is for a fragment.
  private func value(of accessor: CaseAccessor, _ name: String, _ named: String) -> String {
    if let property = accessor.properties[name] { return "value.\(SwiftNames.escape(property.swiftName))" }
    return switch accessor.result {
    case .payload: "value"
    case .union(let union): ".\(SwiftNames.escape(union.caseName(for: name)))(value)"
    case .fragment: "\(named)(value)"
    }
  }

  /// Writes `case cat(Cat)`.
  func declareCase(_ name: String, _ payload: String, in text: inout SwiftPrinter) {
    text.line("case \(SwiftNames.escape(name))(\(payload))")
  }

  // MARK: - Shared fields

  /// Declares a property that all cases share: a `switch` returns the value from the current case's payload, and a setter is added if all payloads
  /// can be changed.
  private func declareShared(
    _ property: Property, _ cases: [TypeCase], _ conformances: [Conformance],
    in text: inout SwiftPrinter
  ) {
    text.separate()
    text.documentation(documentation(of: property, conformances))
    text.openProperty("\(access)var \(SwiftNames.escape(property.swiftName))", Code(type(of: property)))
    let isSettable = isSettable(property, in: cases)
    if isSettable {
      text.open("get")
    }
    text.line("switch self {")
    for value in cases {
      let inner = value.payload.property(property.field.key) ?? property
      let member = "value.\(SwiftNames.escape(inner.swiftName))"
      var result = Code(member)
      if let union = property.object, union.isUnion {
        let injected = ".\(SwiftNames.escape(union.caseName(for: value.swiftName)))"
        result = map(member, property.field, inner.field.isConditional) { .call(injected, [Code($0)]) }
      }
      text.switchCase("case .\(SwiftNames.escape(value.swiftName))(let value):", result)
    }
    text.line("}")
    if isSettable {
      text.close()
      declareSetter(property, cases, in: &text)
    }
    text.close()
  }

  /// Declares a setter that replaces the payload by one with the new value.
  private func declareSetter(_ property: Property, _ cases: [TypeCase], in text: inout SwiftPrinter) {
    text.open("set")
    text.line("switch self {")
    for value in cases {
      let inner = value.payload.property(property.field.key) ?? property
      let name = SwiftNames.escape(value.swiftName)
      text.line("case .\(name)(var value):")
      text.indent()
      text.line("value.\(SwiftNames.escape(inner.swiftName)) = newValue")
      text.line("self = .\(name)(value)")
      text.outdent()
    }
    text.line("}")
    text.close()
  }

  /// Declares a property for a fragment that all cases share: a `switch` returns the value from the current case's payload. A payload that conforms
  /// to the fragment is converted; without the fragment, the value is nil.
  private func declareShared(
    _ fragment: FragmentProperty, _ cases: [TypeCase], in text: inout SwiftPrinter
  ) {
    text.separate()
    text.openProperty(
      "\(access)var \(SwiftNames.escape(fragment.swiftName))", Code(typeName(of: fragment)))
    text.line("switch self {")
    for value in cases {
      let name = SwiftNames.escape(value.swiftName)
      if let inner = value.payload.property(like: fragment) {
        text.switchCase(
          "case .\(name)(let value):", Code("value.\(SwiftNames.escape(inner.swiftName))"))
      } else if value.payload.shows(fragment) {
        text.switchCase(
          "case .\(name)(let value):", .call(global(fragment.typeName), [Code("value")]))
      } else {
        text.switchCase("case .\(name):", Code("nil"))
      }
    }
    text.line("}")
    text.close()
  }

  /// Declares a union: an enum with the properties that its cases share, for a value whose type differs by case.
  private func declare(_ union: ResponseType, in text: inout SwiftPrinter) {
    let conformances = program.conformances[union]
    text.separate()
    text.documentation(Documentation(lines: ["What `\(union.subject)` is in each case."]))
    text.openType(
      "\(access)enum \(union.name)",
      inherits: [known.hashable, known.sendable] + protocols(conformances))
    for value in union.cases {
      declareCase(value.swiftName, name(ofPath: value.typeName, in: union), in: &text)
    }
    for property in union.properties {
      var property = property
      if let type = property.object, !type.isUnion { property = property.with(typeName: global(type.path)) }
      declareShared(property, union.cases, conformances, in: &text)
    }
    for fragment in union.fragmentProperties { declareShared(fragment, union.cases, in: &text) }
    declareChoices(conformances, { name(ofPath: $0, in: union) }, in: &text)
    for inner in union.declaredUnions { declare(inner, in: &text) }
    text.close()
  }

  /// A path as it has to be written in a union: relative to the enclosing type, unless Swift would find the union itself or a type in it under the
  /// first name.
  private func name(ofPath path: String, in union: ResponseType) -> String {
    let result = name(ofPath: path, in: String(union.path.dropLast(union.name.utf8.count + 1)))
    let head = result.prefix { $0 != "." }
    let isHidden =
      head == union.name || union.nestedNames.contains { $0 == head }
      || program.associatedTypes(of: union).contains { $0.name == head }
    return isHidden ? global(path) : result
  }

  // MARK: - Reading and writing

  func readEnumeration(_ type: ResponseType, in text: inout SwiftPrinter) {
    openReading(in: &text)
    text.line("switch try r.typename(\(typenameKey.map(literal) ?? "")) {")
    for value in type.cases where !value.conditions.isEmpty && !value.types.isEmpty {
      readCase(value.types, value, in: &text)
    }
    if let rest = type.cases.last {
      let markers = markedCases(type)
      // Without markers, an unknown type always belongs to the last case, so `default` is enough.
      if !rest.types.isEmpty, !markers.isEmpty {
        readCase(rest.types, rest, in: &text)
      }
      if markers.isEmpty {
        text.switchCase("default:", read(rest))
      } else {
        text.line("default:")
        text.indent()
        for (value, condition) in markers {
          var head = Code("if try ")
          head.add(condition)
          text.open(head)
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

  private func readCase(_ types: [TypeID], _ value: TypeCase, in text: inout SwiftPrinter) {
    var code = Code.list("case ", types.map { Code(literal(schema.name($0))) }, ": ")
    code.add(read(value))
    text.line(code)
  }

  private func read(_ value: TypeCase) -> Code {
    Code("self = .\(SwiftNames.escape(value.swiftName))(try \(value.typeName)(_reading: &r))")
  }

  /// The cases to which objects of unknown types can belong, the most specific first, each with the condition that it applies: `r.has("__isPet")`.
  private func markedCases(_ type: ResponseType) -> [(value: TypeCase, condition: String)] {
    type.cases.filter { !$0.conditions.isEmpty && $0.acceptsUnknown }.map { value in
      let alternatives = value.markers.map { chain in
        chain.map { "r.has(\(literal(program.markers.type($0))))" }.joined(separator: " && ")
      }
      return (value, alternatives.joined(separator: " || "))
    }
  }

  func writeEnumeration(_ type: ResponseType, in text: inout SwiftPrinter) {
    openWriting(in: &text)
    text.line("switch self {")
    for value in type.cases {
      text.switchCase(
        "case .\(SwiftNames.escape(value.swiftName))(let value):", Code("w.members(of: value)"))
    }
    text.line("}")
    text.close()
  }
}
