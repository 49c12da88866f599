import Apus

/// Finds what is missing, with its path. ``RecordReader`` is optimized for speed and only notices that something is.
struct MissFinder {
  private static let limit = 100

  private let plan: BoundPlan
  private let table: RecordTable
  /// The paths of values that could not be decoded.
  private let failures: Set<GraphQLPath>
  private(set) var misses: [GraphQLCacheMiss] = []
  private var path: [GraphQLPath.Component] = []
  private var object: String?
  /// The current record, and the path of fields from it.
  private var current: UInt32?
  private var fields: [UInt32] = []

  init(_ plan: BoundPlan, _ table: RecordTable, failures: [GraphQLPath] = []) {
    self.plan = plan
    self.table = table
    self.failures = Set(failures)
  }

  mutating func find(_ root: PlanRoot) {
    switch root {
    case .operation:
      let shape = plan.onlyShape(plan.root)
      for position in 0..<shape.count where !shape.fields[position].isHidden {
        let field = shape.fields[position]
        path = [.key(shape.key(position))]
        let root = id(plan.rootKey(of: field.id))
        current = root
        fields = [field.id]
        if ruled(field, root.flatMap(table.blob)) { continue }
        guard let blob = root.flatMap(table.blob) else {
          missMember(field, shape, .neverWritten)
          continue
        }
        guard let at = blob.position(of: field.id, hint: 0) else {
          missMember(field, shape, .evicted)
          continue
        }
        value(blob.slots[at], blob, field.place, field.page)
      }
    case .object(let key):
      object = key
      guard let id = id(key) else { return miss("", .neverWritten) }
      record(id, plan.root)
    }
  }

  private func id(_ key: String) -> UInt32? { table.keys.find(key) }

  private mutating func miss(_ field: String, _ reason: GraphQLCacheMiss.Reason) {
    guard misses.count < MissFinder.limit else { return }
    var miss = GraphQLCacheMiss(path: GraphQLPath(path), object: object, field: field, reason: reason)
    if reason == .neverWritten || reason == .evicted, let current,
      let message = table.failures.message(current, fields)
    {
      miss.reason = .failed
      miss.message = message
    }
    misses.append(miss)
  }

  /// Reports what is missing of a field that is read by a rule.
  ///
  /// - Returns: false if the rule reads nothing.
  private mutating func ruled(_ field: PlanShape.Field, _ blob: Blob?) -> Bool {
    guard let rule = field.read, let place = field.place else { return false }
    var coder = StoredValueCoder(
      plan.names, key: table.keys.text, record: { [table] (key: String) in table.keys.find(key) })
    guard let value = rule.value(of: field.id, in: blob, &coder) else { return false }
    for key in coder.missing {
      let around = object
      object = key
      miss("", .neverWritten)
      object = around
    }
    self.value(value.slot, value.blob, place)
    return true
  }

  /// Reports a missing field, or what is missing of the objects that its arguments identify.
  private mutating func missMember(
    _ field: PlanShape.Field, _ shape: PlanShape, _ reason: GraphQLCacheMiss.Reason
  ) {
    if field.id == FieldNames.typename, !shape.typeName.isEmpty { return }
    guard let place = field.place, let lookup = shape.lookups[field.id] else {
      return miss(plan.name(of: field.id), reason)
    }
    let records = lookup.elements.map { PlanLookup.record($0, id, table.blob) }
    if records.allSatisfy({ $0 == nil }) {
      return miss(plan.name(of: field.id), lookup.elements.contains(where: isEvicted) ? .evicted : reason)
    }
    var shown = 0
    for (index, record) in records.enumerated() {
      if lookup.isList {
        if let record, table.blob(record)?.isDeleted == true { continue }
        path.append(.index(shown))
        shown += 1
      }
      if let record {
        reference(record, place)
      } else {
        let around = object
        object = lookup.elements[index].joined(separator: " or ")
        miss("", isEvicted(lookup.elements[index]) ? .evicted : .neverWritten)
        object = around
      }
      if lookup.isList { path.removeLast() }
    }
  }

  /// Whether a record with one of these keys was evicted.
  private func isEvicted(_ keys: [String]) -> Bool {
    keys.contains { key in
      let blob = id(key).flatMap(table.blob)
      return blob.map { !$0.isDeleted && $0.count == 0 } ?? false
    }
  }

  private mutating func reference(_ id: UInt32, _ place: PlanPlace) {
    // A deleted object reads as null; it counts as missing only if null could not be decoded there.
    if table.blob(id)?.isDeleted != true || failures.contains(GraphQLPath(path)) { record(id, place) }
  }

  private mutating func record(_ id: UInt32, _ place: PlanPlace) {
    let around = (object, current, fields)
    defer { (object, current, fields) = around }
    (object, current, fields) = (table.keys.text(id), id, [])
    guard let blob = table.blob(id) else { return miss("", .neverWritten) }
    if blob.isDeleted { return miss("", .deleted) }
    if blob.count == 0 { return miss("", .evicted) }
    members(blob, place)
  }

  private mutating func members(_ blob: Blob, _ place: PlanPlace) {
    var shape: PlanShape?
    if place.type != nil {
      shape = plan.onlyShape(place)
    } else if let name = blob.typename {
      shape = plan.shape(place, name)
    }
    guard let shape else { return miss("__typename", .neverWritten) }
    for position in 0..<shape.count where !shape.fields[position].isHidden {
      if misses.count == MissFinder.limit { return }
      let field = shape.fields[position]
      path.append(.key(shape.key(position)))
      fields.append(field.id)
      defer {
        path.removeLast()
        fields.removeLast()
      }
      if ruled(field, blob) { continue }
      guard let at = blob.position(of: field.id, hint: position) else {
        missMember(field, shape, .neverWritten)
        continue
      }
      let count = misses.count
      value(blob.slots[at], blob, field.place, field.page)
      if misses.count == count, !failures.isEmpty, failures.contains(GraphQLPath(path)) {
        miss(plan.name(of: field.id), .undecodable)
      }
    }
  }

  private mutating func value(_ slot: Slot, _ blob: Blob, _ place: PlanPlace?, _ page: ConnectionPage? = nil)
  {
    if slot.kind == SlotKind.json { return }
    if let page, slot.kind == SlotKind.object {
      let connection = Blob(blob.value(slot))
      let edges = ConnectionEdges(connection) { [table] in table.blob($0) }
      if let state = connection.connection, ConnectionWindow(page, state, edges) == nil {
        return miss("page", .neverWritten)
      }
    }
    guard let place else { return miss("", .undecodable) }
    switch slot.kind {
    case SlotKind.reference: reference(slot.a, place)
    case SlotKind.object: members(Blob(blob.value(slot)), place)
    default:
      let list = Blob(blob.value(slot))
      var shown = 0
      for index in 0..<list.count {
        let element = list.slots[index]
        // Lists leave out deleted objects.
        if element.kind == SlotKind.reference, table.blob(element.a)?.isDeleted == true { continue }
        path.append(.index(shown))
        value(element, list, place)
        path.removeLast()
        shown += 1
      }
    }
  }
}
