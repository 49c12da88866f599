import Apus

/// The rules of a cache that compute keys, by type.
struct KeyRules: Sendable {
  private var rules: [String: GraphQLKeyRule] = [:]
  /// The types with rules, in a fixed order.
  private var names: [String] = []
  /// Rules without an effect, and lookups that they end.
  private(set) var faults: [GraphQLCacheError] = []

  init() {}

  init(_ rules: [GraphQLKeyRule], _ types: TypeTable, _ fields: FieldRules) {
    for rule in rules {
      if !types.hasKeyFields(rule.type) {
        faults.append(.uselessKeyRule(rule.type))
      } else if self.rules[rule.type] != nil {
        faults.append(.repeatedRule(rule.type))
      } else {
        self.rules[rule.type] = rule
      }
    }
    names = self.rules.keys.sorted()
    if isEmpty { return }
    for (field, found) in types.lookedUpTypes.sorted(by: { $0.key < $1.key })
    where fields.entry(of: field.name, in: field.type, [], types)?.read == nil
      && found.contains(where: { self.found($0, [], types) != nil })
    {
      faults.append(.lookupOfComputedKey("\(field.type).\(field.name)"))
    }
  }

  var isEmpty: Bool { rules.isEmpty }

  /// The rule for objects of a type.
  ///
  /// - Parameters:
  ///   - type: an object type.
  ///   - conditions: type conditions that apply to its objects; they matter for a type unknown at compile time.
  ///   - fields: its key fields.
  func rule(
    for type: String, _ conditions: Set<String>, _ types: TypeTable, fields: @autoclosure () -> [String]
  ) -> KeyRule? {
    if isEmpty { return nil }
    return found(type, conditions, types).map { KeyRule($0, fields()) }
  }

  private func found(_ type: String, _ conditions: Set<String>, _ types: TypeTable) -> GraphQLKeyRule? {
    if let own = rules[type] { return own }
    let name = names.first { conditions.contains($0) || types.isSubset(type, of: $0) }
    return name.flatMap { rules[$0] }
  }

  /// The key fields of each type, followed by the version of its rule. No field's name contains the mark.
  func origins(_ types: TypeTable) -> [String: [String]] {
    if isEmpty { return types.keys }
    var found = types.keys
    for type in found.keys {
      if let rule = self.found(type, [], types) { found[type]?.append("\u{2044}\(rule.version)") }
    }
    return found
  }
}

/// A rule for the keys of one type's objects. A class, because the normalizer looks for one at each object.
final class KeyRule: Sendable {
  private let rule: GraphQLKeyRule
  /// The key fields, in the order of `apus.json`.
  private let fields: [String]

  init(_ rule: GraphQLKeyRule, _ fields: [String]) { (self.rule, self.fields) = (rule, fields) }

  /// Computes the key of an object.
  ///
  /// - Parameter key: the key that the fields make on their own, `Type:a` or `Type:["a","b"]`.
  /// - Returns: an empty key if the object has none.
  func key(insteadOf key: [UInt8]) -> [UInt8] {
    let prefix = key.prefix { $0 != UInt8(ascii: ":") }
    let text = key.dropFirst(prefix.count + 1)
    let values =
      fields.count == 1
      ? [String(decoding: text, as: UTF8.self)]
      : (try? GraphQLValue(json: text))?.list?.compactMap(\.string) ?? []
    guard values.count == fields.count else { return [] }
    let type = String(decoding: prefix, as: UTF8.self)
    let members = Dictionary(zip(fields, values)) { first, _ in first }
    guard let computed = rule.key(type, members), !computed.isEmpty else { return [] }
    return Array("\(type):\(computed)".utf8)
  }
}

extension TypeTable {
  /// Whether documents select objects of a type that can have a key.
  fileprivate func hasKeyFields(_ type: String) -> Bool {
    if let possible = entries[type]?.possibleTypes {
      return possible.union([type]).contains { !keyFields(of: $0).isEmpty }
    }
    return isObject(type) && !keyFields(of: type).isEmpty
  }

  /// The types of the objects that a field with a lookup may return, by field.
  fileprivate var lookedUpTypes: [LookupField: Set<String>] {
    var found: [LookupField: Set<String>] = [:]
    for (type, entry) in entries {
      for name in entry.lookups.keys {
        let result = self.type(of: name, in: type)
        found[LookupField(type: type, name: name)] = entries[result]?.possibleTypes ?? [result]
      }
    }
    return found
  }
}

private struct LookupField: Hashable, Comparable {
  var type: String
  var name: String

  static func < (one: LookupField, other: LookupField) -> Bool {
    (one.type, one.name) < (other.type, other.name)
  }
}
