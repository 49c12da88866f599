/// The plans of all operations and fragments. Those of documents without variables are bound once.
struct PlanMemo {
  private let types: TypeTable
  private let rules: AppRules
  private let names: FieldNames
  private let learned: LearnedTypes
  private var plans: [PlanSource.Document: (plan: Plan, bound: BoundPlan?)] = [:]
  /// The last plan requested: code that reads and then writes requests it several times.
  private var last: (key: PlanSource.Key, plan: BoundPlan)?

  init(_ types: TypeTable, _ rules: AppRules, _ names: FieldNames, _ learned: LearnedTypes) {
    (self.types, self.rules) = (types, rules)
    self.names = names
    self.learned = learned
  }

  mutating func plan(_ source: PlanSource) throws -> BoundPlan {
    if let last, last.key == source.key { return last.plan }
    let known = try plans[source.key.document] ?? make(source)
    let bound = try known.bound ?? BoundPlan(known.plan, PlanVariables(json: source.key.variables))
    last = (source.key, bound)
    return bound
  }

  private mutating func make(_ source: PlanSource) throws -> (plan: Plan, bound: BoundPlan?) {
    let document = try PlanDocument(source.document, types)
    let plan = Plan(document, types, rules, names, learned)
    let made = (plan: plan, bound: document.usesVariables ? nil : BoundPlan(plan, .none))
    plans[source.key.document] = made
    return made
  }
}
