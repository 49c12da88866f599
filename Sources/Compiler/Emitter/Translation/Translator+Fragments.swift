import ApusSwiftModel
import ApusSchema

/// Declares fragments: a protocol with associated types for nested objects, and the fragment's own type.
extension Translator {
  func declare(_ fragment: Fragment, in text: inout SwiftPrinter) {
    let description = SwiftLiteral.commentLines(tree.description(fragment.node) ?? "")
    guard let own = fragment.ownProtocol, own.data === fragment.data.type, own.name == fragment.protocolName
    else {
      if let known = fragment.ownProtocol {
        declareAlias(fragment.protocolName, known.name, in: &text)
        if case .type = fragment.data { text.separate() }
      }
      declare(fragment.data, in: &text)
      return
    }
    for value in [own] + fragment.nestedProtocols {
      declare(value, description: value === own ? description : [], in: &text)
      text.separate()
      if let choice = value.choice {
        declare(choice, in: &text)
        text.separate()
      }
    }
    declare(fragment.data, description: description, in: &text)
  }

  private func declare(_ fragment: FragmentProtocol, description: [String], in text: inout SwiftPrinter) {
    text.documentation(Documentation(lines: description))
    let associated = fragment.requirements.filter { $0.associatedType != nil }
    // A single associated type becomes the primary one, so that users can write `some AlbumCardFragment<ArtistNameData>`.
    let associatedTypes = fragment.associatedTypes
    let primary = associatedTypes.count == 1 ? "<\(associatedTypes[0])>" : ""
    // If the user's module isolates everything to the main actor by default, the protocol would be isolated, too. Types that conform to the runtime's
    // protocols are nonisolated implicitly.
    text.openType(
      "nonisolated \(access)protocol \(fragment.name)\(primary)",
      inherits: distinct(
        (fragment.parents.isEmpty ? [known.sendable] : fragment.parents.map { global($0.name) })
          + fragment.directiveConformances),
      where: fragment.refinements.compactMap { refined in
        guard let name = refined.associatedType, let bound = refined.bound else { return nil }
        return "\(name): \(global(bound.name))"
      })
    for requirement in associated {
      guard let name = requirement.associatedType, let bound = requirement.bound else { continue }
      text.associatedType(name, global(bound.name))
    }
    if let choice = fragment.choice { text.associatedType(choice.typesName, global(choice.choiceName)) }
    if !associated.isEmpty || fragment.choice != nil { text.separate() }
    for requirement in fragment.requirements {
      let property =
        requirement.associatedType.map(requirement.property.with(typeName:)) ?? requirement.property
      text.documentation(Documentation(lines: documentation(of: property.field.definition).lines))
      text.property(
        "var \(SwiftNames.escape(property.swiftName))", Code(type(of: property)),
        body: requiresSetter(fragment, property.field.key) ? "get set" : "get")
    }
    for inner in fragment.fragmentProperties {
      text.property(
        "var \(SwiftNames.escape(inner.swiftName))", Code(typeName(of: inner)),
        body: "get")
    }
    if let choice = fragment.choice {
      text.documentation("Which of the type conditions hold.")
      text.property(
        "var \(choice.getterName)", .generic(global(choice.enumName), [Code(choice.typesName)]), body: "get")
    }
    text.close()
  }

  private func declare(_ choice: FragmentProtocol.Choice, in text: inout SwiftPrinter) {
    let names = choice.cases.map(\.own.typeName)
    let parameter = FragmentProtocol.Choice.parameter
    text.openType("nonisolated \(access)protocol \(choice.choiceName)", inherits: [])
    text.associatedType(choice.casesMember, global(choice.casesName))
    text.close()
    text.separate()
    text.openType("nonisolated \(access)protocol \(choice.casesName)", inherits: [])
    for (name, value) in zip(names, choice.cases) { text.associatedType(name, global(value.bound.name)) }
    text.close()
    text.separate()
    let parameters = zip(names, choice.cases).map { Code("\($0): \(global($1.bound.name))") }
    text.documentation("The types of the cases that `\(choice.getterName)` of a conforming type returns.")
    text.openType(
      "nonisolated \(access)enum \(choice.familyName)", parameters: parameters,
      inherits: [global(choice.casesName), global(choice.choiceName)])
    text.line("\(access)typealias \(choice.casesMember) = Self")
    text.close()
    text.separate()
    text.openType(
      "\(access)enum \(choice.enumName)", parameters: [Code("\(parameter): \(global(choice.choiceName))")],
      inherits: [known.sendable])
    for (name, value) in zip(names, choice.cases) {
      declareCase(value.swiftName, "\(parameter).\(choice.casesMember).\(name)", in: &text)
    }
    if !choice.hasRest { text.line("case other") }
    text.close()
  }
}
