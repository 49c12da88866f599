import ApusIR
import ApusSchema

/// Protocols that a type conforms to beside the runtime's, and what it takes.
extension Translator {
  /// What the configuration adds and the fragments that the type's selection includes.
  func conformances(of type: PlacedType) -> [String] {
    (options.conformances["*"] ?? []) + (options.conformances[type.path] ?? [])
      + type.directiveConformances + protocols(type.conformances)
  }

  /// The protocols' names, without those that others inherit.
  func protocols(_ conformances: [Conformance]) -> [String] {
    // What conforms to a protocol conforms to its parents, so these are among the conformances.
    var seen: Set<ObjectIdentifier> = []
    for conformance in conformances {
      for parent in conformance.fragment.parents { seen.insert(ObjectIdentifier(parent)) }
    }
    return conformances.filter { seen.insert(ObjectIdentifier($0.fragment)).inserted }
      .map { global($0.fragment.name) }
  }

  /// The getters by which fragments with type conditions are switched over.
  ///
  /// - Parameter name: how a path is written in the type.
  func choiceGetters(_ conformances: [Conformance], _ name: (_ path: String) -> String) -> [Declaration] {
    conformances.compactMap { conformance in
      guard let choice = conformance.fragment.choice, let witness = conformance.choice else { return nil }
      let types = witness.types.map(name).joined(separator: ", ")
      return .property(
        PropertyDeclaration(
          introducer: "var", name: choice.getterName, type: "\(global(choice.enumName))<\(types)>",
          getter: [getter(witness)]))
    }
  }

  private func getter(_ witness: ChoiceWitness) -> Statement {
    func value(_ answer: ChoiceWitness.Answer, _ payload: String) -> String {
      guard let inner = answer.inner else { return ".other" }
      let wrapped = answer.union.map { ".\(SwiftNames.escape($0))(\(payload))" } ?? payload
      return ".\(SwiftNames.escape(inner))(\(wrapped))"
    }
    if let only = witness.answers.first, only.outer.isEmpty { return .line(value(only, "self")) }
    return .choice(
      subject: "self",
      cases: witness.answers.map { answer in
        // `.cat(.person(let value))`: a union's case may hold an enumeration.
        let payload = answer.inner == nil ? nil : "let value"
        let pattern = answer.outer.reversed().reduce(payload) { inner, name in
          ".\(SwiftNames.escape(name))" + (inner.map { "(\($0))" } ?? "")
        }
        return SwitchCase(patterns: [pattern ?? "_"], body: [.line(value(answer, "value"))])
      })
  }

  // MARK: - From any conforming type

  /// `init(_ other: some AlbumCardFragment)`, for a type that is a fragment's own.
  func conversion(_ type: PlacedType) -> [Declaration] {
    guard let fragment = program.protocols[type.shape.id], fragment.data === type else { return [] }
    let parameter = "_ other: some \(global(fragment.name))"
    var body: [Statement] = []
    if let choice = fragment.choice {
      guard let rest = type.cases.last, let restParameter = restConversion(rest.payload, fragment) else {
        return []
      }
      var cases = choice.cases.map { value in
        SwitchCase(
          patterns: [".\(SwiftNames.escape(value.swiftName))(let value)"],
          body: [.line("self = .\(SwiftNames.escape(value.own.swiftName))(\(value.own.typeName)(value))")])
      }
      cases.append(
        SwitchCase(
          patterns: [".other"],
          body: [.line("self = .\(SwiftNames.escape(rest.swiftName))(\(rest.typeName)(\(restParameter)))")]))
      body = [.choice(subject: "other.\(choice.getterName)", cases: cases)]
    } else {
      body = copies(type)
    }
    return [.function(FunctionDeclaration(introducer: "init", parameters: [parameter], body: body))]
  }

  /// The initializer of an "everything else" payload, which is made of what all cases share.
  func restConversion(in type: PlacedType) -> [Declaration] {
    guard let fragment = program.protocols[type.shape.id], fragment.choice != nil, fragment.data === type,
      let rest = type.cases.last?.payload, program.protocols[rest.shape.id] == nil,
      type.members.contains(where: { if case .type(let inner) = $0 { inner === rest } else { false } })
    else { return [] }
    return [
      .function(
        FunctionDeclaration(
          introducer: "init", parameters: ["_ other: some \(global(fragment.name))"], body: copies(rest)))
    ]
  }

  /// The argument from which the rest's payload is made; nil when it cannot be.
  private func restConversion(_ payload: PlacedType, _ fragment: FragmentProtocol) -> String? {
    if let known = program.protocols[payload.shape.id] { return fragment.inherits(known) ? "other" : nil }
    return fragment.data.members.contains {
      if case .type(let inner) = $0 { inner === payload } else { false }
    }
      ? "other" : nil
  }

  private func copies(_ type: PlacedType) -> [Statement] {
    type.properties.map { property in
      let source = "other.\(SwiftNames.escape(property.swiftName))"
      guard let object = property.object else { return .line("self.\(storedName(property)) = \(source)") }
      let made = property.typeName ?? object.path
      return .line(
        "self.\(storedName(property)) = \(convert(source, property.field.type, property.field.isConditional, made))"
      )
    }
      + type.conditionalFragments.map {
        .line("self.\(SwiftNames.escape($0.swiftName)) = other.\(SwiftNames.escape($0.swiftName))")
      }
  }

  private func convert(_ value: String, _ type: TypeReference, _ isOptional: Bool, _ made: String) -> String {
    if isOptional || !type.isNonNull { return "\(value).map { \(convert("$0", type.nonNull, false, made)) }" }
    if type.isList { return "\(value).map { \(convert("$0", type.element, false, made)) }" }
    return "\(made)(\(value))"
  }
}
