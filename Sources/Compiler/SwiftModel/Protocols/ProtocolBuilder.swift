import ApusSource
import ApusSchema
import ApusSyntax
import ApusShapes

/// Creates the protocols of fragments from the fragments' types.
///
/// A protocol mirrors the fragment's own type: it has a getter for each property, and for each object an associated type with the protocol of that
/// object as its bound. If an object only spreads a single fragment, the bound is that fragment's protocol.
struct ProtocolBuilder {
  /// The fragments with their protocols, each after those that it spreads.
  private(set) var fragments: [Fragment] = []
  var fragmentsInSourceOrder: [Fragment] { fragments.sorted { $0.node < $1.node } }
  private let tree: SyntaxTree
  private let guards: GuardTable
  private var solver: ConformanceSolver
  /// The protocols by shape: those of fragments, of objects nested in them, and of payloads of cases.
  private(set) var protocols: [ShapeID: FragmentProtocol] = [:]
  /// The protocol of each fragment definition.
  private(set) var ofFragments: [NodeID: FragmentProtocol] = [:]
  /// The protocols that are emitted after the current fragment's, for objects nested in it and for payloads of cases.
  private var nested: [FragmentProtocol] = []
  private var current: NodeID = 0
  /// The protocols of the current fragment, which can still change, because no other protocol inherits them yet.
  private var open: Set<ObjectIdentifier> = []
  private var names = NameScope()
  /// The names of the getters that return a fragment's case: `animalNameCase`.
  private var getters: Set<String> = []

  private let associatedTypes: AssociatedTypeNames
  private let modules: DocumentModules

  init(
    _ declarations: Declarations, _ sent: SentDocuments, _ globalNames: GlobalNames,
    _ directives: ApusDirectives, _ conditions: FragmentVariables, _ guards: GuardTable,
    _ solver: ConformanceSolver, _ diagnostics: DiagnosticSink
  ) {
    self.guards = guards
    self.solver = solver
    associatedTypes = declarations.associatedTypeNames
    modules = declarations.modules
    tree = declarations.tree
    var module = 0
    for (node, data) in declarations.fragments {
      // Reserve the names of a module's declarations before its fragments are built. Protocols may share names with declarations in modules above.
      while module <= modules.number(of: node) {
        for name in globalNames.taken(in: module) { names.reserve(name) }
        module += 1
      }
      guard let own = globalNames.fragments[node] else { continue }
      let result = build(node, data.type, own.protocolName)
      if let result, result.data === data.type, result.name == own.protocolName {
        result.directiveConformances = directives.places[node]?.conformsTo.map(\.text) ?? []
      }
      fragments.append(
        Fragment(
          node: node, name: tree.name(node), swiftName: own.typeName, protocolName: own.protocolName,
          data: data, document: sent.fragments[node],
          conditions: BoundVariable.all(of: node, conditions, declarations.documents), ownProtocol: result,
          nestedProtocols: nested))
    }
    let tooLarge = fragments.filter { $0.protocols.contains { $0.choice?.isTooLarge == true } }
    if let fragment = tooLarge.min(by: { $0.node < $1.node }) {
      refuse(fragment, diagnostics)
    }
  }

  /// Reports a fragment with more type conditions than Swift can check.
  private func refuse(_ fragment: Fragment, _ diagnostics: DiagnosticSink) {
    let choice = fragment.protocols.lazy.compactMap(\.choice).first(where: \.isTooLarge)
    diagnostics.append(
      Diagnostic(
        .error, .tooManyTypeConditions,
        "The fragment \"\(fragment.name)\" has \(choice?.cases.count ?? 0) type conditions, more than Swift can check. Split it into two fragments.",
        at: [tree.place(of: fragment.node)]))
  }

  /// Builds the protocol of a fragment. The protocols of fragments that it spreads already exist.
  private mutating func build(_ fragment: NodeID, _ data: ResponseType, _ name: String) -> FragmentProtocol? {
    current = fragment
    nested = []
    guard let shape = data.shape else { return nil }
    // A fragment that only spreads another one shares its protocol.
    if let known = protocols[shape.id] {
      ofFragments[fragment] = known
      return known
    }
    let result = FragmentProtocol(name: name, data: data, shape)
    open = [ObjectIdentifier(result)]
    protocols[shape.id] = result
    ofFragments[fragment] = result
    fill(result)
    return result
  }

  /// The protocol of an object nested in a fragment, or of a case's payload. It is built on first use.
  ///
  /// - Parameters:
  ///   - place: the name of the object's type, or of the case.
  ///   - outer: for a case's payload, the fragments that the enum itself spreads.
  private mutating func nestedProtocol(
    _ data: ResponseType, in parent: FragmentProtocol, as place: String, outer: [NodeID] = []
  ) -> FragmentProtocol? {
    guard let shape = data.shape else { return nil }
    if let known = protocols[shape.id] { return known }
    let result = FragmentProtocol(
      name: names.claim(FragmentProtocol.name(parent.fragmentName, parent.places + [place]), suffix: "_"),
      data: data, shape, at: (parent, place))
    protocols[shape.id] = result
    nested.append(result)
    open.insert(ObjectIdentifier(result))
    fill(result, outer: outer)
    return result
  }

  // MARK: - Requirements and parents

  private mutating func fill(_ result: FragmentProtocol, outer: [NodeID] = []) {
    let data = result.data
    let outer = Set(outer)
    let spread = data.fragments.compactMap { fragment -> FragmentProtocol? in
      guard fragment != current, let parent = ofFragments[fragment], parent !== result else { return nil }
      // If the fragment has type conditions, the enum itself conforms to it, and the payload is only a case of it.
      if parent.choice != nil, outer.contains(fragment) { return nil }
      return solver.conforms(result.shape, to: parent.shape) ? parent : nil
    }
    let inherited = Set(spread.lazy.flatMap(\.parents).map(ObjectIdentifier.init))
    for parent in spread where !inherited.contains(ObjectIdentifier(parent)) {
      result.inherit(parent)
      inheritCase(of: parent, in: result)
    }
    for fragment in data.fragmentProperties { result.require(fragment) }
    for property in data.properties {
      let inherited = result.allRequirements[property.field.key]
      guard property.object != nil else {
        if inherited == nil { result.require(FragmentProtocol.Requirement(property: property)) }
        continue
      }
      guard let type = ProtocolBuilder.commonType(of: property, in: data),
        let bound = nestedProtocol(type, in: result, as: type.name)
      else { continue }
      if let inherited {
        if let known = inherited.bound, !known.inherits(bound) { result.refine(inherited, to: bound) }
      } else {
        result.require(
          FragmentProtocol.Requirement(
            property: property,
            associatedType: associatedTypes.name(
              for: tree.names.string(property.field.key), in: modules[current]),
            bound: bound))
      }
    }
    addNestedParents(result)
    if data.isEnumeration { addChoice(result) }
  }

  /// The type whose protocol is the bound of a property's associated type. If the type differs between cases, it is that of "everything else",
  /// because the other cases select the same fields and more.
  private static func commonType(of property: Property, in data: ResponseType) -> ResponseType? {
    guard let type = property.object, type.isUnion else { return property.object }
    return data.cases.last?.payload.property(property.field.key)?.object
  }

  /// Makes the protocols of nested objects inherit those that the parents have for the same objects: `DetailFragment_Artist: CardFragment_Artist`.
  private mutating func addNestedParents(_ result: FragmentProtocol) {
    if result.parents.isEmpty { return }
    for property in result.data.properties {
      let key = property.field.key
      guard let bound = result.allRequirements[key]?.bound else { continue }
      for parent in result.parents {
        if let outer = parent.allRequirements[key]?.bound { inherit(outer, in: bound) }
      }
    }
  }

  /// Makes the protocol of an object inherit another fragment's protocol for the same object, and does the same for the objects nested in it.
  private mutating func inherit(_ parent: FragmentProtocol, in result: FragmentProtocol) {
    // Protocols of other fragments are complete and cannot change.
    guard open.contains(ObjectIdentifier(result)), !result.inherits(parent), !parent.inherits(result) else {
      return
    }
    guard solver.conforms(result.shape, to: parent.shape) else { return }
    result.inherit(parent)
    inheritCase(of: parent, in: result)
    for property in result.data.properties {
      let key = property.field.key
      if let outer = parent.allRequirements[key]?.bound, let bound = result.allRequirements[key]?.bound {
        inherit(outer, in: bound)
      }
    }
    for value in result.choice?.cases ?? [] {
      inheritCase(of: parent, in: value.bound, value.own.types)
    }
  }

  /// If a parent has type conditions and all objects of `result` belong to one of its cases, makes `result` inherit the protocol of that case.
  ///
  /// - Parameter types: if `result` is the protocol of a case, the object types of that case; otherwise empty.
  private mutating func inheritCase(
    of parent: FragmentProtocol, in result: FragmentProtocol, _ types: [TypeID] = []
  ) {
    guard let choice = parent.choice, open.contains(ObjectIdentifier(result)),
      !result.shape.isEnumeration, let index = choice.lookup.index(of: result.shape, types)
    else { return }
    let bound = choice.cases[index].bound
    if !bound.inherits(result), solver.conforms(result.shape, to: bound.shape) { result.inherit(bound) }
  }

  // MARK: - Type conditions

  /// The prefix of the names that a conforming type declares for a choice, and the getter's name: `AnimalNameFragment` and `animalNameCase`. For a
  /// nested object, both contain as much of the end of the path to it as makes the getter unique.
  private mutating func subject(of result: FragmentProtocol) -> (type: String, getter: String) {
    let whole = result.fragmentName
    let ending = NameSuffix.fragment
    let stem = whole.hasSuffix(ending) ? String(whole.dropLast(ending.count)) : whole
    var count = min(1, result.places.count)
    while true {
      let place = result.places.suffix(count).joined()
      var getter = SwiftNames.lowercasedFirst(stem + place) + "Case"
      let isLast = count == result.places.count
      while isLast, tree.names.find(getter) != 0 || getters.contains(getter) { getter += "_" }
      if isLast || tree.names.find(getter) == 0 && !getters.contains(getter) {
        getters.insert(getter)
        return (whole + place, getter)
      }
      count += 1
    }
  }

  /// A name for the associated type or the alias that a choice adds to conforming types. No nested type for a field and no protocol can have it.
  private mutating func memberTypeName(_ wanted: String) -> String {
    var name = names.claim(wanted, suffix: "_")
    while isWritten(name) { name = names.claim(name + "_", suffix: "_") }
    return name
  }

  /// Whether a nested type may have this name, because the documents or the schema contain a name that becomes it.
  private func isWritten(_ name: String) -> Bool {
    let key = SwiftNames.lowercasedFirst(name)
    return [name, key, name + "s", key + "s"].contains { tree.names.find($0) != 0 }
  }

  private mutating func addChoice(_ result: FragmentProtocol) {
    // A type can conform to several protocols with a choice, so what it declares for each must have a different name.
    let (name, getterName) = subject(of: result)
    var cases: [FragmentProtocol.Choice.Case] = []
    let ownRest = solver.conformances.hasOwnRest(result.shape) ? result.data.cases.last : nil
    for value in result.data.cases where !value.conditions.isEmpty {
      guard let bound = caseProtocol(value, of: result) else { continue }
      for parent in result.parents { inheritCase(of: parent, in: bound, value.types) }
      cases.append(FragmentProtocol.Choice.Case(bound: bound, own: value))
    }
    let lookup = CaseLookup(
      cases.compactMap(\.own.value), rest: result.data.cases.last?.payload.shape, guards)
    // "Everything else" is only a case with a payload if it has more than what all cases share.
    if let ownRest, let bound = caseProtocol(ownRest, of: result) {
      cases.append(FragmentProtocol.Choice.Case(bound: bound, own: ownRest))
    }
    func choiceName(_ ending: String) -> String {
      names.claim(FragmentProtocol.name(result.fragmentName, result.places, ending: ending), suffix: "_")
    }
    var casesMember = "Cases"
    while cases.contains(where: { $0.own.typeName == casesMember }) { casesMember += "_" }
    result.choice = FragmentProtocol.Choice(
      enumName: choiceName("Case"),
      casesName: choiceName("Cases"),
      choiceName: choiceName("Choice"), casesMember: casesMember,
      familyName: choiceName("Family"),
      stem: name, typesName: memberTypeName(name + "Types"), sharedName: memberTypeName(name + "Shared"),
      getterName: getterName,
      cases: cases, hasRest: ownRest != nil, lookup: lookup)
  }

  private mutating func caseProtocol(_ value: TypeCase, of result: FragmentProtocol) -> FragmentProtocol? {
    nestedProtocol(
      value.payload, in: result, as: SwiftNames.capitalized(value.swiftName), outer: result.data.fragments)
  }
}
