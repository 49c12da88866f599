import Apus

/// Finds what is missing, with its path: ``RecordReader``, which is made to be fast, only sees that something is.
struct MissFinder {
  private static let limit = 100

  private let plan: Plan
  private let table: RecordTable
  /// Where what is there could not be decoded.
  private let failures: Set<GraphQLPath>
  private(set) var misses: [GraphQLCacheMiss] = []
  private var path: [GraphQLPath.Component] = []
  private var object: String?

  init(_ plan: Plan, _ table: RecordTable, failures: [GraphQLPath] = []) {
    self.plan = plan
    self.table = table
    self.failures = Set(failures)
  }

  mutating func find(_ root: CacheStore.Root) {
    switch root {
    case .operation:
      let shape = plan.onlyShape(plan.root)
      for position in 0..<shape.count where !shape.fields[position].isHidden {
        let field = shape.fields[position]
        path = [.key(shape.key(position))]
        guard let id = id(CacheRoot.key(plan.rootType ?? "", plan.name(of: field.id))),
          let blob = table.blob(id)
        else {
          miss(plan.name(of: field.id), .neverWritten)
          continue
        }
        guard let at = blob.position(of: field.id, hint: 0) else {
          miss(plan.name(of: field.id), .evicted)
          continue
        }
        value(blob.slots[at], blob, field.place, field.page)
      }
    case .object(let key, _):
      object = key
      guard let id = id(key) else { return miss("", .neverWritten) }
      record(id, plan.root)
    }
  }

  private func id(_ key: String) -> UInt32? {
    var key = key
    return key.withUTF8 { table.keys.find(UnsafeRawBufferPointer($0)) }
  }

  private mutating func miss(_ field: String, _ reason: GraphQLCacheMiss.Reason) {
    if misses.count < MissFinder.limit {
      misses.append(GraphQLCacheMiss(path: GraphQLPath(path), object: object, field: field, reason: reason))
    }
  }

  private mutating func record(_ id: UInt32, _ place: PlanPlace) {
    let around = object
    defer { object = around }
    object = table.keys.text(id)
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
      defer { path.removeLast() }
      guard let at = blob.position(of: field.id, hint: position) else {
        miss(plan.name(of: field.id), .neverWritten)
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
    case SlotKind.reference:
      // A deleted object is null, and missing where that could not be decoded.
      if table.blob(slot.a)?.isDeleted != true || failures.contains(GraphQLPath(path)) {
        record(slot.a, place)
      }
    case SlotKind.object: members(Blob(blob.value(slot)), place)
    default:
      let list = Blob(blob.value(slot))
      var shown = 0
      for index in 0..<list.count {
        let element = list.slots[index]
        // What is deleted is not in the list.
        if element.kind == SlotKind.reference, table.blob(element.a)?.isDeleted == true { continue }
        path.append(.index(shown))
        value(element, list, place)
        path.removeLast()
        shown += 1
      }
    }
  }
}
