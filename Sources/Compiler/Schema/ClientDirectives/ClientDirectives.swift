import ApusSyntax

/// The set of client-side directives: those that a schema imports from client specifications, those of the Apollo and
/// Relay clients, and those named in the configuration.
package struct ClientDirectives {
  private var links: [SpecificationLink] = []
  private var configured: Set<String> = []
  /// Known names that introspection lists, which means that the server accepts them.
  private var ofServer: Set<String> = []
  private let isEmpty: Bool

  /// Creates an empty set.
  init() { isEmpty = true }

  /// - Parameter configured: additional names, without the `@`.
  init(_ schema: Schema, configured: [String]) {
    isEmpty = false
    links = SpecificationLink.all(in: schema.tree).filter(\.isForClients)
    self.configured = Set(configured)
    for directive in schema.allDirectives {
      let directive = schema[directive]
      guard schema.tree.source(of: directive.node).path.lowercased().hasSuffix(".json") else { continue }
      ofServer.insert(schema.names.string(directive.name))
    }
  }

  /// Whether a configuration can name a directive: whether `name` is a name in GraphQL, and not one that the specification defines. The meaning of those
  /// is fixed, and servers need them.
  package static func canBeConfigured(_ name: String) -> Bool {
    NameForm(name) == .valid && !ofSpecification.contains(name)
  }

  private static let ofSpecification: Set<String> = ["deprecated", "include", "oneOf", "skip", "specifiedBy"]

  /// The entry of a directive; nil if it is sent.
  package subscript(_ name: String) -> ClientDirective? {
    if isEmpty { return nil }
    for link in links {
      if let original = link.imports[name] { return Self.linked(original) }
      if name.hasPrefix(link.prefix) { return Self.linked(String(name.dropFirst(link.prefix.utf8.count))) }
    }
    if let known = ClientDirective.known[name] {
      switch known.meaning {
      case .needless, .unsupported: if ofServer.contains(name), !configured.contains(name) { return nil }
      default: break
      }
      return known
    }
    return configured.contains(name) ? ClientDirective(meaning: .needless) : nil
  }

  private static func linked(_ name: String) -> ClientDirective {
    ClientDirective.known[name]
      ?? ClientDirective(
        meaning: .unsupported(
          "The specification is known, but not this directive of it. Correct the name, or remove it."))
  }

  /// Whether the schema may contain directives about the nullability of its fields.
  package func maySayOfNullability(_ names: NameTable) -> Bool {
    let known = ["semanticNonNull", "semanticNonNullField", "catchByDefault", "throwOnFieldError"]
    return !isEmpty && (!links.isEmpty || known.contains { names.find($0) != 0 })
  }

  /// Whether a schema may use the directive without defining it.
  func needsNoDefinition(_ name: String) -> Bool { !isEmpty && (name == "link" || self[name] != nil) }
}
