import ApusSyntax

/// A schema's `@link` to a specification of client-side directives.
///
/// https://specs.apollo.dev/link/v1.0
struct SpecificationLink {
  /// The prefix of the specification's names that are not imported.
  let prefix: String
  /// Maps a directive's name in documents to its name in the specification.
  let imports: [String: String]

  /// Apollo's specifications for clients; the others are for servers and gateways.
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
    var url = ""
    var alias: String?
    var imports: [String: String] = [:]
    for argument in tree.children(directive, .argument) {
      guard let value = tree.value(argument) else { continue }
      switch tree.name(argument) {
      case "url": url = tree.text(ofString: value) ?? ""
      case "as": alias = tree.text(ofString: value)
      case "import":
        for element in tree.children(value) {
          guard let (name, local) = Self.imported(element, tree) else { continue }
          imports[local] = name
        }
      default: continue
      }
    }
    // For example https://specs.apollo.dev/nullability/v0.4.
    var parts = url.split(separator: "/")
    if let last = parts.last, last.hasPrefix("v"), last.dropFirst().allSatisfy({ $0.isNumber || $0 == "." }) {
      parts.removeLast()
    }
    guard let name = parts.last.map(String.init), parts.contains("specs.apollo.dev"),
      Self.ofClients.contains(name)
    else { return nil }
    prefix = (alias ?? name) + "__"
    self.imports = imports
  }

  /// The name and the local name of an imported directive: `"@catch"`, or `{ name: "@catch", as: "@caught" }`.
  private static func imported(_ element: NodeID, _ tree: SyntaxTree) -> (name: String, local: String)? {
    var name = tree.text(ofString: element)
    var local: String?
    for field in tree.kind(element) == .objectValue ? tree.children(element, .objectField) : [] {
      guard let text = tree.value(field).flatMap({ tree.text(ofString: $0) }) else { continue }
      if tree.name(field) == "name" { name = text }
      if tree.name(field) == "as" { local = text }
    }
    guard let name, name.hasPrefix("@") else { return nil }
    return (String(name.dropFirst()), String((local ?? name).drop { $0 == "@" }))
  }
}

extension SyntaxTree {
  /// The text of a string value; nil for any other value.
  fileprivate func text(ofString value: NodeID) -> String? {
    kind(value) == .stringValue ? stringValue(value) : nil
  }
}
