import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax
import ApusShapes

/// Decides where each shape's type is declared, and names the type and everything in it.
///
/// A type is declared where its shape first occurs. The shape of a fragment and the shapes nested in it are declared with the fragment; any other
/// shape is declared in each file that uses it. Where the shape occurs again, a `typealias` refers to its type, so that a field always has a type of
/// its name: `Data.Album.Artist`.
final class Declarations {
  /// The type of each fragment. Fragments come after those that they spread.
  private(set) var fragments: [(node: NodeID, data: DeclaredName)] = []
  /// The type of each operation's response. Operations of modules below are only included if names depend on them.
  private(set) var operations: [NodeID: DeclaredName] = [:]

  let tree: SyntaxTree
  let schema: Schema
  let documents: DocumentIndex
  /// The spreads of each fragment with the definitions that contain them; computed on first use.
  private var spreadsOfFragments: [NodeID: [Site]]?
  /// The definition being declared.
  var definition: NodeID = 0
  let options: GenerationOptions
  let memberNames: MemberNames
  /// The type of each shape that has one, by the shape's id: types that belong to fragments, and those of the current file.
  private var owners: [ResponseType?]
  /// The shapes that have a type in the current file.
  private var shapesOfFile: [ShapeID] = []
  let separate: FragmentFields
  let conformances: FragmentConformances
  let nulls: SettledNulls
  private let names: GlobalNames
  private let directives: ApusDirectives
  private let diagnostics: DiagnosticSink
  /// Whether the documents are within the limits. Otherwise, shapes lack fields.
  private let isComplete: Bool
  /// The names that declarations must not have, because they would hide others.
  private let avoided: AvoidedNames
  let associatedTypeNames: AssociatedTypeNames
  /// The names of the associated types for each response key; nil until they are looked up.
  var associatedTypesOfKeys: [[String]?]
  let modules: DocumentModules
  /// Names that nested types must not have: those that Swift reserves, and those that would hide a type to which the current definition refers.
  private(set) var outerNames = TakenNames()
  /// The definitions whose selections are nested deeper than ``maximumDepth``.
  private var tooDeep: Set<NodeID> = []
  /// The properties that did not get their default names, and the types that did not get their names from `@apus`, because another member has them.
  var renamedProperties: [RenamedProperty] = []
  /// The maximum depth of nested selections.
  static let maximumDepth = 256
  /// The maximum depth of types nested in a definition's outermost type: each level doubles Swift's compile time. Deeper types are declared directly
  /// in the outermost one, with a `typealias` in their usual place.
  static let maximumNesting = 8

  /// A spread of a fragment, with the operation or fragment that contains it. A spread within a field selects from another object than the definition
  /// itself.
  private typealias Site = (spread: NodeID, definition: NodeID, isWithinField: Bool)

  /// The depth of a type in the definition's outermost type.
  private struct Depth {
    /// The number of types that would enclose it if all were declared in their usual places.
    var selection = 0
    /// The number of types that do enclose it. It is smaller if one of them is declared directly in the outermost one.
    var nesting = 0

    var inner: Depth { Depth(selection: selection + 1, nesting: nesting + 1) }
  }

  /// The outermost type of the current definition, its names, and the types that are declared in it because they are too deep.
  private var root: ResponseType?
  private var rootNames = NameScope()
  private var deepTypes: [DeclaredName] = []

  /// - Parameter hasOperationsBelow: whether to declare operations of lower modules too.
  init(
    _ rewritten: RewrittenDocuments, _ shapes: ShapePass, _ names: GlobalNames, _ memberNames: MemberNames,
    _ conformances: FragmentConformances, _ nulls: SettledNulls, _ directives: ApusDirectives,
    _ options: GenerationOptions, _ associatedTypeNames: AssociatedTypeNames,
    avoiding avoided: AvoidedNames, hasOperationsBelow: Bool, _ diagnostics: DiagnosticSink
  ) {
    documents = rewritten.index
    separate = rewritten.separate
    modules = rewritten.modules
    tree = documents.tree
    schema = documents.schema
    self.names = names
    self.memberNames = memberNames
    self.conformances = conformances
    self.nulls = nulls
    self.directives = directives
    self.options = options
    self.associatedTypeNames = associatedTypeNames
    associatedTypesOfKeys = Array(repeating: nil, count: tree.names.count)
    self.avoided = avoided
    self.diagnostics = diagnostics
    isComplete = shapes.isComplete
    owners = Array(repeating: nil, count: shapes.all.count)
    // The types of a module's fragments are declared in that module, even if a module above has a fragment with the same shape.
    for fragments in modules.grouped(rewritten.spreads.order) { declare(fragments, shapes) }
    shapesOfFile = []
    for file in tree.files {
      for node in tree.definitions(file) where tree.kind(node) == .operation {
        guard hasOperationsBelow || modules.isOwn(node), let shape = shapes.ofDefinitions[node] else {
          continue
        }
        let data = declare(
          shape, name: NameSuffix.data, path: "\(names.operationName(node)).\(NameSuffix.data)")
        operations[node] = data
        if case .type(let type) = data { fill(type, of: node) }
      }
      // Other files declare these shapes again.
      for shape in shapesOfFile { owners[shape] = nil }
      shapesOfFile = []
    }
    diagnostics.append(contentsOf: renamedProperties.map { $0.warning(tree) })
  }

  private func declare(_ ofModule: [NodeID], _ shapes: ShapePass) {
    var declared: [(fragment: NodeID, type: ResponseType)] = []
    for fragment in ofModule {
      guard let shape = shapes.ofDefinitions[fragment], let name = typeName(of: fragment) else { continue }
      let data = declare(shape, name: name, path: name)
      fragments.append((fragment, data))
      add(directives.places[fragment], to: data.type)
      if case .type(let type) = data { declared.append((fragment, type)) }
    }
    for (fragment, type) in declared { fill(type, of: fragment) }
  }

  /// The name of a fragment's own type, such as `AlbumCardData`.
  func typeName(of fragment: NodeID) -> String? { names.fragments[fragment]?.typeName }

  /// Declares a type without its members, or an alias if the shape already has a type.
  private func declare(_ shape: Shape, name: String, path: String) -> DeclaredName {
    if let owner = owners[shape.id] { return .alias(name: name, target: owner) }
    return .type(newType(shape, name: name, path: path))
  }

  private func newType(_ shape: Shape, name: String, path: String) -> ResponseType {
    let type = ResponseType(shape, conformances, name: name, path: path)
    owners[shape.id] = type
    shapesOfFile.append(shape.id)
    return type
  }

  /// Declares the members of a definition's outermost type, and the types nested in it.
  private func fill(_ type: ResponseType, of definition: NodeID) {
    if !isComplete { return }
    self.definition = definition
    outerNames = TakenNames(SwiftNames.reservedTypes)
    for name in avoided.types[definition] ?? [] { outerNames.insert(name) }
    root = type
    deepTypes = []
    fill(type, hoisted: [:], depth: Depth())
    type.members += deepTypes
  }

  private func fill(_ type: ResponseType, hoisted: [ShapeID: String], depth: Depth) {
    guard let shape = type.shape else { return }
    if depth.selection > Declarations.maximumDepth { return reportDepth() }
    if shape.isEnumeration {
      fillEnumeration(type, shape, depth)
    } else {
      fillStructure(type, shape, hoisted, depth)
    }
  }

  /// Reports the current definition as too deep, once.
  private func reportDepth() {
    if !tooDeep.insert(definition).inserted { return }
    diagnostics.append(
      Diagnostic(
        .error, .typesTooDeep,
        "Selections are nested more than \(Declarations.maximumDepth) deep here. Select fewer levels, or split the operation.",
        at: [tree.place(of: definition)]))
  }

  /// Whether a fragment is spread only by `others`, and not within their fields. A type that has one of `others` then has the fragment, too.
  func isSpread(_ fragment: NodeID, onlyBy others: Set<NodeID>) -> Bool {
    let all = spreads(of: fragment)
    return !all.isEmpty && all.allSatisfy { !$0.isWithinField && others.contains($0.definition) }
  }

  /// A spread of a fragment to point to in a warning: one in the current definition, otherwise the first of all.
  func spread(of fragment: NodeID) -> NodeID? {
    let all = spreads(of: fragment)
    return (all.first { $0.definition == definition } ?? all.first)?.spread
  }

  private func spreads(of fragment: NodeID) -> [Site] {
    if let known = spreadsOfFragments { return known[fragment] ?? [] }
    var found: [NodeID: [Site]] = [:]
    for definition in tree.definitions {
      var node = definition
      var endOfField = node
      let end = Int(tree.nodes[definition].next)
      while node < end {
        let kind = tree.nodes[node].kind
        if kind == .field, node >= endOfField { endOfField = Int(tree.nodes[node].next) }
        if kind == .fragmentSpread, let target = documents.fragment(ofSpread: node) {
          found[target, default: []].append((node, definition, isWithinField: node < endOfField))
        }
        node = node &+ 1
      }
    }
    spreadsOfFragments = found
    return found[fragment] ?? []
  }

  // MARK: - Structures

  private func fillStructure(
    _ type: ResponseType, _ shape: Shape, _ hoisted: [ShapeID: String], _ depth: Depth
  ) {
    var properties = nameProperties(shape)
    defer { type.properties = properties }
    for property in conformances.properties(of: shape) { nameFragment(property, of: type, shape, properties) }
    if !hasObjects(shape), shape.separateShapes.isEmpty { return }
    var types = typeScope(type, properties, hoisted.values)
    nameTypes(&properties, hoisted, memberNames.associatedTypes(of: shape), &types)
    let separateTypes = nameSeparateTypes(type, shape, &types)
    if depth.selection == 0 { rootNames = types }
    var inner: [DeclaredName] = []
    for index in properties.indices {
      guard let shape = properties[index].field.shape, let name = properties[index].typeName else { continue }
      if !hoisted.isEmpty, hoisted[shape.id] != nil {
        properties[index].object = owners[shape.id]
        continue
      }
      let member = place(shape, name, in: type, depth)
      inner.append(member)
      properties[index].object = member.type
      add(properties[index].field.directive, to: member.type)
    }
    type.members = inner
    for (index, inner, name) in separateTypes {
      let member = place(inner, name, in: type, depth)
      type.members.append(member)
      type.fragmentProperties[index].typeName = member.type.path
    }
  }

  /// Adds the protocols of `@apus(conformsTo:)` to a type. If the directive is on a field whose type is an alias, `type` is the alias's target.
  func add(_ directive: ApusDirective?, to type: ResponseType) {
    for conformance in directive?.conformsTo ?? []
    where !type.directiveConformances.contains(conformance.text) {
      type.conformancesOfDirectives.append(conformance)
    }
  }

  /// Declares the type of a field's objects or of an inline fragment in `parent`. If `parent` is nested too deeply, the type is declared in the
  /// outermost type, with an alias in `parent`.
  private func place(
    _ shape: Shape, _ name: String, in parent: ResponseType, _ depth: Depth
  ) -> DeclaredName {
    guard depth.nesting >= Declarations.maximumNesting, owners[shape.id] == nil, let root else {
      return place(shape, name, in: parent, hoisted: [:], depth)
    }
    let deepName = freeName(name, in: parent)
    let path = "\(root.path).\(deepName)"
    let type = newType(shape, name: deepName, path: path)
    deepTypes.append(.type(type))
    fill(type, hoisted: [:], depth: Depth(selection: depth.selection + 1, nesting: 1))
    return .alias(name: name, target: type)
  }

  /// Makes a name for a type that is declared in the outermost one, such as `ReplyAuthor`: puts the names of enclosing types before `name`, the
  /// innermost first, until the result differs from all names in the outermost type, the documents and the schema.
  private func freeName(_ name: String, in parent: ResponseType) -> String {
    var candidate = name
    for outer in parent.path.split(separator: ".").reversed() {
      candidate = outer + candidate
      if isFree(candidate) { break }
    }
    while !isFree(candidate) { candidate += "_" }
    rootNames.reserve(candidate)
    return candidate
  }

  private func isFree(_ name: String) -> Bool {
    rootNames.isFree(name) && tree.names.find(name) == 0
      && tree.names.find(SwiftNames.lowercasedFirst(name)) == 0
  }

  /// Declares a type in another type.
  ///
  /// - Parameter hoisted: for a case's payload, the names of types that the enum declares for all cases, by shape.
  private func place(
    _ shape: Shape, _ name: String, in parent: ResponseType, hoisted: [ShapeID: String], _ depth: Depth
  ) -> DeclaredName {
    let member = declare(shape, name: name, path: "\(parent.path).\(name)")
    if case .type(let type) = member { fill(type, hoisted: hoisted, depth: depth.inner) }
    return member
  }

  /// Whether any field has selections.
  private func hasObjects(_ shape: Shape) -> Bool {
    let fields = shape.fields
    for index in fields.indices where fields[index].shape != nil { return true }
    return false
  }

  /// A scope for the names of nested types. They must differ from outer names and from the type's own members.
  private func typeScope(
    _ type: ResponseType, _ properties: [Property], _ hoisted: some Sequence<String>
  ) -> NameScope {
    var scope = NameScope(outer: outerNames)
    for index in properties.indices { scope.reserve(properties[index].swiftName) }
    for fragment in type.fragmentProperties { scope.reserve(fragment.swiftName) }
    for name in hoisted { scope.reserve(name) }
    return scope
  }

  // MARK: - Enumerations

  private func fillEnumeration(_ type: ResponseType, _ shape: Shape, _ depth: Depth) {
    var members = NameScope(taken: ["other"])
    var properties = nameProperties(shape)
    let associatedTypes = memberNames.associatedTypes(of: shape)
    for name in associatedTypes.union(properties.map(\.swiftName)) { members.reserve(name) }
    var types = typeScope(type, properties, [])
    nameTypes(&properties, [:], associatedTypes, &types)
    if depth.selection == 0 { rootNames = types }
    defer { type.properties = properties }
    var hoisted: [ShapeID: String] = [:]
    for index in properties.indices where properties[index].field.caseShapes.isEmpty {
      guard let shape = properties[index].field.shape, let name = properties[index].typeName else { continue }
      let member = place(shape, name, in: type, depth)
      type.members.append(member)
      properties[index].object = member.type
      add(properties[index].field.directive, to: member.type)
      hoisted[shape.id] = name
    }
    var payloads: [DeclaredName] = []
    for value in shape.cases {
      let name = value.conditions.isEmpty ? "other" : members.claim(caseName(value), suffix: "Object")
      // A name without letters, such as `_1`, would be the same for the case and its type.
      types.reserve(name)
      let payload = place(
        value.shape, types.claim(options.acronyms.spell(SwiftNames.capitalized(name)), suffix: "Object"),
        in: type,
        hoisted: hoisted, depth)
      payloads.append(payload)
      type.cases.append(
        TypeCase(swiftName: name, typeName: payload.name, payload: payload.type, value: value))
    }
    type.fragmentProperties = conformances.sharedProperties(of: shape).compactMap { field in
      var property = type.cases.last?.payload.fragmentProperties.first { $0.field.isSame(as: field) }
      property?.field.condition = field.condition
      return property
    }
    type.members = payloads + type.members
    for index in properties.indices where !properties[index].field.caseShapes.isEmpty {
      guard let name = properties[index].typeName else { continue }
      let key = properties[index].field.key
      let types = type.cases.compactMap { value in
        value.payload.property(key)?.object.map { (value.swiftName, $0) }
      }
      let union = ResponseType(
        of: properties[index].swiftName, name: name, path: "\(type.path).\(name)", types,
        avoiding: outerNames)
      type.unions.append(union)
      properties[index].object = union
    }
    type.properties = properties
    addAccessors(to: type, &members, &types)
  }

  private func caseName(_ value: Case) -> String {
    let names = value.conditions.map { options.typeName(schema.name($0)) }
    var name = names.joined(separator: value.isAlternative ? "Or" : "And")
    // `CatOrDogOrCow` is hard to read, so for more than two names only their common ending is used.
    if value.isAlternative, names.count > 2, let first = names.first {
      name = SwiftNames.commonEnding(of: names) ?? first + "OrSimilar"
    }
    return SwiftNames.caseName(SwiftNames.lowercasedFirst(name))
  }
}
