import ApusDiagnostics
import ApusDocuments
import ApusSchema
import ApusSyntax

/// The Swift names of operations and fragments, which must be unique in their module.
///
/// A name that would be taken twice is renamed, and that is told once. Who keeps the name does not depend on the order of
/// the definitions: first the schema's types, then the fragments of dependency modules, then definitions that are spelled
/// like the Swift name, then all others, each by name.
package struct GlobalNames {
  private(set) var operations: [NodeID: String] = [:]
  package private(set) var fragments: [NodeID: FragmentTypeNames] = [:]
  /// The names that operations without one have: their files'.
  private(set) var anonymous: [NodeID: String] = [:]
  /// A warning for each definition that was renamed.
  private(set) var diagnostics: [Diagnostic] = []
  /// Every name that is given, and those of the schema's types.
  private(set) var taken: Set<String>
  /// The definition that each given name belongs to.
  private var owners: [String: NodeID] = [:]
  private let tree: SyntaxTree
  private let reservedNames: ReservedNames

  /// The names of operations, and of fragments' types and protocols.
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

  /// A definition that wants names.
  private struct Claim {
    var node: NodeID
    var name: String
    /// Whether Swift's name begins like the definition's.
    var isExact: Bool
    var path: String
  }

  package init(_ documents: DocumentIndex, _ options: GenerationOptions) {
    self.init(documents, options, SchemaNames(documents.schema, options))
  }

  init(_ documents: DocumentIndex, _ options: GenerationOptions, _ schemaNames: SchemaNames) {
    tree = documents.tree
    reservedNames = ReservedNames(options)
    taken = schemaNames.all
    var claims: [Claim] = []
    var shortNames: [String: Int] = [:]
    for file in tree.files {
      for node in tree.definitions(file) where tree.kind(node) == .operation && tree.nodes[node].name == 0 {
        shortNames[DefinitionNames.name(ofFile: file.source.path, isWhole: false), default: 0] += 1
      }
    }
    for file in tree.files {
      for node in tree.definitions(file) {
        let kind = tree.kind(node)
        if kind != .operation, kind != .fragmentDefinition { continue }
        var name = tree.nodes[node].name == 0 ? "" : tree.name(node)
        if name.isEmpty {
          let short = DefinitionNames.name(ofFile: file.source.path, isWhole: false)
          name = shortNames[short] == 1 ? short : DefinitionNames.name(ofFile: file.source.path)
          anonymous[node] = name
        }
        claims.append(
          Claim(node: node, name: name, isExact: options.typeName(name) == name, path: file.source.path))
      }
    }
    claims.sort { a, b in
      if a.isExact != b.isExact { return a.isExact }
      return a.name != b.name ? a.name < b.name : a.path < b.path
    }
    nameFragments(claims.filter { tree.kind($0.node) == .fragmentDefinition }, options)
    for kind in [OperationKind.query, .mutation, .subscription] {
      nameOperations(
        claims.filter { tree.kind($0.node) == .operation && tree.operationKind($0.node) == kind }, kind,
        options
      )
    }
    diagnostics = diagnostics.sortedByPlace()
  }

  // MARK: - Fragments

  private mutating func nameFragments(_ claims: [Claim], _ options: GenerationOptions) {
    var own: [Claim] = []
    for claim in claims {
      if let names = options.dependencyFragments[claim.name] {
        fragments[claim.node] = names
        taken.insert(names.protocolName)
        taken.insert(names.typeName)
      } else {
        own.append(claim)
      }
    }
    let stems = DefinitionNames(own.map(\.name), suffix: "Fragment", options)
    let stemsOfData = DefinitionNames(own.map { stems.stem(of: $0.name) }, suffix: "Data", options)
    for claim in own {
      let stem = stems.stem(of: claim.name)
      let whole = options.typeName(claim.name)
      let spelled = SwiftNames.capitalized(claim.name)
      var candidates = [stem]
      if spelled != whole { candidates.append(spelled) }
      candidates.append(whole.hasSuffix("Fragment") ? whole : whole + "Fragment")
      let protocolName = give(candidates.map { $0 + "Fragment" }, claim.node)
      // `HeroData` rather than `HeroDataData`.
      let stemOfData = stemsOfData.stem(of: stem)
      if isFree(stemOfData + "Data") { candidates = [stemOfData] }
      let typeName = give(candidates.map { $0 + "Data" }, claim.node)
      fragments[claim.node] = FragmentTypeNames(protocolName: protocolName.given, typeName: typeName.given)
      note([protocolName, typeName], claim.node)
    }
  }

  // MARK: - Operations

  private mutating func nameOperations(
    _ claims: [Claim], _ kind: OperationKind, _ options: GenerationOptions
  ) {
    let suffix = SwiftNames.capitalized(kind.keyword)
    let stems = DefinitionNames(claims.map(\.name), suffix: suffix, options)
    for claim in claims {
      let stem = stems.stem(of: claim.name)
      let name = stem == suffix ? stem : stem + suffix
      let spelled = SwiftNames.capitalized(claim.name)
      let given = give([name, options.typeName(claim.name) + suffix, spelled + suffix], claim.node)
      operations[claim.node] = given.given
      note([given], claim.node)
    }
  }

  /// A name that a definition would have, and the one that it has.
  private struct Name {
    var wanted: String
    var given: String
  }

  private func isFree(_ name: String) -> Bool {
    !taken.contains(name) && reservedNames.owner(of: name) == nil
  }

  /// The first free name; if none is free, the first with underscores appended.
  private mutating func give(_ candidates: [String], _ node: NodeID) -> Name {
    guard let wanted = candidates.first else { return Name(wanted: "", given: "") }
    var name = candidates.first(where: isFree) ?? wanted + "_"
    while taken.contains(name) { name += "_" }
    taken.insert(name)
    owners[name] = node
    return Name(wanted: wanted, given: name)
  }

  /// Tells once of a definition that does not have the names that it would have.
  private mutating func note(_ names: [Name], _ node: NodeID) {
    let renamed = names.filter { $0.given != $0.wanted }
    guard let wanted = renamed.first?.wanted else { return }
    let owner = owners[wanted]
    let reason =
      if let reserved = reservedNames.owner(of: wanted) {
        "the name \"\(wanted)\" is \(reserved). Rename it for a better name."
      } else {
        "\"\(wanted)\" is the name of \(owner == nil ? "a type of the schema" : "another definition"). "
          + "Rename one of them for a better name."
      }
    let given = renamed.map { "\"\($0.given)\"" }.joined(separator: " and ")
    diagnostics.append(
      Diagnostic(
        .warning, .nameCollision, "This is \(given) in Swift, since \(reason)", at: [tree.place(of: node)],
        notes: owner.map { [Diagnostic.Note("The other one.", at: tree.place(of: $0))] } ?? []))
  }
}
