import ApusIR
import ApusSchema

/// Fragments: protocols with associated types, and structs.
extension Translator {
  func translate(_ fragment: Fragment) -> [Declaration] {
    let description = SwiftLiteral.commentLines(tree.description(fragment.node) ?? "")
    guard let own = fragment.ownProtocol, own.data === fragment.data.type, own.name == fragment.protocolName
    else {
      let alias = fragment.ownProtocol.map {
        [Declaration.alias(name: fragment.protocolName, target: global($0.name))]
      }
      return (alias ?? []) + [translate(fragment.data)]
    }
    var declarations: [Declaration] = []
    for value in [own] + fragment.nestedProtocols {
      var declaration = declaration(of: value)
      if value === own { declaration.documentation.lines = description }
      declarations.append(.type(declaration))
      if let choice = value.choice { declarations.append(.type(choiceEnum(choice))) }
    }
    var data = translate(fragment.data)
    if case .type(var type) = data {
      type.documentation.lines = description
      data = .type(type)
    }
    return declarations + [data]
  }

  private func declaration(of fragment: FragmentProtocol) -> TypeDeclaration {
    var declaration = TypeDeclaration(isNonisolated: true, keyword: .protocol, name: fragment.name)
    declaration.inherited =
      fragment.parents.isEmpty ? [standard("Sendable")] : fragment.parents.map { global($0.name) }
    declaration.constraints = fragment.refinements.map { "\($0.associatedType): \(global($0.bound.name))" }
    let associated = fragment.requirements.filter { $0.associatedType != nil }
    // One associated type can be said in place: some AlbumCardFragment<ArtistNameData>.
    let associatedTypes = fragment.associatedTypes
    if associatedTypes.count == 1 { declaration.parameters = "<\(associatedTypes[0])>" }
    for requirement in associated {
      guard let name = requirement.associatedType, let bound = requirement.bound else { continue }
      declaration.members.append(.associatedType(name: name, bound: global(bound.name)))
    }
    for value in fragment.choice?.cases ?? [] {
      declaration.members.append(.associatedType(name: value.associatedType, bound: global(value.bound.name)))
    }
    for requirement in fragment.requirements {
      var property = requirement.property
      if let name = requirement.associatedType { property.typeName = name }
      var documentation = documentation(of: property.field)
      documentation.deprecation = nil
      declaration.members.append(
        .property(
          PropertyDeclaration(
            documentation: documentation, introducer: "var", name: SwiftNames.escape(property.swiftName),
            type: type(of: property), isRequirement: true)))
    }
    for conditional in fragment.conditionalFragments {
      declaration.members.append(
        .property(
          PropertyDeclaration(
            introducer: "var", name: SwiftNames.escape(conditional.swiftName),
            type: global(conditional.typeName) + "?", isRequirement: true)))
    }
    if let choice = fragment.choice {
      let names = choice.cases.map(\.associatedType).joined(separator: ", ")
      declaration.members.append(
        .property(
          PropertyDeclaration(
            documentation: Documentation(lines: ["Which of the type conditions hold."]), introducer: "var",
            name: choice.getterName, type: "\(global(choice.enumName))<\(names)>", isRequirement: true)))
    }
    return declaration
  }

  private func choiceEnum(_ choice: FragmentProtocol.Choice) -> TypeDeclaration {
    var declaration = TypeDeclaration(keyword: .enum, name: choice.enumName)
    let names = choice.cases.map(\.own.typeName)
    let parameters = zip(names, choice.cases).map { "\($0): \(global($1.bound.name))" }
    declaration.parameters = "<\(parameters.joined(separator: ", "))>"
    declaration.inherited = [standard("Sendable")]
    declaration.members = zip(names, choice.cases).map {
      .enumCase(EnumCaseDeclaration(names: ["\(SwiftNames.escape($1.swiftName))(\($0))"]))
    }
    declaration.members.append(.enumCase(EnumCaseDeclaration(names: ["other"])))
    return declaration
  }
}
