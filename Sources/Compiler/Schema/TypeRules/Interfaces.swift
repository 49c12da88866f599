import ApusSource
import ApusSyntax

/// A type has all fields of the interfaces that it implements, and implements their interfaces too.
///
/// https://spec.graphql.org/September2025/#IsValidImplementation()
extension TypeChecker {
  mutating func checkInterfaces(of type: TypeID) {
    // Fast path: most types implement no interface.
    if schema.types[Int(type)].relatedCount == 0 { return }
    let interfaces = related(type)
    let own = Set(interfaces)
    var seen: Set<TypeID> = []
    let known = diagnostics.count
    for interface in interfaces {
      if diagnostics.count - known >= TypeChecker.maximumListCount { return }
      let name = schema.types[Int(interface)].name
      if schema.types[Int(interface)].kind != .interface {
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
    let definition = schema.types[Int(interface)]
    let first = Int(definition.firstRelated)
    for index in first..<first + Int(definition.relatedCount) {
      let ancestor = schema.relatedTypes[index]
      if own.contains(ancestor) { continue }
      let places =
        references(from: interface, to: schema.types[Int(ancestor)].name)
        + references(from: type, to: definition.name)
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
    let definition = schema.types[Int(interface)]
    var index = definition.firstMember
    let end = index &+ definition.memberCount
    let known = diagnostics.count
    while index < end, diagnostics.count &- known < TypeChecker.maximumListCount {
      let expected = schema.fields + Int(index)
      let found = schema.ownField(expected.pointee.name, of: type)
      if found == 0 {
        report(
          .missingInterfaceField,
          "Interface field \(schema.name(interface)).\(text(expected.pointee.name)) expected"
            + " but \(schema.name(type)) does not provide it.",
          at: [expected.pointee.node] + parts(of: type))
      } else {
        concern = .field(found)
        checkField(found, implements: index, type, interface)
        concern = .type(type)
      }
      index = index &+ 1
    }
  }

  private mutating func checkField(
    _ field: FieldID, implements expected: FieldID, _ type: TypeID, _ interface: TypeID
  ) {
    let own = schema.fields + Int(field)
    let other = schema.fields + Int(expected)
    if own.pointee.type != other.pointee.type, own.pointee.type.named != 0, other.pointee.type.named != 0,
      !schema.isSubtype(own.pointee.type, of: other.pointee.type)
    {
      report(
        .interfaceFieldType,
        "Interface field \(coordinate(expected, interface)) expects type"
          + " \(schema.description(other.pointee.type)) but \(coordinate(field, type)) is type"
          + " \(schema.description(own.pointee.type)).",
        at: [tree.type(other.pointee.node), tree.type(own.pointee.node)].compactMap { $0 })
    }
    if own.pointee.argumentCount != 0 || other.pointee.argumentCount != 0 {
      checkArguments(field, implement: expected, type, interface)
    }
    if own.pointee.isDeprecated, !other.pointee.isDeprecated {
      report(
        .interfaceFieldDeprecation,
        "Interface field \(coordinate(expected, interface)) is not deprecated, so implementation field"
          + " \(coordinate(field, type)) must not be deprecated.",
        at: deprecation(of: own.pointee.node))
    }
  }

  private mutating func checkArguments(
    _ field: FieldID, implement expected: FieldID, _ type: TypeID, _ interface: TypeID
  ) {
    let own = schema.fields[Int(field)]
    let other = schema.fields[Int(expected)]
    for index in other.firstArgument..<other.firstArgument + other.argumentCount {
      let wanted = schema.inputValues[Int(index)]
      let argument = "(\(text(wanted.name)):)"
      let given = schema.argument(wanted.name, of: field)
      if given == 0 {
        report(
          .interfaceFieldArgument,
          "Interface field argument \(coordinate(expected, interface))\(argument) expected"
            + " but \(coordinate(field, type)) does not provide it.",
          at: [wanted.node, own.node])
        continue
      }
      let actual = schema.inputValues[Int(given)]
      if actual.type == wanted.type || actual.type.named == 0 || wanted.type.named == 0 { continue }
      report(
        .interfaceFieldArgument,
        "Interface field argument \(coordinate(expected, interface))\(argument) expects type"
          + " \(schema.description(wanted.type)) but \(coordinate(field, type))\(argument) is type"
          + " \(schema.description(actual.type)).",
        at: [tree.type(wanted.node), tree.type(actual.node)].compactMap { $0 })
    }
    for index in own.firstArgument..<own.firstArgument + own.argumentCount {
      let extra = schema.inputValues[Int(index)]
      if !extra.isRequired || schema.argument(extra.name, of: expected) != 0 { continue }
      report(
        .interfaceFieldArgument,
        "Argument \"\(coordinate(field, type))(\(text(extra.name)):)\" must not be required type"
          + " \"\(schema.description(extra.type))\" if not provided by the Interface field"
          + " \"\(coordinate(expected, interface))\".",
        at: [extra.node, other.node])
    }
  }

  private func coordinate(_ field: FieldID, _ type: TypeID) -> String {
    "\(schema.name(type)).\(text(schema.fields[Int(field)].name))"
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
