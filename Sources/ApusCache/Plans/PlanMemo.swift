/// The documents of all operations and fragments, and the most recently used plans.
struct PlanMemo {
  private struct Document {
    var document: PlanDocument
    /// What its plans share.
    var places: PlanPlaces
  }

  /// A plan takes about 1.5 kB, and making one as long as reading a small response.
  private static let limit = 512

  private let types: TypeTable
  private let rules: FieldRules
  private let names: FieldNames
  private let learned: LearnedTypes
  private var documents: [PlanSource.Key: Document] = [:]
  /// The plans used since `older` was filled. When they are half as many as may be kept, they replace those that were not used meanwhile:
  /// that takes less than a time for each plan and a search for the oldest.
  private var recent: [PlanSource.Key: Plan] = [:]
  private var older: [PlanSource.Key: Plan] = [:]
  /// The last plan requested: code that reads and then writes requests it several times.
  private var last: (key: PlanSource.Key, plan: Plan)?

  init(_ types: TypeTable, _ rules: FieldRules, _ names: FieldNames, _ learned: LearnedTypes) {
    (self.types, self.rules) = (types, rules)
    self.names = names
    self.learned = learned
  }

  mutating func plan(_ source: PlanSource) throws -> Plan {
    if let last, last.key == source.key { return last.plan }
    let plan = try find(source)
    last = (source.key, plan)
    return plan
  }

  private mutating func find(_ source: PlanSource) throws -> Plan {
    if let known = recent[source.key] { return known }
    let plan = try older[source.key] ?? make(source)
    if recent.count >= Self.limit / 2 {
      older = recent
      recent.removeAll(keepingCapacity: true)
    }
    recent[source.key] = plan
    return plan
  }

  private mutating func make(_ source: PlanSource) throws -> Plan {
    let key = PlanSource.Key(type: source.key.type, document: source.key.document, variables: [])
    let known: Document
    if let found = documents[key] {
      known = found
    } else {
      known = Document(document: try PlanDocument(source.document, types), places: PlanPlaces())
      documents[key] = known
    }
    return Plan(
      known.document, variables: try source.variables, known.places, types, rules, names, learned)
  }
}
