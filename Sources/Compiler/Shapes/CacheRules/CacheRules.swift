import ApusSource
import ApusSchema
import ApusSyntax

/// The rules of the cache, from the configuration and from directives of the schema.
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
  /// A cache finds the object of such a field by its key, even if no response had the field with these arguments.
  struct Lookup {
    /// For each key field the name of an argument, or the path to a member of an input object.
    var paths: [[String]] = []
    /// The index of the path that leads to a list with one element per object; nil if the field returns a single object.
    var listed: Int?
  }

  /// The key fields of the types that a rule names.
  private(set) var keys: [Row<[NameID]>] = []
  /// The key fields of every other type that has them.
  private(set) var commonKeys: [NameID] = []
  /// The seconds after which everything without a rule is requested again.
  private(set) var commonAge: Int?
  private var ages: [Row<Int>] = []
  private var lookups: [Row<Lookup>] = []
  private var replacements: [Row<Void>] = []
  private let schema: Schema

  package init(_ options: ShapeOptions, _ schema: Schema, _ diagnostics: DiagnosticSink) {
    self.schema = schema
    guard options.usesCache else { return }
    if !options.cacheRules.contains(where: \.isAboutKeys) { addCommonKeys(["id"]) }
    // Sorted by entry, keys come first: the checks of lookups and replacements need them.
    for rule in Self.stated(options, schema, diagnostics).sorted(by: { $0.entry < $1.entry }) {
      do throws(CacheRuleFault) {
        try add(rule)
      } catch {
        diagnostics.append(rule.error(error.message, schema.tree))
      }
    }
  }

  /// The rules of the configuration, and those that only directives state.
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

  /// Leaves out names that no type of the schema uses.
  private mutating func addCommonKeys(_ names: [String]) {
    commonKeys = names.map(schema.names.find).filter { $0 != 0 }
  }

  private mutating func add(_ rule: CacheRule) throws(CacheRuleFault) {
    let check = CacheRuleCheck(schema, rule)
    switch rule.value {
    case .keys(let names) where rule.subject == "*": addCommonKeys(names)
    case .keys(let names): keys.append(try check.keys(names))
    case .maxAge(let seconds) where rule.subject == "*": commonAge = seconds
    case .maxAge(let seconds): ages.append(try check.age(seconds))
    case .lookup(let arguments): lookups.append(try check.lookup(arguments, keys(of:)))
    case .replacement: replacements.append(try check.replacement(keys(of:)))
    }
  }

  // MARK: - Keys

  var hasKeys: Bool { !keys.isEmpty || !commonKeys.isEmpty }

  /// The key fields of a composite type: its own, or those of its interfaces and unions; empty if the cache cannot identify its objects.
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

  /// Whether a rule declares that objects of a type have no key.
  func isKeyless(_ type: TypeID) -> Bool { keys.contains { $0.type == type && $0.value.isEmpty } }

  // MARK: - Ages

  /// The age limit of an object type or of a field of one: its own, or the lowest of the type's interfaces and unions.
  ///
  /// - Parameter field: nil for the type itself.
  func maxAge(of field: NameID?, in type: TypeID) -> Int? {
    let rows = ages.filter { $0.field == field && schema.isSubset(type, of: $0.type) }
    return rows.first { $0.type == type }?.value ?? rows.map(\.value).min()
  }

  /// The fields of an object type that have an age limit.
  func fieldsWithMaxAge(of type: TypeID) -> Set<NameID> {
    Set(ages.filter { schema.isSubset(type, of: $0.type) }.compactMap(\.field))
  }

  // MARK: - Fields

  /// The lookup of an object type's field: its own, or that of the first of the type's interfaces.
  func lookup(of field: NameID, in type: TypeID) -> Lookup? {
    let rows = lookups.filter { $0.field == field && schema.isSubset(type, of: $0.type) }
    return (rows.first { $0.type == type } ?? rows.first)?.value
  }

  /// Whether new objects replace those of an object type's field, by a rule for the type or one of its interfaces.
  func isReplaced(_ field: NameID, in type: TypeID) -> Bool {
    replacements.contains { $0.field == field && schema.isSubset(type, of: $0.type) }
  }
}

extension CacheRule {
  fileprivate var isAboutKeys: Bool { if case .keys = value { true } else { false } }
}
