import ApusSwiftModel
import ApusSchema
import ApusSyntax

/// Object selections with narrowing type conditions: enums with a case for each group of types.
extension Translator {
  func declareEnumeration(_ type: DeclaredType, in text: inout SwiftPrinter) {
    openType("enum", type, in: &text)
    for value in type.cases { declareCase(value.swiftName, value.typeName, in: &text) }
    declareFamilies(of: type, in: &text)
    declareMembers(type.members, in: &text)
    let answered = answeredByFragments(type)
    for union in program.conformances.unions(in: type) where !answered.contains(ObjectIdentifier(union)) {
      declare(union, in: &text)
    }
    text.close()
  }

  /// The start of an enum's extension: shared properties, accessors of cases, and fragments' choices.
  func declareAccessors(_ type: DeclaredType, in text: inout SwiftPrinter) {
    let payloads = type.cases.map { (name: $0.swiftName, object: ObjectType.declared($0.payload)) }
    let conformances = program.conformances[type]
    for property in type.properties { declareShared(property, payloads, conformances, in: &text) }
    for fragment in type.conditionalFragments { declareShared(fragment, payloads, in: &text) }
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

  /// Whether an accessor's value can be created: a fragment's, if all its cases conform to its protocol.
  private func canMake(_ accessor: CaseAccessor, _ type: DeclaredType) -> Bool {
    guard case .fragment(let fragment, _) = accessor.result else { return true }
    let made = type.cases.filter {
      accessor.cases.contains($0.swiftName) && accessor.properties[$0.swiftName] == nil
    }
    return made.isEmpty || canMake(fragment, of: made.map(\.payload))
  }

  /// An accessor whose fragment contains everything the cases share, at every depth: if the condition consists of one spread, it replaces
  /// the union.
  private func fragmentAccessor(
    for union: CaseUnion, _ cases: [String], _ type: DeclaredType
  ) -> CaseAccessor? {
    return type.accessors.first { accessor in
      guard accessor.cases == cases, accessor.properties.isEmpty,
        case .fragment(let fragment, _) = accessor.result,
        let data = program.fragments.first(where: { $0.node == fragment })?.data.type
      else { return false }
      return isSame(union, data) && canMake(accessor, type)
    }
  }

  /// Whether a type has everything that the cases share.
  private func isSame(_ union: CaseUnion, _ type: DeclaredType) -> Bool {
    union.properties.count == type.properties.count
      && union.conditionalFragments.allSatisfy { shared in
        type.conditionalFragments.contains { $0.isSame(as: shared) }
      }
      && union.properties.allSatisfy { shared in
        type.properties.contains { $0.field.key == shared.field.key && $0.object?.id == shared.object?.id }
      }
  }

  /// The unions of accessors that return a fragment instead.
  private func answeredByFragments(_ type: DeclaredType) -> Set<ObjectIdentifier> {
    var result: Set<ObjectIdentifier> = []
    for accessor in type.accessors {
      guard case .union(let union) = accessor.result else { continue }
      if fragmentAccessor(for: union, accessor.cases, type) != nil { result.insert(ObjectIdentifier(union)) }
    }
    return result
  }

  /// `asPet`: the value if a type condition applies.
  private func declare(_ accessor: CaseAccessor, _ type: DeclaredType, in text: inout SwiftPrinter) {
    text.separate()
    let head = "\(access)var \(SwiftNames.escape(accessor.swiftName))"
    let named: String
    switch accessor.result {
    case .payload(let name): named = name
    case .union(let union): named = union.name
    case .fragment(_, let typeName):
      named =
        accessor.properties.values.first { $0.isDeferred }.map {
          "\(known.deferred)<\(global($0.typeName))>"
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

  /// The expression for a case in an accessor; the case's payload is `value`.
  private func value(of accessor: CaseAccessor, _ name: String, _ named: String) -> String {
    if let property = accessor.properties[name] { return "value.\(SwiftNames.escape(property.swiftName))" }
    return switch accessor.result {
    case .payload: "value"
    case .union(let union): ".\(SwiftNames.escape(union.caseName(for: name)))(value)"
    case .fragment: "\(named)(value)"
    }
  }

  /// `case cat(Cat)`
  func declareCase(_ name: String, _ payload: String, in text: inout SwiftPrinter) {
    text.line("case \(SwiftNames.escape(name))(\(payload))")
  }

  // MARK: - Shared fields

  /// A getter that returns the property of the current case.
  private func declareShared(
    _ property: Property, _ values: [(name: String, object: ObjectType)], _ conformances: [Conformance],
    in text: inout SwiftPrinter
  ) {
    text.separate()
    text.documentation(documentation(of: property, conformances))
    text.openProperty("\(access)var \(SwiftNames.escape(property.swiftName))", Code(type(of: property)))
    let isSettable = isSettable(property, in: values.map(\.object))
    if isSettable {
      text.open("get")
    }
    text.line("switch self {")
    for (name, object) in values {
      let inner = object.properties.first { $0.field.key == property.field.key } ?? property
      let member = "value.\(SwiftNames.escape(inner.swiftName))"
      var result = Code(member)
      if case .union(let union)? = property.object {
        let injected = ".\(SwiftNames.escape(union.caseName(for: name)))"
        result = map(member, property.field, inner.field.isConditional) { .call(injected, [Code($0)]) }
      }
      text.switchCase("case .\(SwiftNames.escape(name))(let value):", result)
    }
    text.line("}")
    if isSettable {
      text.close()
      declareSetter(property, values, in: &text)
    }
    text.close()
  }

  /// A setter that sets the property of the current case.
  private func declareSetter(
    _ property: Property, _ values: [(name: String, object: ObjectType)], in text: inout SwiftPrinter
  ) {
    text.open("set")
    text.line("switch self {")
    for (name, object) in values {
      let inner = object.properties.first { $0.field.key == property.field.key } ?? property
      let name = SwiftNames.escape(name)
      text.line("case .\(name)(var value):")
      text.indent()
      text.line("value.\(SwiftNames.escape(inner.swiftName)) = newValue")
      text.line("self = .\(name)(value)")
      text.outdent()
    }
    text.line("}")
    text.close()
  }

  /// A getter for a conditional fragment that returns the property of the current case.
  private func declareShared(
    _ fragment: ConditionalFragment, _ values: [(name: String, object: ObjectType)],
    in text: inout SwiftPrinter
  ) {
    text.separate()
    text.openProperty(
      "\(access)var \(SwiftNames.escape(fragment.swiftName))", Code(typeName(of: fragment)))
    text.line("switch self {")
    for (name, object) in values {
      guard let inner = object.conditionalFragments.first(where: { $0.isSame(as: fragment) }) else {
        if object.makes(fragment) {
          text.switchCase(
            "case .\(SwiftNames.escape(name))(let value):", .call(global(fragment.typeName), [Code("value")]))
        } else {
          text.switchCase("case .\(SwiftNames.escape(name)):", Code("nil"))
        }
        continue
      }
      text.switchCase(
        "case .\(SwiftNames.escape(name))(let value):",
        Code("value.\(SwiftNames.escape(inner.swiftName))"))
    }
    text.line("}")
    text.close()
  }

  /// The type of a shared field whose type differs by case: an enum with the properties that all cases share.
  private func declare(_ union: CaseUnion, in text: inout SwiftPrinter) {
    let conformances = program.conformances[union]
    text.separate()
    text.documentation(Documentation(lines: ["What `\(union.subject)` is in each case."]))
    text.openType(
      "\(access)enum \(union.name)",
      inherits: [known.hashable, known.sendable] + protocols(conformances))
    for value in union.cases {
      declareCase(value.swiftName, name(ofPath: value.object.path, in: union), in: &text)
    }
    for property in union.properties {
      var property = property
      if case .declared(let type)? = property.object { property.typeName = global(type.path) }
      declareShared(
        property, union.cases.map { ($0.swiftName, $0.object) }, conformances, in: &text)
    }
    for fragment in union.conditionalFragments {
      declareShared(fragment, union.cases.map { ($0.swiftName, $0.object) }, in: &text)
    }
    declareChoices(conformances, { name(ofPath: $0, in: union) }, in: &text)
    for inner in program.conformances.unions(in: union) { declare(inner, in: &text) }
    text.close()
  }

  /// A path as written in a union: relative to the enclosing type, unless its first part would then be the union or a type in it.
  private func name(ofPath path: String, in union: CaseUnion) -> String {
    let result = name(ofPath: path, in: String(union.path.dropLast(union.name.utf8.count + 1)))
    let head = result.prefix { $0 != "." }
    let object = ObjectType.union(union)
    let isHidden =
      head == union.name || program.nestedNames(of: object).contains { $0 == head }
      || program.associatedTypes(of: object).contains { $0.name == head }
    return isHidden ? global(path) : result
  }

  // MARK: - Reading and writing

  func readEnumeration(_ type: DeclaredType, in text: inout SwiftPrinter) {
    openReading(in: &text)
    text.line("switch try r.typename(\(typenameKey.map(literal) ?? "")) {")
    for value in type.cases where !value.value.conditions.isEmpty && !value.value.types.isEmpty {
      readCase(value.value.types, value, in: &text)
    }
    if let rest = type.cases.last {
      let markers = markedCases(type)
      // Without markers, known and unknown types are treated alike.
      if !rest.value.types.isEmpty, !markers.isEmpty {
        readCase(rest.value.types, rest, in: &text)
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

  private func readCase(_ types: [TypeID], _ value: DeclaredCase, in text: inout SwiftPrinter) {
    var code = Code.list("case ", types.map { Code(literal(schema.name($0))) }, ": ")
    code.add(read(value))
    text.line(code)
  }

  private func read(_ value: DeclaredCase) -> Code {
    Code("self = .\(SwiftNames.escape(value.swiftName))(try \(value.typeName)(_reading: &r))")
  }

  /// Markers identify a type unknown at compile time. Returns the cases they select, the most specific first, with their conditions.
  private func markedCases(_ type: DeclaredType) -> [(value: DeclaredCase, condition: String)] {
    type.cases.filter { !$0.value.conditions.isEmpty && $0.value.acceptsUnknown }.map { value in
      let alternatives = value.value.markers.map { chain in
        chain.map { "r.has(\(literal(program.markers.type($0))))" }.joined(separator: " && ")
      }
      return (value, alternatives.joined(separator: " || "))
    }
  }

  func writeEnumeration(_ type: DeclaredType, in text: inout SwiftPrinter) {
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
