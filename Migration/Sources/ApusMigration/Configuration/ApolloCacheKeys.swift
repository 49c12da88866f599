import ApusDriver
import ApusSource
import ApusSwiftSource
import ApusShapes
import ApusSchema
import ApusSyntax

/// The cache keys of Apollo's cache: `@typePolicy` in the schema, the common forms of `SchemaConfiguration.swift`, and
/// the key arguments in `@fieldPolicy`.
struct ApolloCacheKeys {
  /// Key fields by type name, or `*` for all types.
  private(set) var fields: [(type: String, names: [String])] = []
  /// Key arguments, by the field's coordinate.
  private(set) var lookups: [(field: String, arguments: [String])] = []
  private(set) var remarks: [String] = []
  /// Whether the keys need properties. If they come from the schema, Apollo selects them everywhere, and local cache
  /// mutations need them to identify a new list element.
  var haveProperties = false

  mutating func add(_ type: String, _ names: [String]) {
    if !fields.contains(where: { $0.type == type }) { fields.append((type, names)) }
  }

  /// Reads the policies in a schema.
  mutating func read(_ tree: SyntaxTree) {
    for definition in tree.definitions {
      for directive in tree.children(definition, .directive) where tree.name(directive) == "typePolicy" {
        let keys = text("keyFields", of: directive, tree)
        let names = keys.split { $0 == " " || $0 == "," }.map(String.init)
        if names.isEmpty || keys.contains("{") {
          remarks.append(
            "by hand: @typePolicy of \(tree.name(definition)): list plain fields of \(tree.name(definition)) under \"keys\" of \"cache\""
          )
        } else {
          add(tree.name(definition), names)
          haveProperties = true
        }
      }
      for directive in tree.children(definition, .directive) where tree.name(directive) == "fieldPolicy" {
        let field = "\(tree.name(definition)).\(text("forField", of: directive, tree))"
        let arguments = text("keyArgs", of: directive, tree).split { $0 == " " || $0 == "," }.map(String.init)
        // Without keys the policy only lists pagination arguments, which the cache already knows.
        if !arguments.isEmpty { lookups.append((field, arguments)) }
      }
    }
  }

  /// The string value of an argument, without quotes.
  private func text(_ name: String, of directive: NodeID, _ tree: SyntaxTree) -> String {
    tree.children(directive, .argument).first { tree.name($0) == name }
      .flatMap { tree.value($0) }.map { tree.text(of: $0).filter { $0 != "\"" } } ?? ""
  }

  /// Reads `cacheKeyInfo(for:object:)`: `switch type { case Objects.Dog: … object["id"] … }`, or `object["id"]` for all
  /// types.
  mutating func read(_ source: SourceFile, show: (String) -> String) {
    let tokens = SwiftLexer.tokens(of: source)
    guard let start = tokens.firstIndex(where: { $0.text == "cacheKeyInfo" }) else { return }
    var types: [String] = ["*"]
    var names: [String: [String]] = [:]
    var order: [String] = []
    for index in tokens.indices[start...].dropLast(3) {
      switch tokens[index].text {
      case "case":
        let pattern = tokens[(index + 1)...].prefix { !$0.is(":") }
        types = pattern.filter(\.isWord).map(\.text).filter { $0 != "Objects" && $0 != "let" }
        let isQualified = pattern.contains { $0.text == "Objects" }
        types = isQualified ? types.filter { !isModule($0, in: Array(pattern)) } : []
      case "default": types = []
      case "object" where tokens[index + 1].is("[") && tokens[index + 3].is("]"):
        let name = tokens[index + 2].text.filter { $0 != "\"" }
        for type in types {
          if names[type] == nil { order.append(type) }
          if names[type]?.contains(name) != true { names[type, default: []].append(name) }
        }
      case "uniqueKeyGroup":
        remarks.append("by hand: \(show(source.path)): \"keys\" of \"cache\" have no groups of types")
      default: break
      }
    }
    for type in order {
      let fields = names[type] ?? []
      if fields.count == 1 {
        add(type, fields)
      } else {
        remarks.append(
          "by hand: \(show(source.path)): the key of \(type == "*" ? "every type" : type) is of several fields: \"keys\" of \"cache\""
        )
      }
    }
  }

  /// Whether a word of a pattern is followed by a dot.
  private func isModule(_ word: String, in pattern: [SwiftToken]) -> Bool {
    pattern.indices.dropLast().contains { pattern[$0].text == word && pattern[$0 + 1].is(".") }
  }

  /// Drops keys that are not in the schema, which would be errors, and those already covered by `*`.
  mutating func keep(_ schema: Schema) {
    let everywhere = fields.first { $0.type == "*" }?.names
    fields = fields.filter { entry in
      if entry.type == "*" { return true }
      if entry.names == everywhere { return false }
      let type = schema.type(named: schema.names.find(entry.type))
      let isKnown =
        type.map { type in
          schema[type].isComposite
            && entry.names.allSatisfy { schema.field(schema.names.find($0), of: type) != nil }
        } ?? false
      if !isKnown {
        remarks.append("\(entry.type).\(entry.names.joined(separator: " ")) is not a key field in the schema")
      }
      return isKnown
    }
    var options = ShapeOptions()
    options.usesCache = true
    options.cacheRules =
      fields.map { CacheRule($0.type, .keys($0.names)) }
      + lookups.map { CacheRule($0.field, .lookup($0.arguments)) }
    let faults = DiagnosticSink()
    _ = CacheRules(options, schema, faults)
    lookups = lookups.filter { entry in
      guard let fault = faults.all.first(where: { $0.configurationKey == "cache.lookups.\(entry.field)" })
      else {
        return true
      }
      remarks.append("by hand: @fieldPolicy of \(entry.field): \(fault.message)")
      return false
    }
  }

  /// The members of "cache"; empty if Apollo has no keys.
  var members: [(name: String, value: JSONOutput)] {
    let keys = fields.sorted { ByteOrder.precedes($0.type, $1.type) }.map {
      ($0.type, JSONOutput.strings($0.names))
    }
    let rows = lookups.sorted { ByteOrder.precedes($0.field, $1.field) }.map {
      ($0.field, JSONOutput.strings($0.arguments))
    }
    return (keys.isEmpty ? [] : [("keys", .object(keys))])
      + (rows.isEmpty ? [] : [("lookups", .object(rows))])
      + (haveProperties ? [("properties", .boolean(true))] : [])
  }
}
