/// The documents of all operations and fragments, and the most recently used plans.
struct PlanMemo {
  private struct Document {
    var document: PlanDocument
    /// What its plans share.
    var places: PlanPlaces
  }

  private struct Entry {
    var plan: Plan
    var lastUse: Int
  }

  private static let limit = 64

  private let types: TypeTable
  private let names: FieldNames
  private let learned: LearnedTypes
  private var documents: [PlanSource.Key: Document] = [:]
  private var plans: [PlanSource.Key: Entry] = [:]
  private var time = 0
  /// The last plan requested: code that reads and then writes requests it several times.
  private var last: (key: PlanSource.Key, plan: Plan)?

  init(_ types: TypeTable, _ names: FieldNames, _ learned: LearnedTypes) {
    self.types = types
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
    time += 1
    if let known = plans[source.key]?.plan {
      plans[source.key]?.lastUse = time
      return known
    }
    let key = PlanSource.Key(type: source.key.type, document: source.key.document, variables: [])
    let known: Document
    if let found = documents[key] {
      known = found
    } else {
      known = Document(document: try PlanDocument(source.document, types), places: PlanPlaces())
      documents[key] = known
    }
    let plan = Plan(known.document, variables: try source.variables, known.places, types, names, learned)
    if plans.count >= Self.limit, let oldest = plans.min(by: { $0.value.lastUse < $1.value.lastUse }) {
      plans[oldest.key] = nil
    }
    plans[source.key] = Entry(plan: plan, lastUse: time)
    return plan
  }
}
