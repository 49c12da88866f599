import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax
import ApusShapes

/// The Swift names of operations and fragments, which must be unique in their module: `AlbumQuery`, `AlbumCardFragment` and `AlbumCardData`.
///
/// If two definitions would get the same name, one is renamed, with a warning. The order of definitions does not decide which. Names are given in
/// this order: to the schema's types, to definitions of modules below, to a definition with exactly the name, to definitions whose names already have
/// Swift's spelling, then to all others, each sorted by name.
package struct GlobalNames {
  private(set) var operations: [NodeID: String] = [:]
  private(set) var fragments: [NodeID: (protocolName: String, typeName: String)] = [:]
  /// The names of anonymous operations, taken from their files.
  private(set) var anonymous: [NodeID: String] = [:]
  /// The names of the operations and fragments of each module, by its number.
  private(set) var ofModules: [[String]]
  /// A warning for each definition of this module that was renamed.
  private var renamed: [Diagnostic] = []
  /// The last definition that was given each name, for the notes of warnings.
  private var owners: [String: NodeID] = [:]
  private let tree: SyntaxTree
  private let schemaNames: ModuleSchemaNames
  private let modules: DocumentModules
  /// For each name, the numbers of the modules with a definition of that name.
  private var givers: [String: [Int]] = [:]
  /// The number of the module whose definitions are being named. ``reservedNames`` are the names that are reserved in it.
  private var module = 0
  /// For each module, whether the module being named can use its declarations.
  private var visible: [Bool] = []
  private var reservedNames: ReservedNames
  /// Names that operations must not have because associated types in protocols of modules below have them, by the operations' module; "" is the
  /// compiled module.
  private let avoided: [String: Set<String>]

  /// All names of operations, and of fragments' types and protocols.
  var given: [String] {
    operations.map(\.value) + fragments.map(\.value.protocolName) + fragments.map(\.value.typeName)
  }

  /// The name of an operation's type.
  func operationName(_ node: NodeID) -> String { operations[node] ?? tree.name(node) }

  /// The names of an operation's type, or of a fragment's type and protocol.
  package func names(of node: NodeID) -> [String] {
    if let operation = operations[node] { return [operation] }
    return fragments[node].map { [$0.typeName, $0.protocolName] } ?? []
  }

  /// A definition that needs a name. `isExact` is whether its name is already spelled as in Swift, so that only a suffix is added.
  private typealias Claim = (node: NodeID, name: String, isExact: Bool, path: String)

  package init(_ documents: DocumentIndex, _ options: GenerationOptions, _ diagnostics: DiagnosticSink) {
    self.init(
      documents, options, ModuleSchemaNames(documents.schema, options),
      DocumentModules(documents.tree, options.documentModules), diagnostics)
  }

  init(
    _ documents: DocumentIndex, _ options: GenerationOptions, _ schemaNames: ModuleSchemaNames,
    _ modules: DocumentModules, avoiding avoided: [String: Set<String>] = [:], _ diagnostics: DiagnosticSink
  ) {
    self.avoided = avoided
    tree = documents.tree
    self.schemaNames = schemaNames
    self.modules = modules
    ofModules = Array(repeating: [], count: modules.own + 1)
    reservedNames = ReservedNames(options)
    let definitions = modules.grouped(
      tree.definitions.filter {
        [.operation, .fragmentDefinition].contains(documents.tree.kind($0))
      })
    for (number, options) in (options.dependencyModules.map(\.options) + [options]).enumerated() {
      module = number
      visible = modules.visible(from: number)
      reservedNames = ReservedNames(options)
      name(claims(definitions[number], options), options)
    }
    diagnostics.append(contentsOf: renamed.sortedByPlace())
  }

  /// The names of a module's operations, fragments, enums and input objects. Enums and input objects are left out if they have the same names in the
  /// module with the previous number.
  func taken(in module: Int) -> [String] {
    ofModules[module] + (schemaNames.isShared[module] ? [] : schemaNames.all[module].all.sorted())
  }

  private mutating func claims(_ definitions: [NodeID], _ options: GenerationOptions) -> [Claim] {
    var shortNames: [String: Int] = [:]
    for node in definitions where tree.nodes[node].name == 0 {
      shortNames[GlobalNames.name(ofFile: tree.source(of: node).path, isWhole: false), default: 0] += 1
    }
    var claims: [Claim] = []
    for node in definitions {
      let path = tree.source(of: node).path
      var name = tree.nodes[node].name == 0 ? "" : tree.name(node)
      if name.isEmpty {
        let short = GlobalNames.name(ofFile: path, isWhole: false)
        name = shortNames[short] == 1 ? short : GlobalNames.name(ofFile: path)
        anonymous[node] = name
      }
      claims.append((node, name, isExact: options.typeName(name) == name, path))
    }
    return claims.sorted { a, b in
      if a.isExact != b.isExact { return a.isExact }
      return a.name != b.name ? a.name < b.name : a.path < b.path
    }
  }

  private mutating func name(_ claims: [Claim], _ options: GenerationOptions) {
    nameFragments(claims.filter { tree.kind($0.node) == .fragmentDefinition }, options)
    for kind in [OperationKind.query, .mutation, .subscription] {
      nameOperations(
        claims.filter { tree.kind($0.node) == .operation && tree.operationKind($0.node) == kind }, kind,
        options
      )
    }
  }

  // MARK: - Fragments

  private mutating func nameFragments(_ own: [Claim], _ options: GenerationOptions) {
    var names: [NodeID: [Name]] = [:]
    for (claim, candidates) in candidates(of: own, suffix: NameSuffix.fragment, options) {
      names[claim.node, default: []].append(give(candidates, claim.node))
    }
    // The type of a fragment `HeroFragment` would be `HeroData`, and so would that of a fragment `HeroData`. Then one of them becomes
    // `HeroFragmentData` or `HeroDataFragmentData`.
    let spelled = candidates(of: own, suffix: NameSuffix.data, options) {
      GlobalNames.stem(of: $0, suffix: NameSuffix.fragment)
    }
    for (claim, candidates) in spelled {
      let whole =
        GlobalNames.name(options.typeName(claim.name), suffix: NameSuffix.fragment) + NameSuffix.data
      names[claim.node, default: []].append(give(candidates + [whole], claim.node))
    }
    for claim in own {
      guard let given = names[claim.node], given.count == 2 else { continue }
      fragments[claim.node] = (protocolName: given[0].given, typeName: given[1].given)
      note(given, claim.node)
    }
  }

  /// The names that each definition can have, the preferred one first. Definitions that are called exactly like their preferred name come first, so
  /// that they get it.
  ///
  /// - Parameter stem: returns the name to which the suffix is appended.
  private func candidates(
    of claims: [Claim], suffix: String, _ options: GenerationOptions,
    stem: (_ name: String) -> String = { $0 }
  ) -> [(claim: Claim, names: [String])] {
    let all = claims.map { claim in
      let spellings = [options.typeName(claim.name), SwiftNames.capitalized(claim.name)]
      return (claim: claim, names: spellings.map { GlobalNames.name(stem($0), suffix: suffix) })
    }
    return all.filter { $0.claim.name == $0.names[0] } + all.filter { $0.claim.name != $0.names[0] }
  }

  // MARK: - Operations

  private mutating func nameOperations(
    _ claims: [Claim], _ kind: OperationKind, _ options: GenerationOptions
  ) {
    for (claim, candidates) in candidates(of: claims, suffix: NameSuffix.operation(kind), options) {
      let given = give(candidates, claim.node)
      operations[claim.node] = given.given
      note([given], claim.node)
    }
  }

  /// The name that a definition would have by default, and the name that it has.
  private typealias Name = (wanted: String, given: String)

  /// The reason why no definition can have a name, to follow "is" in a message; nil if definitions can have it.
  private func owner(of name: String) -> String? {
    avoided[modules.name(of: module) ?? ""]?.contains(name) == true
      ? "used in the protocols of a module that the target depends on" : reservedNames.owner(of: name)
  }

  private func isFree(_ name: String) -> Bool {
    !schemaNames.all[module].all.contains(name) && owner(of: name) == nil
      && givers[name]?.contains { visible[$0] } != true
  }

  /// Gives a definition the first of these names that is free, or else the first one with a number: `AlbumQuery2`.
  private mutating func give(_ candidates: [String], _ node: NodeID) -> Name {
    guard let wanted = candidates.first else { return ("", "") }
    var name = candidates.first(where: isFree)
    var number = 2
    while name == nil {
      let numbered = wanted + String(number)
      if isFree(numbered) { name = numbered }
      number += 1
    }
    let given = name ?? wanted
    givers[given, default: []].append(module)
    ofModules[module].append(given)
    owners[given] = node
    return (wanted, given)
  }

  /// Warns once about a definition that did not get its default names.
  private mutating func note(_ names: [Name], _ node: NodeID) {
    let names = names.filter { $0.given != $0.wanted }
    // The modules below warn about their own definitions.
    guard let wanted = names.first?.wanted, module == modules.own else { return }
    let owner = owners[wanted]
    let reason =
      if let reserved = self.owner(of: wanted) {
        "\"\(wanted)\" is \(reserved). To choose the name yourself, rename the definition."
      } else {
        "\"\(wanted)\" is the name of \(owner == nil ? "a type in the schema" : "another definition"). To choose the name yourself, rename one of them."
      }
    let given = names.map { "\"\($0.given)\"" }.joined(separator: " and ")
    renamed.append(
      Diagnostic(
        .warning, .nameCollision, "This definition becomes \(given) in Swift, because \(reason)",
        at: [tree.place(of: node)],
        notes: owner.map { [Diagnostic.Note("The other one is here.", at: tree.place(of: $0))] } ?? []))
  }
}
