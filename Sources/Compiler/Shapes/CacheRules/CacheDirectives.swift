import ApusSource
import ApusSchema
import ApusSyntax

/// The cache rules that a schema itself declares, mostly in extensions: `@typePolicy(keyFields:)`, `@fieldPolicy(forField:keyArgs:)` and
/// `@cacheControl(maxAge:)`, with the names and arguments of Apollo's clients and servers.
///
/// `@connection` adds no rule: a paginated list is recognized by its fields.
struct CacheDirectives {
  /// The rules, in source order.
  private(set) var rules: [CacheRule] = []
  private let diagnostics: DiagnosticSink
  private let schema: Schema
  private let tree: SyntaxTree

  init(_ schema: Schema, _ diagnostics: DiagnosticSink) {
    self.diagnostics = diagnostics
    self.schema = schema
    tree = schema.tree
    let names = ["typePolicy", "fieldPolicy", "cacheControl", "connection"].map(schema.names.find)
    // Nearly all schemas have none of these directives, so their definitions need no visit.
    if names.allSatisfy({ $0 == 0 }) { return }
    for definition in tree.definitions { read(definition) }
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
    // Apollo Kotlin's other arguments, such as `embeddedFields`, list fields whose objects are stored inside their parent. This cache stores all
    // objects without a key there, so the arguments are not needed.
    if tree.argument("keyFields", of: directive) == nil, tree.child(directive, .argument) != nil { return }
    guard let keys = words("keyFields", of: directive), !keys.isEmpty else {
      return report(
        .invalidCacheKey,
        "\"@typePolicy\" of \"\(type)\" lacks \"keyFields\". List the fields that identify an object of the type: keyFields: \"id\".",
        directive)
    }
    rules.append(CacheRule(type, .keys(keys), from: .directive(directive)))
  }

  private mutating func readLookup(in type: String, _ directive: NodeID) {
    guard let field = words("forField", of: directive)?.first, let keys = words("keyArgs", of: directive)
    else {
      return report(
        .invalidCacheLookup,
        "\"@fieldPolicy\" of \"\(type)\" needs both \"forField\" and \"keyArgs\". Name the field, and the arguments that identify the object it returns: forField: \"album\", keyArgs: \"id\".",
        directive)
    }
    // Without keys, the policy only lists pagination arguments, which the cache already knows.
    if keys.isEmpty { return }
    rules.append(CacheRule("\(type).\(field)", .lookup(keys), from: .directive(directive)))
  }

  private mutating func readAge(of name: String, _ directive: NodeID) {
    // Without `maxAge`, the directive only sets `scope` or `inheritMaxAge`.
    guard let value = tree.argument("maxAge", of: directive) else { return }
    guard let seconds = tree.integer(value), seconds >= 0 else {
      return report(
        .invalidCacheAge,
        "\"maxAge\" in \"@cacheControl\" of \"\(name)\" must be a number of seconds, 0 or more.", directive)
    }
    rules.append(CacheRule(name, .maxAge(seconds), from: .directive(directive)))
  }

  private func checkConnection(_ type: String, _ directive: NodeID) {
    let id = schema.type(named: schema.names.find(type))
    func has(_ name: String) -> Bool {
      id.flatMap { schema.field(schema.names.find(name), of: $0) } != nil
    }
    if let id, schema[id].isComposite, has("pageInfo"), has("edges") || has("nodes") { return }
    diagnostics.append(
      Diagnostic(
        .warning, .unheededDirective,
        "\"\(type)\" is not a connection, so \"@connection\" has no effect. A connection has the field \"pageInfo\", and \"edges\" or \"nodes\".",
        at: [tree.range(of: directive)]))
  }

  // MARK: - Reading

  /// The names in a directive's string argument, separated by spaces or commas; nil if the argument is missing or contains anything else.
  private func words(_ name: String, of directive: NodeID) -> [String]? {
    guard let text = tree.string(tree.argument(name, of: directive)) else { return nil }
    let isName = { (byte: UInt8) in
      byte == 0x5F || 0x30...0x39 ~= byte || 0x61...0x7A ~= byte | 0x20
    }
    let words = text.split { $0 == " " || $0 == "," }.map(String.init)
    return words.allSatisfy { $0.utf8.allSatisfy(isName) } ? words : nil
  }

  /// The name of the type that a field definition returns, without list and non-null wrappers.
  private func named(_ field: NodeID) -> String {
    var type = tree.type(field)
    while let node = type, tree.kind(node) == .listType { type = tree.type(node) }
    return type.map { tree.name($0) } ?? ""
  }

  private func report(_ code: DiagnosticCode, _ message: String, _ directive: NodeID) {
    diagnostics.append(Diagnostic(.error, code, message, at: [tree.range(of: directive)]))
  }
}
