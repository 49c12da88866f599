import Apus

/// Adds what a response would contain to a value the app made: type names, and the keys of objects.
///
/// Key fields identify an object if its type has them as properties. Otherwise it is the object at the same place when the value was read.
/// In a list of the same length, elements match by position; otherwise only unchanged elements at the start and end keep their identity.
/// ``UnchangedElements`` marks elements that are known to be unchanged.
/// Unchanged fields of an object with a key are left out, because the object may occur several times in the value and have changed at only
/// one of them.
struct ValueCompletion {
  private let plan: BoundPlan
  private let records: PendingRecords
  /// The keys that rules compute.
  private let keys: ComputedKeys
  private let ruled = RuledValues()

  /// The values that rules returned, which no record contains.
  private final class RuledValues {
    var all: [EncodedValue] = []
  }

  init(_ plan: BoundPlan, _ records: PendingRecords, _ keys: ComputedKeys) {
    self.plan = plan
    self.records = records
    self.keys = keys
  }

  /// A stored value at the same place.
  private struct StoredValue {
    var slot: Slot
    var blob: Blob
    /// The records of a list found by its keys, which no blob contains.
    var records: [UInt32]?

    init(slot: Slot, blob: Blob) {
      self.slot = slot
      self.blob = blob
    }

    init(_ record: UInt32, _ blob: Blob) {
      self.init(slot: Slot(field: 0, kind: SlotKind.reference, a: record, b: 0), blob: blob)
    }
  }

  func completed(_ value: GraphQLValue, _ root: PlanRoot) throws -> GraphQLValue {
    guard let members = value.withFragmentsMerged.object else {
      throw GraphQLCacheError.incomplete(path: "object")
    }
    switch root {
    case .operation:
      let shape = plan.onlyShape(plan.root)
      return try self.members(of: shape, members, "", leavesOutUnchanged: false) { field in
        let blob = records.find(plan.rootKey(of: field.id)).flatMap(records.blob)
        return stored(field, of: blob, shape)
      }
    case .object(let key):
      let blob = records.find(key).flatMap { records.blob($0) }
      // A key begins with its type.
      var members = members
      let type = String(key.prefix { $0 != ":" })
      let typename = plan.root.typename
      if plan.root.type == nil, members[typename] == nil, blob?.typename == nil, plan.types.isObject(type) {
        members[typename] = .string(type)
      }
      let shape = try shape(plan.root, members, blob, "")
      return try completedMembers(shape, members, blob, "", leavesOutUnchanged: true)
    }
  }

  private func completed(
    _ value: GraphQLValue, _ place: PlanPlace, _ stored: StoredValue?, _ path: String
  ) throws -> GraphQLValue {
    switch value {
    case .list(let elements): return try .list(list(elements, place, stored, path))
    case .object(let members): return try object(members, place, stored, path)
    case .null:
      return stored.flatMap(deletedReference) ?? value
    case .bool, .number, .string: return value
    }
  }

  private func object(
    _ members: [String: GraphQLValue], _ place: PlanPlace, _ stored: StoredValue?, _ path: String
  ) throws -> GraphQLValue {
    let old = stored.flatMap(object)
    let shape = try shape(place, members, old, path)
    var members = members
    if !shape.keys.isEmpty {
      let keys = shape.keys.map { shape.position(of: $0).map(shape.key) ?? "" }
      if keys.contains(where: { members[$0] == nil }) {
        // The stored object at this place: one with a key, or one that is part of its parent.
        guard let old else { throw GraphQLCacheError.unidentified(path: path) }
        for (key, id) in zip(keys, shape.keys) {
          guard let value = json(id, of: old) else { throw GraphQLCacheError.unidentified(path: path) }
          members[key] = value
        }
      }
      if let key = key(shape, members) {
        let record = records.find(key).flatMap(records.blob)
        return try completedMembers(
          shape, members, record ?? old, path, leavesOutUnchanged: record != nil)
      }
    }
    return try completedMembers(shape, members, old, path, leavesOutUnchanged: false)
  }

  private func completedMembers(
    _ shape: PlanShape, _ members: [String: GraphQLValue], _ old: Blob?, _ path: String,
    leavesOutUnchanged: Bool
  ) throws -> GraphQLValue {
    try self.members(of: shape, members, path, leavesOutUnchanged: leavesOutUnchanged) { field in
      stored(field, of: old, shape)
    }
  }

  /// The value that a reader gets for a field: its rule's value, the stored one, or else the objects that its arguments identify.
  private func stored(_ field: PlanShape.Field, of blob: Blob?, _ shape: PlanShape) -> StoredValue? {
    var coder = StoredValueCoder(plan.names, key: records.text, record: records.find)
    if let value = field.read?.value(of: field.id, in: blob, &coder) {
      ruled.all.append(value)
      return StoredValue(slot: value.slot, blob: value.blob)
    }
    if let blob, let at = blob.position(of: field.id, hint: 0) {
      return StoredValue(slot: blob.slots[at], blob: blob)
    }
    guard let lookup = shape.lookups[field.id] else { return nil }
    let found = lookup.elements.compactMap { PlanLookup.record($0, records.find, records.blob) }
    guard found.count == lookup.elements.count, let first = found.first, let blob = records.blob(first) else {
      return nil
    }
    var stored = StoredValue(first, blob)
    if lookup.isList {
      stored.slot.kind = SlotKind.list
      stored.records = found
    }
    return stored
  }

  /// The elements of a list; nil if it is not one.
  private func elements(of stored: StoredValue) -> [StoredValue]? {
    guard stored.slot.kind == SlotKind.list else { return nil }
    if let found = stored.records {
      return found.compactMap { id in records.blob(id).map { StoredValue(id, $0) } }
    }
    let list = Blob(stored.blob.value(stored.slot))
    return (0..<list.count).map { StoredValue(slot: list.slots[$0], blob: list) }
  }

  private func members(
    of shape: PlanShape, _ members: [String: GraphQLValue], _ path: String, leavesOutUnchanged: Bool,
    _ stored: (PlanShape.Field) -> StoredValue?
  ) throws -> GraphQLValue {
    var result: [String: GraphQLValue] = [:]
    for position in 0..<shape.count {
      let field = shape.fields[position]
      let key = shape.key(position)
      let inner = path.isEmpty ? key : "\(path).\(key)"
      if let value = members[key] {
        let stored = stored(field)
        if let place = field.place {
          result[key] = try completed(value, place, stored, inner)
        } else if !leavesOutUnchanged || shape.keys.contains(field.id) || field.id == FieldNames.typename
          || stored.flatMap(json) != value
        {
          result[key] = value
        }
      } else if field.id == FieldNames.typename {
        result[key] = .string(shape.typeName)
      } else if let kept = stored(field).flatMap(deletedReference) {
        result[key] = kept
      } else if !field.isHidden {
        throw GraphQLCacheError.incomplete(path: inner)
      }
    }
    return .object(result)
  }

  // MARK: - Lists

  private func list(
    _ elements: [GraphQLValue], _ place: PlanPlace, _ stored: StoredValue?, _ path: String
  ) throws -> [GraphQLValue] {
    let all = stored.flatMap { self.elements(of: $0) } ?? []
    let isConnection = stored?.blob.connection != nil
    let hidden = all.map { isHidden($0, isConnection) }
    let old = hidden.contains(true) ? zip(all, hidden).filter { !$1 }.map(\.0) : all
    var places: [StoredValue?] = Array(repeating: nil, count: elements.count)
    var head = 0
    if old.count == elements.count {
      places = old
      head = old.count
    } else {
      func isUnchanged(_ element: GraphQLValue, _ stored: StoredValue, _ mark: Bool) -> Bool {
        element.bool.map { $0 == mark } ?? self.isUnchanged(element, stored, place)
      }
      while head < min(old.count, elements.count), isUnchanged(elements[head], old[head], true) {
        places[head] = old[head]
        head += 1
      }
      var tail = 0
      while tail < min(old.count, elements.count) - head {
        let element = elements.count - 1 - tail
        let position = old.count - 1 - tail
        guard isUnchanged(elements[element], old[position], false) else { break }
        places[element] = old[position]
        tail += 1
      }
    }
    var result = try elements.enumerated().map { index, element in
      if element.bool != nil, let stored = places[index] { return kept(stored, place) }
      let inner = "\(path)[\(index)]"
      if element.bool != nil { throw GraphQLCacheError.unidentified(path: inner) }
      return try completed(element, place, places[index], inner)
    }
    if old.count < all.count { insertHidden(Array(zip(all, hidden)), head, old.count, place, into: &result) }
    return result
  }

  // MARK: - Lists that contain deleted objects

  /// Whether readers leave out an element: its object, or its edge's node, was deleted.
  private func isHidden(_ element: StoredValue, _ isConnection: Bool) -> Bool {
    isDeleted(element) || isConnection && isDeleted(node(element))
  }

  /// The node of an edge, or the element itself.
  private func node(_ element: StoredValue) -> StoredValue {
    guard element.slot.kind == SlotKind.object else { return element }
    let edge = Blob(element.blob.value(element.slot))
    return edge.position(of: FieldNames.node, hint: 0).map { StoredValue(slot: edge.slots[$0], blob: edge) }
      ?? element
  }

  /// Puts back elements that readers leave out, after the element they followed, unless the value contains them again.
  private func insertHidden(
    _ all: [(element: StoredValue, isHidden: Bool)], _ head: Int, _ shown: Int, _ place: PlanPlace,
    into result: inout [GraphQLValue]
  ) {
    let count = result.count
    let known = Set(result.compactMap { record($0, place) })
    var position = shown
    for (element, isHidden) in all.reversed() {
      if !isHidden {
        position -= 1
        continue
      }
      if known.contains(node(element).slot.a) { continue }
      let target = position <= head ? position : max(head, count - (shown - position))
      result.insert(kept(element, place), at: min(target, count))
    }
  }

  /// The record of an element, or of its node.
  private func record(_ value: GraphQLValue, _ place: PlanPlace) -> UInt32? {
    guard let members = value.object, let shape = try? shape(place, members, nil, "") else {
      return value.number?.integer(UInt32.self)
    }
    if let node = (0..<shape.count).first(where: { shape.fields[$0].id == FieldNames.node }),
      let place = shape.fields[node].place, let inner = members[shape.key(node)]
    {
      return record(inner, place)
    }
    return shape.keys.isEmpty ? nil : key(shape, members).flatMap(records.find)
  }

  /// A stored value, as far as the plan knows it.
  private func kept(_ stored: StoredValue, _ place: PlanPlace) -> GraphQLValue {
    switch stored.slot.kind {
    case SlotKind.reference: return .number(GraphQLNumber(stored.slot.a))
    case SlotKind.list: return .list((elements(of: stored) ?? []).map { kept($0, place) })
    case SlotKind.object:
      let blob = Blob(stored.blob.value(stored.slot))
      guard let shape = try? shape(place, [:], blob, "") else { return .null }
      var members: [String: GraphQLValue] = [:]
      for position in 0..<shape.count {
        let field = shape.fields[position]
        guard let inner = self.stored(field, of: blob, shape) else { continue }
        members[shape.key(position)] = field.place.map { kept(inner, $0) } ?? json(inner)
      }
      return .object(members)
    default: return json(stored) ?? .null
    }
  }

  /// Whether an element equals the stored one.
  private func isUnchanged(_ value: GraphQLValue, _ stored: StoredValue, _ place: PlanPlace) -> Bool {
    switch value {
    case .object(let members):
      guard let old = object(stored), let shape = try? shape(place, members, old, "") else { return false }
      for position in 0..<shape.count where !shape.fields[position].isHidden {
        let field = shape.fields[position]
        guard let value = members[shape.key(position)] else {
          if field.id == FieldNames.typename { continue }
          return false
        }
        guard let inner = self.stored(field, of: old, shape) else { return false }
        guard field.place.map({ isUnchanged(value, inner, $0) }) ?? (json(inner) == value) else {
          return false
        }
      }
      return true
    case .list(let elements):
      guard let old = self.elements(of: stored), old.count == elements.count else { return false }
      return zip(elements, old).allSatisfy { isUnchanged($0, $1, place) }
    case .null, .bool, .number, .string: return json(stored) == value
    }
  }

  // MARK: - Stored values

  private func shape(
    _ place: PlanPlace, _ members: [String: GraphQLValue], _ old: Blob?, _ path: String
  ) throws -> PlanShape {
    if place.type != nil { return plan.onlyShape(place) }
    if let type = members[place.typename]?.string {
      return Array(type.utf8).withUnsafeBufferPointer { plan.shape(place, $0) }
    }
    if let type = old?.typename { return plan.shape(place, type) }
    throw GraphQLCacheError.unidentified(path: path)
  }

  /// A reference to a deleted object reads as null but stays: the object may be restored.
  private func deletedReference(_ stored: StoredValue) -> GraphQLValue? {
    isDeleted(stored) ? .number(GraphQLNumber(stored.slot.a)) : nil
  }

  private func isDeleted(_ stored: StoredValue) -> Bool {
    stored.slot.kind == SlotKind.reference && records.blob(stored.slot.a)?.isDeleted == true
  }

  private func object(_ stored: StoredValue) -> Blob? {
    switch stored.slot.kind {
    case SlotKind.reference: records.blob(stored.slot.a)
    case SlotKind.object: Blob(stored.blob.value(stored.slot))
    default: nil
    }
  }

  /// The key of the object with these members; nil if it has none.
  private func key(_ shape: PlanShape, _ members: [String: GraphQLValue]) -> String? {
    var key = shape.keyPrefix
    let isSingle = shape.keys.count == 1
    if !isSingle { key.append(UInt8(ascii: "[")) }
    for (index, id) in shape.keys.enumerated() {
      if index > 0 { key.append(UInt8(ascii: ",")) }
      guard let position = shape.position(of: id), let text = members[shape.key(position)]?.description
      else { return nil }
      let isKey = Array(text.utf8).withUnsafeBufferPointer {
        CacheKeyText.append($0, to: &key, isSingle: isSingle)
      }
      guard isKey else { return nil }
    }
    if !isSingle { key.append(UInt8(ascii: "]")) }
    if let rule = shape.keyRule, !keys.apply(rule, to: &key) { return nil }
    return String(decoding: key, as: UTF8.self)
  }

  private func json(_ field: UInt32, of blob: Blob) -> GraphQLValue? {
    blob.position(of: field, hint: 0).flatMap { json(StoredValue(slot: blob.slots[$0], blob: blob)) }
  }

  private func json(_ stored: StoredValue) -> GraphQLValue? {
    guard stored.slot.kind == SlotKind.json else { return nil }
    return try? GraphQLValue(
      json: UnsafeRawBufferPointer(start: stored.blob.value(stored.slot), count: Int(stored.slot.b)))
  }
}
