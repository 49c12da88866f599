import ApusSource
import ApusSchema
import ApusSyntax

/// The rules of the cache, from `apus.json` and from directives of the schema, with the names in them resolved.
package struct CacheRules {
  /// A rule for a type, or for a field of it.
  struct Row<Value> {
    var type: TypeID
    /// Nil if the rule is for the type itself.
    var field: NameID?
    var value: Value
  }

  /// The arguments of a field that form the keys of its objects, in the order of the key fields.
  ///
  /// With a lookup for `album(id: ID!)`, the cache reads `album(id: 5)` from the album with this key, even if no response contained this field with
  /// this argument.
  struct Lookup {
    /// For each key field, the path to its value: the name of an argument, and of a member if the argument is an input object.
    var paths: [[String]] = []
    /// The index of the path to a list of keys, one for each object; nil if the field returns a single object.
    var listed: Int?
  }

  /// The key fields of types with a rule. An empty list means that objects of the type are never identified.
  private(set) var keys: [Row<[NameID]>] = []
  /// The key fields of other types that have all of these fields: those of the rule for `*`, or `id` if there are no rules about keys.
  private(set) var commonKeys: [NameID] = []
  /// The age in seconds after which data without another rule is requested again.
  private(set) var commonAge: Int?
  private var ages: [Row<Int>] = []
  private var lookups: [Row<Lookup>] = []
  private var replacements: [Row<Void>] = []
  private let schema: Schema

  package init(_ options: ShapeOptions, _ schema: Schema, _ diagnostics: DiagnosticSink) {
    self.schema = schema
    guard options.usesCache else { return }
    let id = schema.names.find("id")
    if id != 0, !options.cacheRules.contains(where: \.isAboutKeys) { commonKeys = [id] }
    // In the order of their paths, `cache.keys` comes before `cache.lookups` and `cache.merge`, whose checks need the keys.
    for rule in Self.stated(options, schema, diagnostics).sorted(by: { $0.entry < $1.entry }) {
      do throws(CacheRuleFault) {
        try add(rule)
      } catch {
        diagnostics.append(rule.error(error.message, schema.tree))
      }
    }
  }

  /// The rules in `apus.json`, and those of directives that neither it nor an earlier directive overrides. Warns of a directive that is overridden
  /// with another value.
  private static func stated(
    _ options: ShapeOptions, _ schema: Schema, _ diagnostics: DiagnosticSink
  ) -> [CacheRule] {
    var rules: [String: CacheRule] = [:]
    for rule in options.cacheRules + CacheDirectives(schema, diagnostics).rules {
      guard let other = rules[rule.entry] else {
        rules[rule.entry] = rule
        continue
      }
      guard case .directive(let node) = rule.source, other.value != rule.value else { continue }
      let winner =
        switch other.source {
        case .configuration: "\"\(other.entry)\" in apus.json"
        case .directive: "another directive in the schema"
        }
      diagnostics.append(
        Diagnostic(
          .warning, .unheededDirective,
          "\"@\(schema.tree.name(node))\" of \"\(rule.subject)\" has no effect, because \(winner) has a different value. Remove one of the two.",
          at: [schema.tree.range(of: node)]))
    }
    return Array(rules.values)
  }

  private mutating func add(_ rule: CacheRule) throws(CacheRuleFault) {
    let check = CacheRuleCheck(schema, rule)
    switch rule.value {
    case .keys(let names) where rule.subject == "*": commonKeys = try check.commonKeys(names)
    case .keys(let names): keys.append(try check.keys(names))
    case .maxAge(let seconds) where rule.subject == "*": commonAge = seconds
    case .maxAge(let seconds): ages.append(try check.age(seconds))
    case .lookup(let arguments): lookups.append(try check.lookup(arguments, keys(of:)))
    case .replacement: replacements.append(try check.replacement(keys(of:)))
    }
  }

  // MARK: - Keys

  var hasKeys: Bool { !keys.isEmpty || !commonKeys.isEmpty }

  /// The key fields of a composite type: those of all rules for the type, its interfaces and its unions, otherwise the common ones.
  ///
  /// - Returns: an empty list if the cache cannot identify the type's objects, or must not, according to one of these rules.
  func keys(of type: TypeID) -> [NameID] {
    var found: [NameID] = []
    for row in keys where schema.isSubset(type, of: row.type) {
      if row.value.isEmpty { return [] }
      for name in row.value where !found.contains(name) && schema.isCacheKey(name, of: type) {
        found.append(name)
      }
    }
    if found.isEmpty, !commonKeys.isEmpty, commonKeys.allSatisfy({ schema.isCacheKey($0, of: type) }) {
      return commonKeys
    }
    return found
  }

  /// Whether a rule for the type itself declares that its objects are never identified: `"Line": []`.
  func isKeyless(_ type: TypeID) -> Bool { keys.contains { $0.type == type && $0.value.isEmpty } }

  // MARK: - Ages

  /// The maximum age of an object type or of one of its fields: that of a rule for the type itself, otherwise the lowest one for its interfaces and
  /// unions.
  ///
  /// - Parameter field: nil for the type itself.
  func maxAge(of field: NameID?, in type: TypeID) -> Int? {
    let rows = ages.filter { $0.field == field && schema.isSubset(type, of: $0.type) }
    return rows.first { $0.type == type }?.value ?? rows.map(\.value).min()
  }

  /// The fields of an object type that have an age limit, by a rule for the type or one of its interfaces.
  func fieldsWithMaxAge(of type: TypeID) -> Set<NameID> {
    Set(ages.filter { schema.isSubset(type, of: $0.type) }.compactMap(\.field))
  }

  // MARK: - Fields

  /// The lookup of an object type's field: that of a rule for the type itself, otherwise the first one for its interfaces.
  func lookup(of field: NameID, in type: TypeID) -> Lookup? {
    let rows = lookups.filter { $0.field == field && schema.isSubset(type, of: $0.type) }
    return (rows.first { $0.type == type } ?? rows.first)?.value
  }

  /// Whether new objects of a field replace the cached ones, by a rule for the object type or one of its interfaces.
  func isReplaced(_ field: NameID, in type: TypeID) -> Bool {
    replacements.contains { $0.field == field && schema.isSubset(type, of: $0.type) }
  }
}

extension CacheRule {
  fileprivate var isAboutKeys: Bool { if case .keys = value { true } else { false } }
}
