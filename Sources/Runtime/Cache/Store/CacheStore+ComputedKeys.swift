import Apus
import ApusPlatform

extension CacheStore {
  /// Computes the keys of a response's objects. The caller holds none of the cache's locks.
  ///
  /// To find the objects, this normalizes the response into another table and drops that. Without rules for keys, it does nothing.
  ///
  /// - Returns: nil without rules for keys.
  func computedKeys(
    in json: UnsafeBufferPointer<UInt8>, _ source: PlanSource, _ edits: [_GraphQLCacheEdit]
  ) throws -> ComputedKeys? {
    if rules.keys.isEmpty { return nil }
    // Rules for fields are not called twice.
    var rules = rules
    rules.fields = FieldRules()
    let plan = BoundPlan(
      Plan(try PlanDocument(source.document, types), types, rules, FieldNames(), learned),
      try PlanVariables(json: source.key.variables))
    let keys = ComputedKeys(isNoting: true)
    try note(keys, in: json, plan)
    CacheEdits(edits, in: json).note(keys, json, self)
    keys.computeNoted()
    return keys
  }

  private func note(_ keys: ComputedKeys, in json: UnsafeBufferPointer<UInt8>, _ plan: BoundPlan) throws {
    guard let start = json.baseAddress else { return }
    let records = PendingRecords(RecordTable(), Mutex())
    var version: Int
    repeat {
      version = learned.version
      var normalizer = Normalizer(json, start, plan, records, learned, keys)
      normalizer.run(root: nil, writesRoot: false)
      if normalizer.hasFragments {
        return try normalizer.withFragmentsMerged(from: start) { try note(keys, in: $0, plan) }
      }
    } while version != learned.version
  }
}
