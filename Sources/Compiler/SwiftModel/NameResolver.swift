import ApusSource
import ApusSchema
import ApusSyntax
import ApusShapes

/// Finds the references in generated code for which Swift would find a different declaration than the intended one.
///
/// A field `color { hex }` becomes a nested type `Color`. Within the enclosing type, it hides an enum `Color` of the schema. The compiler does not
/// know the module's name, so it cannot qualify the reference: the nested type has to get another name, `ColorObject`. (Types of the standard library
/// and the runtime are qualified instead, see ``DeclaredNames``.)
///
/// The search does the same as Swift's. It looks for the first component of each name, from the innermost scope outwards: among nested types,
/// aliases, unions, and the associated types of the protocols that a type conforms to.
final class NameResolver {
  /// The names that declarations must not have in the next round, because these declarations hide others.
  private(set) var hiding = AvoidedNames()
  /// The hidden names, each with the operation or fragment whose code refers to it.
  private(set) var places: [(definition: NodeID, name: String)] = []

  /// The global names that this module's code refers to, each with the operation or fragment. Only recorded if modules below declare some name with
  /// different meanings; ``ofHomonyms`` reports references to such a name.
  private var homonyms: [(definition: NodeID, name: String)] = []

  /// Whether types in fragments of modules below may have other names because of the operations there.
  private(set) var dependsOnOperationsBelow = false

  private let program: Program
  private let operationsBelow: [Operation]
  private let options: GenerationOptions
  private let modules: DocumentModules
  private let schemaNames: ModuleSchemaNames
  /// The names for which the search is necessary: they are the first component of a reference, and a nested type or a property has them, too. Nearly
  /// all programs have none.
  private var colliding: Set<String>
  /// For each of these names, the declarations in scope at this point of the search, innermost last.
  private var scopes: [String: [Hider]] = [:]
  /// The operation or fragment that is searched. Input objects do not belong to one, so errors about them point to the first operation.
  private var definition: NodeID = 0
  private var isAmongInputObjects = false
  /// The name of the module whose code is searched; nil for the compiled module.
  private var module: String? { isAmongInputObjects ? nil : modules[definition] }

  /// A declaration in an inner scope, by how it can be renamed.
  private enum Hider {
    /// A nested type, which can have another name in its definition.
    case nested
    /// An associated type of a protocol in the given module; nil is the compiled module. It is only renamed if it hides a name from code of that
    /// module.
    case associated(module: String?)
    /// A type whose name cannot change, such as `Data` of an operation, which the runtime prescribes.
    case fixed
  }

  /// - Parameter operationsBelow: the operations of modules below, if names in the fragments there may depend on them; otherwise empty.
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
    for operation in operationsBelow { declared.add(operation) }
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
      heads.formUnion(options.conformances.values.joined().map(SwiftNames.head(ofPath:)))
    }
    heads.formUnion(declared.ofDirectives)
    if !modules.isEmpty {
      let written = directives.places.values.flatMap {
        [$0.type].compactMap(\.self) + $0.conformsTo.map(\.text)
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

  /// An error for each name that modules below declare with different meanings, and for each name that a declaration still hides after renaming.
  var diagnostics: [Diagnostic] {
    var seen: Set<String> = []
    return ofHomonyms
      + places.filter { seen.insert($0.name).inserted }.map { place in
        if options.namespaces.contains(place.name) {
          return Diagnostic.namespaceCollision(place.name, "a type in the generated protocols")
        }
        return Diagnostic(
          .error, .nameCollision,
          "A generated type called \"\(place.name)\" hides the type of that name that is meant here. Give the field an alias, or change the name in apus.json.",
          at: [program.tree.place(of: place.definition)])
      }
  }

  /// An error for each name that this module's code refers to and that modules below declare with different meanings.
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

  /// The nested types that the runtime's protocol for operations requires.
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

  /// The first component of a global declaration's name as the module that is searched writes it: the name itself, a namespace or a module.
  private func head(ofGlobalName name: String) -> String {
    program.below.head(ofGlobalName: name, in: module)
  }

  /// Checks a reference to a global declaration of generated code, given its path without a namespace.
  private func refer(_ path: String) {
    if program.below.hasHomonyms, module == nil {
      homonyms.append((definition, SwiftNames.head(ofPath: path)))
    }
    find(head(ofGlobalName: path))
  }

  /// Looks for a declaration in an inner scope that hides `name`, the first component of a reference, and records it.
  private func find(_ name: String) {
    guard colliding.contains(name), let hider = scopes[name]?.last else { return }
    places.append((definition, name))
    switch hider {
    case .nested: hiding.types[definition, default: []].insert(name)
    case .associated(let owner?) where owner != module: avoidBelow(name)
    case .associated(let owner): hiding.associatedTypes[owner ?? "", default: []].insert(name)
    case .fixed: break
    }
  }

  /// Handles a name that an associated type of a module below hides. The associated type keeps its name, so if the name is that of an operation in
  /// the referring module, the operation is renamed.
  private func avoidBelow(_ name: String) {
    let operations = module == nil ? program.operations : operationsBelow
    if operations.contains(where: { $0.swiftName == name && modules[$0.node] == module }) {
      hiding.operations[module ?? "", default: []].insert(name)
    }
  }

  private func refer(_ swiftType: SwiftType) {
    switch swiftType {
    case .enumeration(let name), .inputObject(let name): refer(name)
    case .codable, .codec: for name in swiftType.writtenNames { find(name) }
    default: break
    }
  }

  /// Looks for properties that hide types. Swift finds properties in expressions, such as the calls in `init(_reading:)`, but not in signatures.
  ///
  /// - Parameters:
  ///   - names: the types that the expressions refer to.
  ///   - members: the properties of the enclosing type.
  private func refer(_ names: [String], amongMembers members: [String]) {
    let capitalized = members.filter(colliding.contains)
    if capitalized.isEmpty { return }
    for name in names where capitalized.contains(name) {
      places.append((definition, name))
      hiding.members[module ?? "", default: []].insert(name)
    }
  }

  // MARK: - Definitions

  private func visit(_ operation: Operation) {
    definition = operation.node
    push(Self.ofOperations, .fixed)
    defer { pop(Self.ofOperations) }
    var names: [String] = []
    for variable in operation.variables {
      let swiftType = written(program.swiftType(of: variable), variable.type)
      names += writtenNames(of: swiftType)
      refer(swiftType)
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
    let types = value.declaredAssociatedTypes
    push(types)
    for requirement in value.requirements {
      if let bound = requirement.bound {
        refer(bound.name)
      } else {
        let field = requirement.property.field
        refer(written(program.swiftType(of: field), field.type))
      }
    }
    for bound in value.refinements.compactMap(\.bound) { refer(bound.name) }
    for fragment in value.fragmentProperties { refer(fragment.typeName) }
    if let choice = value.choice {
      refer(choice.enumName)
      refer(choice.choiceName)
    }
    pop(types.map(\.name))
    if let choice = value.choice { visit(choice) }
  }

  private func visit(_ choice: FragmentProtocol.Choice) {
    // These are associated types in the protocol `AnimalNameFragmentCases`, and generic parameters in the enum `AnimalNameFragmentFamily`.
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

  /// The options of the module that a definition belongs to.
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

  private func visit(_ type: ResponseType) {
    // Swift resolves the protocols in a type's inheritance clause outside of the type.
    for conformance in program.conformances[type] { refer(conformance.fragment.name) }
    if !type.isUnion {
      let conformances = options(of: definition).conformances
      let inherited =
        type.directiveConformances + (conformances["*"] ?? []) + (conformances[type.path] ?? [])
      for name in inherited { find(SwiftNames.head(ofPath: name)) }
    }
    let (nested, associated) = (type.nestedNames, program.associatedTypes(of: type))
    push(associated)
    push(nested, .nested)
    refer(in: type)
    for accessor in type.accessors {
      if case .fragment(_, let typeName) = accessor.result { refer(typeName) }
      for fragment in accessor.properties.values { refer(fragment.typeName) }
    }
    for family in type.families {
      refer(family.familyName)
      for path in family.types { refer(path, in: type.path) }
    }
    if let own = program.protocol(of: type), own.data === type { refer(own.name) }
    if type.isUnion { for value in type.cases { refer(value.payload.path) } }
    for member in type.members { visit(member) }
    for union in type.declaredUnions { visit(union) }
    pop(nested)
    pop(associated.map(\.name))
  }

  /// Checks the references in a type's properties and conformances.
  private func refer(in type: ResponseType) {
    let nested = Set(type.nestedNames)
    var names: [String] = []
    for property in type.properties {
      guard let typeName = property.typeName, let object = property.object else {
        let swiftType = written(program.swiftType(of: property.field), property.field.type)
        refer(swiftType)
        names += writtenNames(of: swiftType)
        continue
      }
      if nested.contains(typeName) { continue }
      refer(hoisted: typeName, property, of: type)
      refer(object.path)
      names.append(head(ofGlobalName: object.path))
    }
    for fragment in type.fragmentProperties {
      refer(fragment.typeName)
      names.append(head(ofGlobalName: fragment.typeName))
    }
    for conformance in program.conformances[type] {
      guard let choice = conformance.fragment.choice else { continue }
      refer(choice.enumName)
      refer(choice.familyName)
      for path in conformance.family.map({ [$0] }) ?? conformance.types { refer(path, in: type.path) }
    }
    for accessor in type.accessors {
      if case .fragment(_, let typeName) = accessor.result {
        names.append(head(ofGlobalName: typeName))
      }
    }
    refer(names, amongMembers: type.properties.map(\.swiftName) + type.fragmentProperties.map(\.swiftName))
  }

  /// Checks a reference to a type by its path, unless the type is nested in `scope`: code in `scope` only writes the rest of the path.
  private func refer(_ path: String, in scope: String) {
    if !path.hasPrefix(scope + ".") { refer(path) }
  }

  /// Checks whether an associated type hides the type of a field's objects, and records it. That happens in a case's payload if the enclosing enum
  /// declares the type: Swift first finds the payload's associated type for another field if that has the same name.
  private func refer(hoisted name: String, _ property: Property, of type: ResponseType) {
    let isHidden = program.associatedTypes(of: type).contains {
      $0.name == name && $0.key != property.field.key
    }
    if isHidden {
      places.append((definition, name))
      hiding.types[definition, default: []].insert(name)
    }
  }

  /// The Swift type with its name in the current definition's module, which can spell names of the schema differently.
  private func written(_ swiftType: SwiftType, _ type: TypeReference) -> SwiftType {
    let module = modules.number(of: definition)
    if module == modules.own { return swiftType }
    guard let type = type.named else { return swiftType }
    let name = schemaNames.all[module][type]
    switch swiftType {
    case .enumeration: return .enumeration(name)
    case .inputObject: return .inputObject(name)
    default: return swiftType
    }
  }

  private func writtenNames(of swiftType: SwiftType) -> [String] {
    switch swiftType {
    case .enumeration(let name), .inputObject(let name): [head(ofGlobalName: name)]
    default: swiftType.writtenNames
    }
  }
}
