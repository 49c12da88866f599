/// The names of a program's declarations that Swift's lookup could find in place of a type.
///
/// If a type of the standard library or the runtime has one of these names, the emitter qualifies it with its module.
package struct DeclaredNames {
  /// The types at file scope or directly in the namespace.
  private(set) var global: Set<String> = []
  /// Nested types, associated types, and generic parameters.
  private(set) var nested: Set<String> = []
  /// Members that begin with a capital letter, like types. Only expressions find them.
  private(set) var members: Set<String> = []
  /// The names of types and protocols that `@apus` introduces.
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

  /// The namespaces, and the schema's types that modules below may declare. Swift sees these even if the documents do not reach them.
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
    // A union's properties have the same names as those of its cases.
    for property in type.properties where !type.isUnion {
      add(member: property.swiftName)
      if let written = property.field.directive?.type {
        ofDirectives.formUnion(SwiftNames.heads(ofType: written))
      }
    }
    for name in type.directiveConformances { ofDirectives.formUnion(SwiftNames.heads(ofType: name)) }
    for union in type.declaredUnions {
      nested.insert(union.name)
      add(union)
    }
    for inner in type.members { add(inner) }
  }

  private mutating func add(_ fragment: FragmentProtocol) {
    global.insert(fragment.name)
    for requirement in fragment.requirements {
      if let name = requirement.associatedType { nested.insert(name) }
    }
    guard let choice = fragment.choice else { return }
    global.formUnion(choice.globalNames)
    nested.formUnion([choice.typesName, choice.casesMember, FragmentProtocol.Choice.parameter])
    nested.formUnion(choice.cases.map(\.own.typeName))
  }

  private mutating func add(member name: String) {
    if let first = name.utf8.first, first < UInt8(ascii: "a") || first > UInt8(ascii: "z") {
      members.insert(name)
    }
  }
}
