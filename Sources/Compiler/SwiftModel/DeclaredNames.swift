/// The names of a program's declarations, which Swift could find instead of library types that generated code refers to.
///
/// The emitter qualifies a type of the standard library or the runtime that has one of these names. For example, the field `result { … }` becomes a
/// nested type `Result`, so the generated code refers to `Swift.Result`.
package struct DeclaredNames {
  /// The types at file scope or directly in the namespace.
  private(set) var global: Set<String> = []
  /// Nested types, associated types, and generic parameters.
  private(set) var nested: Set<String> = []
  /// Properties whose names do not begin with a lower-case letter, so that they can equal a type's. Swift finds them in expressions only.
  private(set) var members: Set<String> = []
  /// The first components of the types and protocols in `@apus(type:)` and `@apus(conformsTo:)`. ``NameResolver`` checks that nothing hides them
  /// where generated code refers to them.
  private(set) var ofDirectives: Set<String> = []

  init() {}

  /// - Parameter outside: names that the program does not declare itself (``outside(_:_:_:)``).
  init(_ program: Program, _ outside: Set<String>) {
    global = program.globalNames.union(outside)
    for operation in program.operations { add(operation) }
    for fragment in program.fragments {
      global.insert(fragment.data.name)
      if case .type(let type) = fragment.data { add(type) }
      for value in fragment.protocols { add(value) }
    }
    for type in program.inputObjects { for field in type.fields { add(member: field.swiftName) } }
  }

  /// The names that Swift sees although the program does not declare them: the namespaces and, if there are modules below, all enums, input objects
  /// and identifiers that these may declare.
  static func outside(_ options: GenerationOptions, _ names: SchemaNames, _ swiftTypes: SwiftTypes) -> Set<
    String
  > {
    let namespaces = Set(options.namespaces)
    if options.dependencyModules.isEmpty { return namespaces }
    let identifiers = swiftTypes.fieldBindings.identifierNames.values.flatMap { [$0, $0 + "Tag"] }
    return namespaces.union(names.all).union(identifiers)
  }

  package func contains(_ name: some StringProtocol) -> Bool {
    let name = String(name)
    return nested.contains(name) || global.contains(name) || members.contains(name)
  }

  mutating func add(_ operation: Operation) {
    add(operation.data)
    for variable in operation.variables { add(member: variable.swiftName) }
  }

  private mutating func add(_ member: DeclaredName) {
    nested.insert(member.name)
    if case .type(let type) = member { add(type) }
  }

  private mutating func add(_ type: ResponseType) {
    for family in type.families { nested.insert(family.name) }
    // Skip a union's properties: they have the same names as those of its cases.
    let properties = type.isUnion ? [] : type.properties
    for index in properties.indices {
      add(member: properties[index].swiftName)
      if !properties[index].isOrdinary, let written = properties[index].field.directive?.type {
        ofDirectives.formUnion(SwiftNames.heads(ofType: written))
      }
    }
    for fragment in type.fragmentProperties { add(member: fragment.swiftName) }
    for name in type.directiveConformances { ofDirectives.formUnion(SwiftNames.heads(ofType: name)) }
    for union in type.declaredUnions {
      nested.insert(union.name)
      add(union)
    }
    for inner in type.members { add(inner) }
  }

  private mutating func add(_ fragment: FragmentProtocol) {
    for requirement in fragment.requirements {
      if let name = requirement.associatedType { nested.insert(name) }
    }
    guard let choice = fragment.choice else { return }
    nested.formUnion([choice.typesName, choice.casesMember, FragmentProtocol.Choice.parameter])
    nested.formUnion(choice.cases.map(\.own.typeName))
  }

  private mutating func add(member name: String) {
    if let first = name.utf8.first, first < UInt8(ascii: "a") || first > UInt8(ascii: "z") {
      members.insert(name)
    }
  }
}
