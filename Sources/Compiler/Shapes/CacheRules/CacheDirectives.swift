import ApusSource
import ApusSchema
import ApusSyntax

/// The cache rules in a schema itself, mostly in extensions: `@typePolicy(keyFields:)`, `@fieldPolicy(forField:keyArgs:)` and
/// `@cacheControl(maxAge:)`, as Apollo's clients and servers know them.
///
/// The configuration takes precedence. `@connection` adds nothing: lists with pages are known by their fields.
package struct CacheDirectives {
  private let diagnostics: DiagnosticSink
  /// Where the schema says what a key of the configuration could say.
  private var places: [String: (directive: String, range: SourceRange)] = [:]
  private let schema: Schema
  private let tree: SyntaxTree
  private let configured: ShapeOptions
  private var options: ShapeOptions

  /// - Parameter options: what the configuration says; takes what the schema adds to it.
  package init(_ schema: Schema, _ options: inout ShapeOptions, _ diagnostics: DiagnosticSink) {
    self.diagnostics = diagnostics
    self.schema = schema
    tree = schema.tree
    configured = options
    self.options = options
    guard options.usesCache else { return }
    let names = ["typePolicy", "fieldPolicy", "cacheControl", "connection"].map(schema.names.find)
    // Nearly all schemas: no definition has to be looked at.
    if names.allSatisfy({ $0 == 0 }) { return }
    for definition in tree.definitions { read(definition) }
    options = self.options
  }

  private mutating func read(_ definition: NodeID) {
    switch tree.kind(definition) {
    case .objectType, .interfaceType, .unionType: break
    default: return
    }
    let type = tree.name(definition)
    for directive in tree.children(definition, .directive) { read(directive, type, nil) }
    for field in tree.children(definition, .fieldDefinition) {
      for directive in tree.children(field, .directive) { read(directive, type, field) }
    }
  }

  // MARK: - Directives

  private mutating func read(_ directive: NodeID, _ type: String, _ field: NodeID?) {
    switch tree.name(directive) {
    case "typePolicy" where field == nil: readKeys(of: type, directive)
    case "fieldPolicy" where field == nil: readLookup(in: type, directive)
    case "cacheControl": readAge(of: field.map { "\(type).\(tree.name($0))" } ?? type, directive)
    case "connection": checkConnection(field.map(named) ?? type, directive)
    default: break
    }
  }

  private mutating func readKeys(of type: String, _ directive: NodeID) {
    // Apollo Kotlin's other arguments name fields whose objects have no record of their own, as those without a key here.
    if tree.argument("keyFields", of: directive) == nil, tree.child(directive, .argument) != nil { return }
    guard let keys = words("keyFields", of: directive), !keys.isEmpty else {
      return report(
        .invalidCacheKey, "@typePolicy of \"\(type)\" needs \"keyFields\": names of its own fields.",
        directive)
    }
    // Other types keep the default key.
    if options.cacheKeys.isEmpty { options.cacheKeys["*"] = ["id"] }
    add(keys, "keys", type, directive, configured.cacheKeys[type], to: \.cacheKeys)
  }

  private mutating func readLookup(in type: String, _ directive: NodeID) {
    guard let field = words("forField", of: directive)?.first, let keys = words("keyArgs", of: directive)
    else {
      return report(
        .invalidCacheLookup,
        "@fieldPolicy of \"\(type)\" needs \"forField\", and \"keyArgs\": names of the field's arguments.",
        directive)
    }
    // Without keys it says which arguments are those of pages: the cache knows them.
    if keys.isEmpty { return }
    let name = "\(type).\(field)"
    add(keys, "lookups", name, directive, configured.cacheLookups[name], to: \.cacheLookups)
  }

  private mutating func readAge(of name: String, _ directive: NodeID) {
    // Without an age it says who may share a response, or whose age is inherited.
    guard let value = tree.argument("maxAge", of: directive) else { return }
    guard let seconds = tree.integer(value), seconds >= 0 else {
      return report(
        .invalidCacheAge, "\"maxAge\" of @cacheControl of \"\(name)\" is no number of seconds.", directive)
    }
    add(seconds, "maxAge", name, directive, configured.cacheMaxAges[name], to: \.cacheMaxAges)
  }

  private mutating func checkConnection(_ type: String, _ directive: NodeID) {
    let id = schema.type(named: schema.names.find(type))
    func has(_ name: String) -> Bool {
      let field = schema.names.find(name)
      return field != 0 && schema.field(field, of: id) != 0
    }
    if id != 0, schema.types[Int(id)].isComposite, has("pageInfo"), has("edges") || has("nodes") { return }
    diagnostics.append(
      Diagnostic(
        .warning, .unheededDirective,
        "\"\(type)\" is no connection: the cache puts pages together that have \"pageInfo\", and \"edges\" or \"nodes\".",
        at: [tree.range(of: directive)]))
  }

  // MARK: - What they add

  private mutating func add<Value: Equatable>(
    _ value: Value, _ key: String, _ name: String, _ directive: NodeID, _ configured: Value?,
    to path: WritableKeyPath<ShapeOptions, [String: Value]>
  ) {
    let coordinate = "cache.\(key).\(name)"
    if let known = configured ?? options[keyPath: path][name] {
      if known == value { return }
      let other = configured == nil ? "another directive of the schema" : "\"\(coordinate)\" in apus.json"
      diagnostics.append(
        Diagnostic(
          .warning, .unheededDirective,
          "\"@\(tree.name(directive))\" of \"\(name)\" does not count: \(other) says something else.",
          at: [tree.range(of: directive)]))
      return
    }
    options[keyPath: path][name] = value
    places[coordinate] = (tree.name(directive), tree.range(of: directive))
  }

  /// Gives diagnostics about what the schema says its place there.
  package func placed(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    if places.isEmpty { return diagnostics }
    return diagnostics.map { diagnostic in
      guard let key = diagnostic.configurationKey, diagnostic.ranges.isEmpty, let place = places[key] else {
        return diagnostic
      }
      let words = key.split(separator: ".").prefix(2).joined(separator: ".")
      var message = diagnostic.message
      if message.hasPrefix("\"\(words)\"") {
        message = "@\(place.directive)" + message.dropFirst(words.utf8.count + 2)
      }
      return Diagnostic(diagnostic.severity, diagnostic.code, message, at: [place.range])
    }
  }

  // MARK: - Reading

  /// The names in a string, with spaces or commas between them; nil for anything else.
  private func words(_ name: String, of directive: NodeID) -> [String]? {
    guard let text = tree.string(tree.argument(name, of: directive)) else { return nil }
    let isName = { (byte: UInt8) in
      byte == 0x5F || 0x30...0x39 ~= byte || 0x61...0x7A ~= byte | 0x20
    }
    let words = text.split { $0 == " " || $0 == "," }.map(String.init)
    return words.allSatisfy { $0.utf8.allSatisfy(isName) } ? words : nil
  }

  /// The type of a field without its lists.
  private func named(_ field: NodeID) -> String {
    var type = tree.type(field)
    while let node = type, tree.kind(node) == .listType { type = tree.type(node) }
    return type.map { tree.name($0) } ?? ""
  }

  private mutating func report(_ code: DiagnosticCode, _ message: String, _ directive: NodeID) {
    diagnostics.append(Diagnostic(.error, code, message, at: [tree.range(of: directive)]))
  }
}
