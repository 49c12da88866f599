import Apus

/// The rules of a cache for fields, by type and field.
struct FieldRules: Sendable {
  /// The rules of one field.
  struct Entry: Sendable {
    /// The field, as `Type.field`.
    let field: String
    /// The arguments that do not make a separate field.
    var ignored: Set<String> = []
    var merge: GraphQLFieldRule.Merge?
    var read: GraphQLFieldRule.Read?
  }

  private var entries: [String: [String: Entry]] = [:]
  /// The types with rules, in a fixed order.
  private var names: [String] = []
  /// Whether any field is merged by a rule.
  private(set) var canMerge = false
  /// Whether any field is read by a rule.
  private(set) var canRead = false
  /// Rules without an effect.
  private(set) var faults: [GraphQLCacheError] = []

  init() {}

  init(_ rules: [GraphQLFieldRule], _ types: TypeTable) {
    for rule in rules {
      let parts = rule.field.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, types.hasObjects(in: parts[1], of: parts[0]) else {
        faults.append(.uselessRule(rule.field))
        continue
      }
      var entry = entries[parts[0]]?[parts[1]] ?? Entry(field: rule.field)
      switch rule.action {
      case .merge(let ignored, let merge):
        if entry.merge != nil {
          faults.append(.repeatedRule(rule.field))
        } else {
          (entry.ignored, entry.merge) = (ignored, merge)
        }
        canMerge = true
      case .read(let read):
        if entry.read != nil { faults.append(.repeatedRule(rule.field)) } else { entry.read = read }
        canRead = true
      }
      entries[parts[0], default: [:]][parts[1]] = entry
    }
    names = entries.keys.sorted()
  }

  /// The rules for a field.
  ///
  /// - Parameters:
  ///   - type: an object type.
  ///   - conditions: type conditions that apply to its objects; they matter for a type unknown at compile time.
  func entry(of field: String, in type: String, _ conditions: Set<String>, _ types: TypeTable) -> Entry? {
    if let own = entries[type]?[field] { return own }
    for name in names where conditions.contains(name) || types.isSubset(type, of: name) {
      if let entry = entries[name]?[field] { return entry }
    }
    return nil
  }
}

extension TypeTable {
  /// Whether a document selects objects in a field of a type. Fields selected on an interface are listed only there.
  fileprivate func hasObjects(in field: String, of type: String) -> Bool {
    entries.contains { entry in
      entry.value.fields[field] != nil && (isSubset(type, of: entry.key) || isSubset(entry.key, of: type))
    }
  }
}

/// A rule that merges one field of a selection.
struct MergeRule {
  /// The field, as `Type.field`.
  let name: String
  /// The id of the stored value.
  let field: UInt32
  let arguments: [String: GraphQLValue]
  let merge: GraphQLFieldRule.Merge
}

/// A rule that reads one field of a selection.
final class ReadRule {
  private let read: GraphQLFieldRule.Read
  private let arguments: [String: GraphQLValue]

  init(_ read: @escaping GraphQLFieldRule.Read, _ arguments: [String: GraphQLValue]) {
    (self.read, self.arguments) = (read, arguments)
  }

  /// The encoded value; nil to read the field as if there were no rule.
  ///
  /// - Parameter blob: the blob that may contain the field.
  func value(of field: UInt32, in blob: Blob?, _ coder: inout StoredValueCoder) -> EncodedValue? {
    read(coder.value(of: field, in: blob), arguments).map { coder.encode($0, field) }
  }
}
