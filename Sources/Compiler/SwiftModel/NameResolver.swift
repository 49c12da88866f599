import ApusSource
import ApusSchema
import ApusSyntax
import ApusShapes

/// Looks up the first component of every reference to a declaration of the module, a module below, or the user, as Swift does: from
/// the innermost scope outwards among nested types, aliases, unions, associated types, and those of inherited protocols.
///
/// Such a reference cannot be qualified, because the compiler does not know the module's name. What hides it must have another name.
/// (The types of the standard library and the runtime are qualified instead, see ``DeclaredNames``.)
final class NameResolver {
  /// The names that declarations have to give up.
  private(set) var hiding = AvoidedNames()
  /// The definitions in which something is hidden, with the names.
  private(set) var places: [(definition: NodeID, name: String)] = []

  /// The definitions that refer to what different modules declare under one name.
  private var homonyms: [(definition: NodeID, name: String)] = []

  /// Whether modules below may have given up names of their fragments' types for the sake of their operations.
  private(set) var dependsOnOperationsBelow = false

  private let program: Program
  private let operationsBelow: [Operation]
  private let options: GenerationOptions
  private let modules: DocumentModules
  private let schemaNames: ModuleSchemaNames
  /// The names that both a reference begins with and a declaration within another has. Nearly always there are none.
  private var colliding: Set<String>
  /// The declarations that have each of these names, the innermost last.
  private var scopes: [String: [Hider]] = [:]
  /// The definition at hand; for input objects, which are of no definition, the first operation.
  private var definition: NodeID = 0
  private var isAmongInputObjects = false
  /// The name of the module that refers; nil for the compiled one.
  private var module: String? { isAmongInputObjects ? nil : modules[definition] }

  /// A declaration within others.
  private enum Hider {
    case nested
    /// An associated type of a protocol in a module; nil is the compiled one.
    case associated(module: String?)
    /// A type whose name the runtime gives.
    case fixed
  }

  /// - Parameter operationsBelow: operations of modules below, where they are declared: they have given up names there.
  init(
    _ program: Program, _ operationsBelow: [Operation], _ options: GenerationOptions,
    _ modules: DocumentModules, _ schemaNames: ModuleSchemaNames, _ directives: ApusDirectives
  ) {
    self.program = program
    self.operationsBelow = operationsBelow
    self.options = options
    self.modules = modules
    self.schemaNames = schemaNames
    var declared = program.declaredNames
    for operation in operationsBelow { declared.add(operation, program) }
    colliding = declared.nested.union(declared.members)
    var names = program.globalNames.union(declared.global)
    for (number, ofModule) in schemaNames.all.enumerated()
    where number < modules.own && !schemaNames.isShared[number] {
      names.formUnion(ofModule.all)
    }
    var heads = Set<String>()
    for module in modules.names {
      for name in names { heads.insert(program.below.head(ofGlobalName: name, in: module)) }
    }
    heads.formUnion(program.swiftTypes.writtenNames)
    for options in [options] + options.dependencyModules.map(\.options) {
      heads.formUnion(options.conformances.values.joined().map(Self.head))
    }
    heads.formUnion(declared.ofDirectives)
    if !modules.isEmpty {
      let written = directives.places.values.flatMap {
        [$0.type].compactMap(\.self) + $0.conformsTo.map(\.name)
      }
      heads.formUnion(written.flatMap(SwiftNames.heads(ofType:)))
      dependsOnOperationsBelow = !colliding.isDisjoint(with: heads)
    }
    colliding.formUnion(NameResolver.ofOperations)
    colliding.formIntersection(heads)
    if colliding.isEmpty, !program.below.hasHomonyms { return }
    for fragment in program.fragments { visit(fragment) }
    for operation in program.operations + operationsBelow { visit(operation) }
    definition = program.operations.first?.node ?? 0
    isAmongInputObjects = true
    for type in program.inputObjects { for field in type.fields { refer(program.swiftType(of: field)) } }
  }

  /// An error for each name that stays hidden, whatever gives way.
  var diagnostics: [Diagnostic] {
    var seen: Set<String> = []
    return ofHomonyms
      + places.filter { seen.insert($0.name).inserted }.map { place in
        if options.namespaces.contains(place.name) {
          return NamespaceCollisions.diagnostic(place.name, "a type in the generated protocols")
        }
        return Diagnostic(
          .error, .nameCollision,
          "A generated type called \"\(place.name)\" hides the type of that name that is meant here. Give the field an alias, or change the name in apus.json.",
          at: [program.tree.place(of: place.definition)])
      }
  }

  /// An error for each name by which modules below declare different things.
  private var ofHomonyms: [Diagnostic] {
    var seen: Set<String> = []
    return homonyms.compactMap { definition, name in
      let owners = program.below.modules(ofHomonym: name)
      guard !owners.isEmpty, seen.insert(name).inserted else { return nil }
      return Diagnostic(
        .error, .nameCollision,
        "The modules \(Suggestions.join(owners.map { "\"\($0)\"" }, "and")) each declare \"\(name)\" for something else, and Swift cannot tell which is "
          + "meant. Rename one of them.",
        at: [program.tree.place(of: definition)])
    }
  }

  /// The types that each operation has from the runtime's protocol.
  private static let ofOperations: Set<String> = [NameSuffix.data, "_Conditions"]

  // MARK: - Scopes

  private func push(_ names: some Sequence<String>, _ hider: Hider) {
    for name in names where colliding.contains(name) { scopes[name, default: []].append(hider) }
  }

  private func pop(_ names: some Sequence<String>) {
    for name in names where colliding.contains(name) { scopes[name]?.removeLast() }
  }

  private func push(_ types: [AssociatedType]) {
    for type in types where colliding.contains(type.name) {
      push([type.name], .associated(module: modules.name(of: type.module)))
    }
  }

  // MARK: - References

  private static func head(of path: String) -> String { SwiftNames.head(ofPath: path) }

  /// What the name of a declaration outside all others begins with, as the module of the definition at hand writes it.
  private func head(ofGlobalName name: String) -> String {
    program.below.head(ofGlobalName: name, in: module)
  }

  /// Looks up a declaration outside all others.
  private func refer(_ path: String) {
    if program.below.hasHomonyms, module == nil {
      homonyms.append((definition, Self.head(of: path)))
    }
    find(head(ofGlobalName: path))
  }

  /// Looks up a name that no namespace qualifies.
  private func find(_ name: String) {
    guard colliding.contains(name), let hider = scopes[name]?.last else { return }
    places.append((definition, name))
    switch hider {
    case .nested: hiding.avoid(type: name, in: definition)
    case .associated(let owner?) where owner != module: avoidBelow(name)
    case .associated(let owner): hiding.avoid(associatedType: name, in: owner)
    case .fixed: break
    }
  }

  /// What a module below has a name for in its protocols keeps the name: an operation of the module at hand has another one.
  private func avoidBelow(_ name: String) {
    let operations = module == nil ? program.operations : operationsBelow
    if operations.contains(where: { $0.swiftName == name && modules[$0.node] == module }) {
      hiding.avoid(operation: name, in: module)
    }
  }

  private func refer(_ leaf: SwiftType) {
    switch leaf {
    case .enumeration(let name), .inputObject(let name): refer(name)
    case .codable, .codec: for name in leaf.writtenNames { find(name) }
    default: break
    }
  }

  /// Looks up names in expressions, which also find members.
  private func refer(_ names: [String], amongMembers members: [String]) {
    let capitalized = members.filter(colliding.contains)
    if capitalized.isEmpty { return }
    for name in names where capitalized.contains(name) {
      places.append((definition, name))
      hiding.avoid(member: name, in: module)
    }
  }

  // MARK: - Definitions

  private func visit(_ operation: Operation) {
    definition = operation.node
    push(Self.ofOperations, .fixed)
    defer { pop(Self.ofOperations) }
    var names: [String] = []
    for variable in operation.variables {
      let leaf = written(program.swiftType(of: variable), variable.type)
      names += writtenNames(of: leaf)
      refer(leaf)
    }
    refer(names, amongMembers: operation.variables.map(\.swiftName))
    visit(operation.data)
  }

  private func visit(_ fragment: Fragment) {
    definition = fragment.node
    if let own = fragment.ownProtocol, own.data === fragment.data.type, own.name == fragment.protocolName {
      for value in [own] + fragment.nestedProtocols { visit(value) }
    }
    visit(fragment.data)
  }

  private func visit(_ value: FragmentProtocol) {
    let types = program.associatedTypes(of: value)
    push(types)
    for requirement in value.requirements {
      if let bound = requirement.bound {
        refer(bound.name)
      } else {
        let field = requirement.property.field
        refer(written(program.swiftType(of: field), field.type))
      }
    }
    for refinement in value.refinements { refer(refinement.bound.name) }
    for fragment in value.conditionalFragments { refer(fragment.typeName) }
    if let choice = value.choice {
      refer(choice.enumName)
      refer(choice.choiceName)
    }
    pop(types.map(\.name))
    if let choice = value.choice { visit(choice) }
  }

  private func visit(_ choice: FragmentProtocol.Choice) {
    // Associated types of the cases' protocol, and generic parameters of the family.
    let names = choice.cases.map(\.own.typeName)
    push(names, .nested)
    for value in choice.cases { refer(value.bound.name) }
    refer(choice.casesName)
    refer(choice.choiceName)
    pop(names)
    push([FragmentProtocol.Choice.parameter, choice.casesMember], .fixed)
    refer(choice.choiceName)
    refer(choice.casesName)
    pop([FragmentProtocol.Choice.parameter, choice.casesMember])
  }

  // MARK: - Types

  /// The options of the definition's module.
  private func options(of definition: NodeID) -> GenerationOptions {
    let number = modules.number(of: definition)
    return number == modules.own ? options : options.dependencyModules[number].options
  }

  private func visit(_ member: DeclaredName) {
    switch member {
    case .type(let type): visit(type)
    case .alias(_, let target): refer(target.path)
    }
  }

  private func visit(_ type: DeclaredType) {
    // Swift looks up what a type inherits outside of the type.
    let conformances = options(of: definition).conformances
    for conformance in program.conformances[type] { refer(conformance.fragment.name) }
    let inherited =
      type.directiveConformances + (conformances["*"] ?? []) + (conformances[type.path] ?? [])
    for name in inherited { find(Self.head(of: name)) }
    let object = ObjectType.declared(type)
    let (nested, associated) = (program.nestedNames(of: object), program.associatedTypes(of: object))
    push(associated)
    push(nested, .nested)
    refer(in: object)
    for accessor in type.accessors {
      if case .fragment(_, let typeName) = accessor.result { refer(typeName) }
      for fragment in accessor.properties.values { refer(fragment.typeName) }
    }
    for family in program.conformances.families(of: type) {
      refer(family.choice.familyName)
      for path in family.types { refer(path, in: type.path) }
    }
    if let own = program.protocols[type.shape.id], own.data === type { refer(own.name) }
    for member in type.members { visit(member) }
    for union in program.conformances.unions(in: type) { visit(union) }
    pop(nested)
    pop(associated.map(\.name))
  }

  private func visit(_ union: CaseUnion) {
    for conformance in program.conformances[union] { refer(conformance.fragment.name) }
    let object = ObjectType.union(union)
    let (nested, associated) = (program.nestedNames(of: object), program.associatedTypes(of: object))
    push(associated)
    push(nested, .nested)
    refer(in: object)
    for value in union.cases { refer(value.object.path) }
    for inner in program.conformances.unions(in: union) { visit(inner) }
    pop(nested)
    pop(associated.map(\.name))
  }

  /// Looks up what the properties and the conformances of a type refer to.
  private func refer(in type: ObjectType) {
    let nested = Set(program.nestedNames(of: type))
    var names: [String] = []
    for property in type.properties {
      guard let typeName = property.typeName, let object = property.object else {
        let leaf = written(program.swiftType(of: property.field), property.field.type)
        refer(leaf)
        names += writtenNames(of: leaf)
        continue
      }
      if nested.contains(typeName) { continue }
      refer(hoisted: typeName, property, of: type)
      refer(object.path)
      names.append(head(ofGlobalName: object.path))
    }
    for fragment in type.conditionalFragments {
      refer(fragment.typeName)
      names.append(head(ofGlobalName: fragment.typeName))
    }
    let conformances =
      switch type {
      case .declared(let type): program.conformances[type]
      case .union(let union): program.conformances[union]
      }
    for conformance in conformances {
      guard let choice = conformance.fragment.choice, let witness = conformance.choice else { continue }
      refer(choice.enumName)
      refer(choice.familyName)
      for path in witness.shared.map({ [$0] }) ?? witness.types { refer(path, in: type.path) }
    }
    if case .declared(let type) = type {
      for accessor in type.accessors {
        if case .fragment(_, let typeName) = accessor.result {
          names.append(head(ofGlobalName: typeName))
        }
      }
    }
    refer(names, amongMembers: type.properties.map(\.swiftName))
  }

  /// Looks up a path that is relative to a type if it is within that.
  private func refer(_ path: String, in scope: String) {
    if !path.hasPrefix(scope + ".") { refer(path) }
  }

  /// Looks up a type of the enclosing enumeration from a case's payload, where an associated type for another key may hide it.
  private func refer(hoisted name: String, _ property: Property, of type: ObjectType) {
    let isHidden = program.associatedTypes(of: type).contains {
      $0.name == name && $0.key != property.field.key
    }
    if isHidden {
      places.append((definition, name))
      hiding.avoid(type: name, in: definition)
    }
  }

  /// A type as the module of the definition at hand names it.
  private func written(_ leaf: SwiftType, _ type: TypeReference) -> SwiftType {
    let module = modules.number(of: definition)
    if module == modules.own { return leaf }
    let name = schemaNames.all[module][type.named]
    switch leaf {
    case .enumeration: return .enumeration(name)
    case .inputObject: return .inputObject(name)
    default: return leaf
    }
  }

  private func writtenNames(of leaf: SwiftType) -> [String] {
    switch leaf {
    case .enumeration(let name), .inputObject(let name): [head(ofGlobalName: name)]
    default: leaf.writtenNames
    }
  }
}
