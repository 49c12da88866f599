import ApusSyntax

/// A schema's `@link` to a specification of directives.
///
/// https://specs.apollo.dev/link/v1.0
struct SpecificationLink {
  /// The specification's name: `federation` or `nullability`.
  let name: String
  /// The prefix of the specification's names that are not imported.
  let prefix: String
  /// Maps a directive's name in documents to its name in the specification.
  let imports: [String: String]

  /// Whether the directives are for clients. The others are for servers and gateways.
  var isForClients: Bool { Self.ofClients.contains(name) }

  private static let ofClients: Set<String> = [
    "nullability", "kotlin_labs", "kotlin_compiler_options", "kotlin_ignore", "cache", "fakes",
  ]

  /// The links of a schema.
  static func all(in tree: SyntaxTree) -> [SpecificationLink] {
    let name = tree.names.find("link")
    if name == 0 { return [] }
    var result: [SpecificationLink] = []
    for definition in tree.definitions where tree.kind(definition) == .schemaDefinition {
      for directive in tree.children(definition, .directive) where tree.nodes[directive].name == name {
        if let link = SpecificationLink(directive, tree) { result.append(link) }
      }
    }
    return result
  }

  private init?(_ directive: NodeID, _ tree: SyntaxTree) {
    // For example https://specs.apollo.dev/nullability/v0.4.
    var parts = (tree.string(tree.argument("url", of: directive)) ?? "").split(separator: "/")
    if let last = parts.last, last.hasPrefix("v"), last.dropFirst().allSatisfy({ $0.isNumber || $0 == "." }) {
      parts.removeLast()
    }
    guard let name = parts.last.map(String.init), parts.contains("specs.apollo.dev") else {
      return nil
    }
    self.name = name
    prefix = (tree.string(tree.argument("as", of: directive)) ?? name) + "__"
    var imports: [String: String] = [:]
    if let list = tree.argument("import", of: directive) {
      for case (let name, let local)? in tree.children(list).map({ Self.imported($0, tree) }) {
        imports[local] = name
      }
    }
    self.imports = imports
  }

  /// The name and the local name of an imported directive: `"@catch"`, or `{ name: "@catch", as: "@caught" }`.
  private static func imported(_ element: NodeID, _ tree: SyntaxTree) -> (name: String, local: String)? {
    func member(_ name: String) -> String? {
      tree.child(element, .objectField, named: tree.names.find(name)).flatMap { tree.string($0 + 1) }
    }
    guard let name = tree.string(element) ?? member("name"), name.hasPrefix("@") else { return nil }
    return (String(name.dropFirst()), String((member("as") ?? name).drop { $0 == "@" }))
  }
}
