import ApusDiagnostics
import ApusDocuments
import ApusSchema
import ApusSyntax

/// The Swift names of operations and fragments, which stand beside one another in a module.
///
/// A name that would be taken twice is renamed, and that is told once. Who keeps the name does not depend on the order of
/// the definitions: first the schema's types, then the fragments of dependency modules, then definitions that are spelled
/// like the Swift name, then all others, each by name.
package struct GlobalNames {
  /// A fragment's names in Swift.
  package struct FragmentNames {
    package var protocolName: String
    package var typeName: String
  }

  private(set) var operations: [NodeID: String] = [:]
  package private(set) var fragments: [NodeID: FragmentNames] = [:]
  /// The names that operations without one have: their files'.
  private(set) var anonymous: [NodeID: String] = [:]
  /// A warning for each definition that was renamed.
  private(set) var diagnostics: [Diagnostic] = []
  /// Every name that is given, and those of the schema's types.
  private(set) var taken: Set<String>
  /// Who was given a name.
  private var owners: [String: NodeID] = [:]
  private let tree: SyntaxTree

  /// The names of operations, and of fragments' types and protocols.
  var given: [String] {
    operations.map(\.value) + fragments.map(\.value.protocolName) + fragments.map(\.value.typeName)
  }

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
    self.init(documents, options, SchemaNames(documents.schema))
  }

  init(_ documents: DocumentIndex, _ options: GenerationOptions, _ schemaNames: SchemaNames) {
    tree = documents.tree
    taken = schemaNames.all
    var claims: [Claim] = []
    for file in tree.files {
      for node in tree.definitions(file) {
        let kind = tree.kind(node)
        if kind != .operation, kind != .fragmentDefinition { continue }
        var name = tree.nodes[node].name == 0 ? "" : tree.name(node)
        if name.isEmpty {
          name = DefinitionNames.name(ofFile: file.source.path)
          anonymous[node] = name
        }
        claims.append(
          Claim(node: node, name: name, isExact: SwiftNames.type(name) == name, path: file.source.path))
      }
    }
    claims.sort { a, b in
      if a.isExact != b.isExact { return a.isExact }
      return a.name != b.name ? a.name < b.name : a.path < b.path
    }
    nameFragments(claims.filter { tree.kind($0.node) == .fragmentDefinition }, options)
    for kind in [OperationKind.query, .mutation, .subscription] {
      nameOperations(
        claims.filter { tree.kind($0.node) == .operation && tree.operationKind($0.node) == kind }, kind)
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
    let stems = DefinitionNames(own.map(\.name), suffix: "Fragment")
    for claim in own {
      let stem = stems.stem(of: claim.name)
      let whole = SwiftNames.type(claim.name)
      let long = whole.hasSuffix("Fragment") ? whole : whole + "Fragment"
      fragments[claim.node] = FragmentNames(
        protocolName: give([stem + "Fragment", long + "Fragment"], claim.node),
        typeName: give([stem + "Data", long + "Data"], claim.node))
    }
  }

  // MARK: - Operations

  private mutating func nameOperations(_ claims: [Claim], _ kind: OperationKind) {
    let suffix = SwiftNames.capitalized(kind.keyword)
    let stems = DefinitionNames(claims.map(\.name), suffix: suffix)
    for claim in claims {
      let stem = stems.stem(of: claim.name)
      let name = stem == suffix ? stem : stem + suffix
      operations[claim.node] = give([name, SwiftNames.type(claim.name) + suffix], claim.node)
    }
  }

  /// The first of some names that is free; else the first with underscores behind it.
  private mutating func give(_ candidates: [String], _ node: NodeID) -> String {
    guard let wanted = candidates.first else { return "" }
    var name = candidates.first { !taken.contains($0) } ?? wanted + "_"
    while taken.contains(name) { name += "_" }
    taken.insert(name)
    owners[name] = node
    if name != wanted { note(wanted, name, node) }
    return name
  }

  private mutating func note(_ wanted: String, _ name: String, _ node: NodeID) {
    func range(_ node: NodeID) -> SourceRange {
      tree.nodes[node].name == 0 ? tree.range(of: node) : tree.nameRange(of: node)
    }
    let owner = owners[wanted]
    let reason = owner == nil ? "a type of the schema" : "another definition"
    diagnostics.append(
      Diagnostic(
        .warning, .nameCollision,
        "This is \"\(name)\" in Swift, since \"\(wanted)\" is the name of \(reason). Rename one of them for a better name.",
        at: [range(node)], notes: owner.map { [Diagnostic.Note("The other one.", at: range($0))] } ?? []))
  }
}
