import ApusSyntax

/// Which directives are for clients: those that a schema imports from specifications for clients, the ones that Apollo's and
/// Relay's clients have, and what the configuration names.
package struct ClientDirectives {
  private var links: [SpecificationLink] = []
  private var configured: Set<String> = []
  /// Known names that the server itself says it has: an introspection lists what the server accepts.
  private var ofServer: Set<String> = []
  private let isEmpty: Bool

  /// None.
  init() { isEmpty = true }

  /// - Parameter configured: more names, without the `@`.
  init(_ schema: Schema, configured: [String]) {
    isEmpty = false
    links = SpecificationLink.all(in: schema.tree)
    self.configured = Set(configured)
    for index in 1..<max(1, schema.directiveCount) {
      let node = schema.directives[index].node
      guard schema.tree.source(of: node).path.lowercased().hasSuffix(".json") else { continue }
      ofServer.insert(schema.names.string(schema.directives[index].name))
    }
  }

  /// What the directive of that name is; nil for one that is sent.
  package subscript(_ name: String) -> ClientDirective? {
    if isEmpty { return nil }
    for link in links {
      if let original = link.imports[name] { return Self.linked(original) }
      if name.hasPrefix(link.prefix) { return Self.linked(String(name.dropFirst(link.prefix.utf8.count))) }
    }
    if let known = ClientDirective.known[name] {
      switch known {
      case .needless, .unheeded: if ofServer.contains(name), !configured.contains(name) { return nil }
      default: break
      }
      return known
    }
    return configured.contains(name) ? .needless : nil
  }

  private static func linked(_ name: String) -> ClientDirective {
    ClientDirective.known[name] ?? .unheeded("Apus knows the specification, but not this directive of it.")
  }

  /// Whether a schema can have directives on the nullability of its fields.
  package func maySayOfNullability(_ names: NameTable) -> Bool {
    let known = ["semanticNonNull", "semanticNonNullField", "catchByDefault"]
    return !isEmpty && (!links.isEmpty || known.contains { names.find($0) != 0 })
  }

  /// Whether a schema may use the directive without defining it.
  func needsNoDefinition(_ name: String) -> Bool { !isEmpty && (name == "link" || self[name] != nil) }
}
