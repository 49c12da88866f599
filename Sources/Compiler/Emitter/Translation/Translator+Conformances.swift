import ApusShapes
import ApusSwiftModel
import ApusSchema
import ApusSyntax

/// Conformances of types to fragments' protocols, and the members that they require.
extension Translator {
  /// The names of the protocols in a type's inheritance clause, without those that others of them inherit.
  func protocols(_ conformances: [Conformance]) -> [String] {
    // A type that conforms to a protocol also conforms to its parents, so these are in the list.
    var seen: Set<ObjectIdentifier> = []
    for conformance in conformances {
      for parent in conformance.fragment.parents { seen.insert(ObjectIdentifier(parent)) }
    }
    return conformances.filter { seen.insert(ObjectIdentifier($0.fragment)).inserted }
      .map { global($0.fragment.name) }
  }

  /// Declares the getters with which a program switches over the cases of fragments: `var animalNameCase: AnimalNameFragmentCase<…>`.
  ///
  /// - Parameter name: returns a path as it has to be written within the type.
  func declareChoices(
    _ conformances: [Conformance], _ name: (_ path: String) -> String, in text: inout SwiftPrinter
  ) {
    for conformance in conformances {
      guard let choice = conformance.fragment.choice else { continue }
      let head = "\(access)var \(choice.getterName)"
      let types =
        conformance.family.map { Code(name($0)) }
        ?? .generic(global(choice.familyName), conformance.types.map { Code(name($0)) })
      let type = Code.generic(global(choice.enumName), [types])
      text.separate()
      if let only = conformance.cases.first, only.outer.isEmpty {
        text.property(head, type, body: value(only, "self"))
        continue
      }
      text.openProperty(head, type)
      text.line("switch self {")
      for item in conformance.cases {
        // `.cat(.person(let value))`: a case of a union may contain another enum.
        let payload = item.inner == nil ? nil : "let value"
        let pattern = item.outer.reversed().reduce(payload) { inner, name in
          ".\(SwiftNames.escape(name))" + (inner.map { "(\($0))" } ?? "")
        }
        text.switchCase("case \(pattern ?? "_"):", Code(value(item, "value")))
      }
      text.line("}")
      text.close()
    }
  }

  /// Declares the aliases of an enum that several payloads use in these getters: `typealias ResultRowFragmentShared = ResultRowFragmentFamily<Album,
  /// Artist>`.
  func declareFamilies(of type: ResponseType, in text: inout SwiftPrinter) {
    for family in type.families {
      text.separate()
      let types = family.types.map { Code(name(ofPath: $0, in: type.path)) }
      var alias = Code("\(access)typealias \(family.name) = ")
      alias.add(.generic(global(family.familyName), types))
      text.line(alias)
    }
  }

  private func value(_ item: Conformance.Case, _ payload: String) -> String {
    guard let inner = item.inner else { return ".other" }
    let wrapped = item.union.map { ".\(SwiftNames.escape($0))(\(payload))" } ?? payload
    return ".\(SwiftNames.escape(inner))(\(wrapped))"
  }

  // MARK: - From any conforming type

  /// For a fragment's own type, declares the conversion from any type that conforms to the fragment's protocol: `init(_ other: some
  /// AlbumCardFragment)`.
  func convert(_ type: ResponseType, in text: inout SwiftPrinter) {
    guard let fragment = program.protocol(of: type), fragment.data === type,
      conforms(type, to: fragment)
    else { return }
    guard let choice = fragment.choice else {
      copy(type, from: fragment, in: &text)
      return
    }
    guard let rest = type.cases.last, isConvertible(type, fragment) else { return }
    openConversion(fragment, in: &text)
    text.line("switch other.\(choice.getterName) {")
    for value in choice.cases {
      text.switchCase(
        "case .\(SwiftNames.escape(value.swiftName))(let value):",
        Code("self = .\(SwiftNames.escape(value.own.swiftName))(\(value.own.typeName)(value))"))
    }
    if !choice.hasRest {
      text.switchCase(
        "case .other:",
        Code("self = .\(SwiftNames.escape(rest.swiftName))(\(rest.typeName)(other))"))
    }
    text.line("}")
    text.close()
  }

  /// Declares the conversion for the payload of the last case, "everything else", if that has only what all cases share. It accepts any type that
  /// conforms to the whole fragment's protocol.
  ///
  /// It is left out if the payload has a protocol that the fragment's inherits: the conversion from that one, which ``convert(_:in:)`` declares,
  /// accepts the same types.
  func convertRest(_ type: ResponseType, of parent: ResponseType, in text: inout SwiftPrinter) {
    guard let fragment = program.protocol(of: parent), let choice = fragment.choice, !choice.hasRest,
      fragment.data === parent, type === parent.cases.last?.payload, !isMadeByItsProtocol(type, fragment),
      conforms(parent, to: fragment)
    else { return }
    copy(type, from: fragment, in: &text)
  }

  /// Whether the fragment's protocol is or inherits the payload's, so that the payload's own conversion accepts all types that conform to the
  /// fragment.
  private func isMadeByItsProtocol(_ payload: ResponseType, _ fragment: FragmentProtocol) -> Bool {
    program.protocol(of: payload).map(fragment.inherits) ?? false
  }

  /// Whether a type conforms to a fragment's protocol. If not even the fragment's own type does, no type does.
  private func conforms(_ type: ResponseType, to fragment: FragmentProtocol) -> Bool {
    program.conformances[type].contains { $0.fragment === fragment }
  }

  /// Whether the payload of "everything else" has a conversion from any type that conforms to the enum's protocol.
  private func isMadeFromOther(_ payload: ResponseType, _ fragment: FragmentProtocol) -> Bool {
    isMadeByItsProtocol(payload, fragment)
      || fragment.data.members.contains {
        if case .type(let inner) = $0 { inner === payload } else { false }
      }
  }

  /// Whether a fragment's own type has `init(_ other:)`.
  private func isConvertible(_ type: ResponseType, _ fragment: FragmentProtocol) -> Bool {
    guard program.protocol(of: type) === fragment, fragment.data === type, conforms(type, to: fragment)
    else { return false }
    guard let choice = fragment.choice, !choice.hasRest else { return true }
    return type.cases.last.map { isMadeFromOther($0.payload, fragment) } ?? false
  }

  /// Whether a fragment's own type has a conversion that accepts all these types.
  func canMake(_ fragment: NodeID, of types: [ResponseType]) -> Bool {
    guard let definition = fragments[fragment], let own = definition.ownProtocol else { return false }
    return isConvertible(definition.data.type, own) && types.allSatisfy { conforms($0, to: own) }
  }

  private func openConversion(_ fragment: FragmentProtocol, in text: inout SwiftPrinter) {
    text.separate()
    text.list("\(access)init(", [Code("_ other: some \(global(fragment.name))")], ") {")
    text.indent()
  }

  private func copy(_ type: ResponseType, from fragment: FragmentProtocol, in text: inout SwiftPrinter) {
    openConversion(fragment, in: &text)
    var last: [Code] = []
    var arguments: [Code] = []
    for property in initializedProperties(of: type) {
      let name = SwiftNames.escape(fragment.getterName(property.field.key) ?? property.swiftName)
      let label = SwiftNames.label(property.swiftName)
      guard let object = property.object else {
        let argument = Code("\(label): other.\(name)")
        if isTypename(property) { last.append(argument) } else { arguments.append(argument) }
        continue
      }
      let isNested = type.members.contains { $0.name == property.typeName }
      let made = isNested ? property.typeName ?? "" : global(object.path)
      let field = property.field
      var argument = Code("\(label): ")
      argument.add(map("other.\(name)", field, field.isConditional) { .call(made, [Code($0)]) })
      arguments.append(argument)
    }
    for fragment in type.fragmentProperties {
      let name = SwiftNames.escape(fragment.swiftName)
      arguments.append(Code("\(SwiftNames.label(fragment.swiftName)): other.\(name)"))
    }
    arguments += last
    text.list("self.init(", arguments, ")", isCall: true)
    text.close()
  }

  /// Converts a field's value within its `Result`, lists and optionals.
  ///
  /// - Parameter isOptional: whether the value is optional because the field is conditional.
  func map(
    _ value: String, _ field: Field, _ isOptional: Bool, _ convert: (_ value: String) -> Code
  ) -> Code {
    guard field.nulls.isResult else { return map(value, field.type, isOptional, convert) }
    if isOptional { return .closure(Code(value + ".map"), map("$0", field, false, convert)) }
    return .closure(Code(value + ".map"), map("$0", field.type, false, convert))
  }

  /// Converts a value within the lists and optionals of its type: `value.owner.map { .cat($0) }`.
  func map(
    _ value: String, _ type: TypeReference, _ isOptional: Bool, _ convert: (_ value: String) -> Code
  ) -> Code {
    if isOptional || !type.isNonNull {
      return .closure(Code(value + ".map"), map("$0", type.nonNull, false, convert))
    }
    if type.isList { return .closure(Code(value + ".map"), map("$0", type.element, false, convert)) }
    return convert(value)
  }
}
