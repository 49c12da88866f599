import ApusSyntax

/// The directives of Apollo Federation and of composite schemas, in a subgraph's SDL or a supergraph's.
///
/// Subgraphs omit definitions that composition adds: those of the directives, and of types that they extend.
///
/// https://www.apollographql.com/docs/graphos/schema-design/federated-schemas/reference/directives
/// https://graphql.github.io/composite-schemas-spec/draft/
package struct Federation {
  /// Whether the schema uses a federation directive.
  package let isUsed: Bool
  /// The local names of `@inaccessible`.
  private let inaccessible: Set<String>
  /// The local names of directives that `@link` imports under other ones, and what names that are not imported begin with.
  private let imported: Set<String>
  private let prefixes: [String]
  private let tree: SyntaxTree?

  private static let directives: Set<String> = [
    "key", "requires", "provides", "external", "tag", "extends", "override", "shareable", "inaccessible",
    "composeDirective", "interfaceObject", "authenticated", "requiresScopes", "policy", "context",
    "fromContext",
    "cost", "listSize", "link", "core", "connect", "source", "lookup", "internal", "is", "require",
  ]
  private static let prefixes = ["federation__", "join__", "link__", "core__", "connect__", "fusion__"]

  /// Directives that only a federated schema uses without defining them.
  private static let telling: Set<String> = [
    "key", "shareable", "external", "requires", "provides", "extends", "interfaceObject", "core", "lookup",
  ]

  /// A schema without federation.
  init() {
    isUsed = false
    inaccessible = []
    imported = []
    prefixes = Self.prefixes
    tree = nil
  }

  init(_ tree: SyntaxTree) {
    self.tree = tree
    let links = SpecificationLink.all(in: tree).filter { !$0.isForClients }
    let prefixes = Self.prefixes + links.map(\.prefix)
    self.prefixes = prefixes
    imported = Set(links.flatMap(\.imports.keys))
    var names = Set(links.flatMap { $0.imports.filter { $0.value == "inaccessible" }.map(\.key) })
    var isUsed = links.contains { ["federation", "join", "inaccessible"].contains($0.name) }
    var node = 0
    let end = tree.count
    // Fast path for nearly all schemas.
    if Self.telling.union(["inaccessible", "link"]).allSatisfy({ tree.names.find($0) == 0 }) {
      self.isUsed = false
      inaccessible = []
      return
    }
    while node < end {
      defer { node = node &+ 1 }
      guard case .directive = tree.nodes[node].kind else { continue }
      let name = tree.name(node)
      if Self.telling.contains(name) || prefixes.contains(where: name.hasPrefix) { isUsed = true }
      if name == "link" || name == "core" {
        let text = tree.children(node, .argument).compactMap(tree.value).map { tree.text(of: $0) }.joined()
        if text.contains("/federation") || text.contains("/join") { isUsed = true }
      }
      if name == "inaccessible" || name.hasSuffix("__inaccessible") { names.insert(name) }
    }
    self.isUsed = isUsed || !names.isEmpty
    inaccessible = names
  }

  /// Whether the schema may use a directive without defining it.
  func needsNoDefinition(_ name: String) -> Bool {
    isUsed
      && (Self.directives.contains(name) || imported.contains(name)
        || prefixes.contains(where: name.hasPrefix))
  }

  /// For each type that is only extended, makes its first extension the definition: another subgraph defines it.
  func defineExtendedTypes() {
    guard let tree else { return }
    var defined: Set<NameID> = []
    for node in tree.definitions where tree.nodes[node].flags & NodeFlag.isExtension == 0 {
      if Self.isType(tree.kind(node)) { defined.insert(tree.nodes[node].name) }
    }
    for node in tree.definitions where tree.nodes[node].flags & NodeFlag.isExtension != 0 {
      guard Self.isType(tree.kind(node)), defined.insert(tree.nodes[node].name).inserted else { continue }
      tree.nodes[node].flags &= ~NodeFlag.isExtension
    }
  }

  private static func isType(_ kind: NodeKind) -> Bool {
    switch kind {
    case .scalarType, .objectType, .interfaceType, .unionType, .enumType, .inputObjectType: true
    default: false
    }
  }

  // MARK: - Inaccessible elements

  /// The reason why clients cannot use a definition; nil if they can.
  ///
  /// - Parameters:
  ///   - node: the definition.
  ///   - name: its name for messages: `Album.cost`.
  package func reasonNotToUse(_ node: NodeID, _ name: String) -> String? {
    guard isUsed, let tree, node >= 0 else { return nil }
    if ["join__", "link__", "core__", "fusion__"].contains(where: name.hasPrefix) {
      return
        "\"\(name)\" is for the federation's gateway and not part of the API that clients see."
    }
    for directive in tree.children(node, .directive) where inaccessible.contains(tree.name(directive)) {
      return
        "\"\(name)\" is @inaccessible, so it is not part of the API that clients see."
    }
    return nil
  }
}
