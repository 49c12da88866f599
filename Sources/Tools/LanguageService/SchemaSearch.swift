import ApusSchema
import ApusSource
import ApusSyntax

/// Finds elements of a schema by the words in their names and descriptions.
package struct SchemaSearch {
  package enum Kind: String, CaseIterable {
    case type, field, enumValue, inputField, directive, argument
  }

  /// An element that was found.
  package struct Match {
    package let symbol: Symbol
    package let kind: Kind
    /// Its schema coordinate, for example `Album.tracks(first:)`.
    ///
    /// See [Schema Coordinates](https://spec.graphql.org/September2025/#sec-Schema-Coordinates).
    package let coordinate: String
    package let isDeprecated: Bool
    /// Better matches have smaller ranks.
    fileprivate let rank: Int
  }

  private let schema: Schema
  private let names: NameTable
  private let query: [UInt8]
  private let words: [[UInt8]]
  private let kinds: Set<Kind>
  private var matches: [Match] = []

  /// - Parameters:
  ///   - query: words that must all occur in an element's name, coordinate or description; without any, everything matches.
  ///   - kinds: the kinds of elements to find; all if empty.
  ///   - owner: the type or directive whose members are searched; nil for the whole schema.
  /// - Returns: the matches, the best ones first.
  package static func find(
    _ query: String, kinds: Set<Kind> = [], of owner: Symbol? = nil, in analysis: Analysis
  ) -> [Match] {
    var search = SchemaSearch(query, kinds, analysis)
    switch owner {
    case .type(let type): search.addMembers(of: type)
    case .directive(let directive): search.addArguments(of: directive)
    default: search.addAll()
    }
    return search.matches.sorted { left, right in
      if left.rank != right.rank { return left.rank < right.rank }
      if left.isDeprecated != right.isDeprecated { return right.isDeprecated }
      if left.kind != right.kind { return left.kind.order < right.kind.order }
      return isBeforeInNaturalOrder(left.coordinate, right.coordinate)
    }
  }

  private init(_ query: String, _ kinds: Set<Kind>, _ analysis: Analysis) {
    schema = analysis.schema
    names = analysis.names
    self.query = SchemaSearch.lowercase(query.filter { $0 != " " })
    words = query.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map {
      SchemaSearch.lowercase(String($0))
    }
    self.kinds = kinds.isEmpty ? Set(Kind.allCases) : kinds
  }

  // MARK: - Elements

  private mutating func addAll() {
    for type in schema.allTypes {
      // The types of introspection are the specification's, not the schema's.
      if schema.name(type).hasPrefix("__") { continue }
      add(.type(type), .type, schema.name(type), name: schema.name(type), schema[type].node)
      addMembers(of: type)
    }
    for directive in schema.allDirectives {
      let name = names.string(schema[directive].name)
      add(.directive(directive), .directive, "@" + name, name: name, schema[directive].node)
      addArguments(of: directive)
    }
  }

  private mutating func addMembers(of type: TypeID) {
    let owner = schema.name(type)
    switch schema[type].kind {
    case .object, .interface:
      for field in schema.fields(of: type) {
        let name = names.string(schema[field].name)
        if name.hasPrefix("__") { continue }
        add(.field(field), .field, "\(owner).\(name)", name: name, schema[field].node)
        for argument in schema.arguments(of: field) { add(argument, of: "\(owner).\(name)") }
      }
    case .enum:
      for value in schema.enumValues(of: type) {
        let name = names.string(schema[value].name)
        add(.enumValue(value), .enumValue, "\(owner).\(name)", name: name, schema[value].node)
      }
    case .inputObject:
      for field in schema.inputFields(of: type) {
        let name = names.string(schema[field].name)
        add(.input(field), .inputField, "\(owner).\(name)", name: name, schema[field].node)
      }
    case .scalar, .union: break
    }
  }

  private mutating func addArguments(of directive: DirectiveID) {
    for argument in schema.arguments(of: directive) {
      add(argument, of: "@" + names.string(schema[directive].name))
    }
  }

  private mutating func add(_ argument: InputValueID, of owner: String) {
    let name = names.string(schema[argument].name)
    add(.input(argument), .argument, "\(owner)(\(name):)", name: name, schema[argument].node)
  }

  // MARK: - Ranks

  private mutating func add(
    _ symbol: Symbol, _ kind: Kind, _ coordinate: String, name: String, _ node: NodeID
  ) {
    guard kinds.contains(kind), let rank = rank(coordinate, name, node) else { return }
    let isDeprecated = node >= 0 && schema.tree.deprecationReason(of: node) != nil
    matches.append(
      Match(symbol: symbol, kind: kind, coordinate: coordinate, isDeprecated: isDeprecated, rank: rank))
  }

  /// How well an element matches; nil if it does not.
  private func rank(_ coordinate: String, _ name: String, _ node: NodeID) -> Int? {
    if words.isEmpty { return 0 }
    let lowName = SchemaSearch.lowercase(name)
    let lowCoordinate = SchemaSearch.lowercase(coordinate)
    if lowCoordinate == query || lowCoordinate.dropFirst().elementsEqual(query) && coordinate.hasPrefix("@") {
      return 0
    }
    if lowName == query { return 1 }
    if lowName.starts(with: query) { return 2 }
    let parts = SchemaSearch.parts(of: name)
    if words.allSatisfy(parts.contains) { return 3 }
    if words.allSatisfy({ SchemaSearch.contains(lowName, $0) }) { return 4 }
    let absent = words.filter { !SchemaSearch.contains(lowCoordinate, $0) }
    if absent.isEmpty { return 5 }
    guard node >= 0, let description = schema.tree.description(node) else { return nil }
    let text = SchemaSearch.lowercase(description)
    return absent.allSatisfy { SchemaSearch.contains(text, $0) } ? 6 : nil
  }

  // Bytes rather than characters: a schema of a megabyte is searched for each question.

  private static func lowercase(_ text: String) -> [UInt8] { Array(text.lowercased().utf8) }

  private static func contains(_ text: [UInt8], _ word: [UInt8]) -> Bool {
    guard let first = word.first, text.count >= word.count else { return word.isEmpty }
    for start in 0...(text.count - word.count) where text[start] == first {
      if text[start..<(start + word.count)].elementsEqual(word) { return true }
    }
    return false
  }

  /// The words of a name, in lowercase: `releaseDate` has `release` and `date`.
  private static func parts(of name: String) -> [[UInt8]] {
    var parts: [[UInt8]] = []
    var part = ""
    for character in name {
      if character == "_" || character.isUppercase && part.last?.isUppercase == false {
        if !part.isEmpty { parts.append(lowercase(part)) }
        part = ""
      }
      if character != "_" { part.append(character) }
    }
    if !part.isEmpty { parts.append(lowercase(part)) }
    return parts
  }
}

extension SchemaSearch.Kind {
  fileprivate var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension Analysis {
  /// The type or directive (`@name`) of this name.
  package func owner(named name: String) -> Symbol? {
    if name.hasPrefix("@") {
      return schema.directive(named: names.find(String(name.dropFirst()))).map(Symbol.directive)
    }
    return schema.type(named: names.find(name)).map(Symbol.type)
  }

  /// The names of all types of the schema, without those of introspection.
  package var typeNames: [String] { schema.allTypes.map { schema.name($0) }.filter { !$0.hasPrefix("__") } }
}
