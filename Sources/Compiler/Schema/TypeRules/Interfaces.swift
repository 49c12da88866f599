import ApusSource
import ApusSyntax

/// A type has all fields of the interfaces that it implements, and implements their interfaces too.
///
/// https://spec.graphql.org/September2025/#IsValidImplementation()
extension TypeChecker {
  mutating func checkInterfaces(of type: TypeID) {
    // Fast path: most types implement no interface.
    if schema.relatedTypes(of: type).isEmpty { return }
    let interfaces = related(type)
    let own = Set(interfaces)
    var seen: Set<TypeID> = []
    let known = diagnostics.count
    for interface in interfaces {
      if diagnostics.count - known >= TypeChecker.maximumListCount { return }
      let name = schema[interface].name
      if schema[interface].kind != .interface {
        report(
          .impossibleInterface,
          "Type \(schema.name(type)) must only implement Interface types, it cannot implement \(text(name)).",
          at: references(from: type, to: name))
        continue
      }
      if interface == type {
        report(
          .impossibleInterface,
          "Type \(schema.name(type)) cannot implement itself because it would create a circular reference.",
          at: references(from: type, to: name))
      }
      if !seen.insert(interface).inserted {
        report(
          .impossibleInterface, "Type \(schema.name(type)) can only implement \(text(name)) once.",
          at: references(from: type, to: name))
        continue
      }
      checkAncestors(of: type, interface, own)
      checkImplementation(type, interface)
    }
  }

  private mutating func checkAncestors(of type: TypeID, _ interface: TypeID, _ own: Set<TypeID>) {
    for ancestor in schema.relatedTypes(of: interface) where !own.contains(ancestor) {
      let places =
        references(from: interface, to: schema[ancestor].name)
        + references(from: type, to: schema[interface].name)
      report(
        .impossibleInterface,
        ancestor == type
          ? "Type \(schema.name(type)) cannot implement \(schema.name(interface))"
            + " because it would create a circular reference."
          : "Type \(schema.name(type)) must implement \(schema.name(ancestor))"
            + " because it is implemented by \(schema.name(interface)).",
        at: places)
    }
  }

  private mutating func checkImplementation(_ type: TypeID, _ interface: TypeID) {
    let known = diagnostics.count
    for id in schema.fields(of: interface) {
      if diagnostics.count &- known >= TypeChecker.maximumListCount { return }
      let expected = schema[id]
      if let found = schema.ownField(expected.name, of: type) {
        concern = .field(found)
        checkField(found, implements: id, type, interface)
        concern = .type(type)
      } else {
        report(
          .missingInterfaceField,
          "Interface field \(schema.name(interface)).\(text(expected.name)) expected"
            + " but \(schema.name(type)) does not provide it.",
          at: [expected.node] + parts(of: type))
      }
    }
  }

  private mutating func checkField(
    _ field: FieldID, implements expected: FieldID, _ type: TypeID, _ interface: TypeID
  ) {
    let own = schema[field]
    let other = schema[expected]
    if own.type != other.type, own.type.named != nil, other.type.named != nil,
      !schema.isSubtype(own.type, of: other.type)
    {
      report(
        .interfaceFieldType,
        "Interface field \(coordinate(expected, interface)) expects type"
          + " \(schema.description(other.type)) but \(coordinate(field, type)) is type"
          + " \(schema.description(own.type)).",
        at: [tree.type(other.node), tree.type(own.node)].compactMap { $0 })
    }
    checkArguments(field, implement: expected, type, interface)
    if own.isDeprecated, !other.isDeprecated {
      report(
        .interfaceFieldDeprecation,
        "Interface field \(coordinate(expected, interface)) is not deprecated, so implementation field"
          + " \(coordinate(field, type)) must not be deprecated.",
        at: deprecation(of: own.node))
    }
  }

  private mutating func checkArguments(
    _ field: FieldID, implement expected: FieldID, _ type: TypeID, _ interface: TypeID
  ) {
    for wanted in schema.arguments(of: expected) {
      let wanted = schema[wanted]
      let argument = "(\(text(wanted.name)):)"
      guard let given = schema.argument(wanted.name, of: field) else {
        report(
          .interfaceFieldArgument,
          "Interface field argument \(coordinate(expected, interface))\(argument) expected"
            + " but \(coordinate(field, type)) does not provide it.",
          at: [wanted.node, schema[field].node])
        continue
      }
      let actual = schema[given]
      if actual.type == wanted.type || actual.type.named == nil || wanted.type.named == nil { continue }
      report(
        .interfaceFieldArgument,
        "Interface field argument \(coordinate(expected, interface))\(argument) expects type"
          + " \(schema.description(wanted.type)) but \(coordinate(field, type))\(argument) is type"
          + " \(schema.description(actual.type)).",
        at: [tree.type(wanted.node), tree.type(actual.node)].compactMap { $0 })
    }
    for extra in schema.arguments(of: field) {
      let extra = schema[extra]
      if !extra.isRequired || schema.argument(extra.name, of: expected) != nil { continue }
      report(
        .interfaceFieldArgument,
        "Argument \"\(coordinate(field, type))(\(text(extra.name)):)\" must not be required type"
          + " \"\(schema.description(extra.type))\" if not provided by the Interface field"
          + " \"\(coordinate(expected, interface))\".",
        at: [extra.node, schema[expected].node])
    }
  }

  private func coordinate(_ field: FieldID, _ type: TypeID) -> String {
    "\(schema.name(type)).\(text(schema[field].name))"
  }
}

extension DiagnosticCode {
  package static let impossibleInterface = DiagnosticCode(
    "impossible-interface",
    title: "An interface that a type cannot implement, or must implement",
    explanation: """
      A type implements interfaces, each once, never itself, and with an interface also all those that the interface
      implements.
      """,
    example: "interface Node { id: ID! }\ninterface Entity implements Node { id: ID! }\n"
      + "type Album implements Entity { id: ID! }",
    fix: "List all of them: `type Album implements Entity & Node`.")

  package static let missingInterfaceField = DiagnosticCode(
    "missing-interface-field",
    title: "A missing field of an interface",
    explanation: "A type that implements an interface must have every field of the interface.",
    example: "interface Node { id: ID! }\ntype Album implements Node { title: String }",
    fix: "Add the field: `type Album implements Node { id: ID!  title: String }`.")

  package static let interfaceFieldType = DiagnosticCode(
    "interface-field-type",
    title: "A field whose type does not fit the interface's",
    explanation: """
      A type that implements an interface declares the interface's fields, each with the same type or a narrower
      one: non-null instead of nullable, an object instead of its interface or union.
      """,
    example: "interface Node { id: ID! }\ntype Album implements Node { id: ID }",
    fix: "Give the field the interface's type, or a narrower one: `id: ID!`.")

  package static let interfaceFieldArgument = DiagnosticCode(
    "interface-field-argument",
    title: "A field whose arguments do not fit the interface's",
    explanation: """
      The field of a type that implements an interface takes all arguments of the interface's field, of exactly the same
      types. It may take more, none of them required.
      """,
    example: "interface Named { name(language: String): String }\n"
      + "type Album implements Named { name(language: String, year: Int!): String }",
    fix: "Make the additional argument nullable or give it a default value: `year: Int`.")

  package static let interfaceFieldDeprecation = DiagnosticCode(
    "interface-field-deprecation",
    title: "A deprecated field that the interface does not deprecate",
    explanation: """
      Code that uses the interface could not see that the field of this type is deprecated. So it can be deprecated
      only if
      the interface's field is too.
      """,
    example: "interface Node { id: ID! }\ntype Album implements Node { id: ID! @deprecated }",
    fix: "Deprecate the interface's field too, or neither.",
    isOneCause: true)
}
