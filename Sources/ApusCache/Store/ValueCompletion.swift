import Apus

/// A value that a program made, with what a response would have beside it: names of types, and keys of objects.
///
/// An object says which it is by its key fields where its type has them. Else it is the one that stood at its place when the value was
/// read; in a list, elements at the head and at the tail that are as they were keep what they are, and of a list of the same length all
/// do by position. Of an object that has a key, what is as it was is left out: an object may stand at several places of the value, and
/// have changed at one of them.
struct ValueCompletion {
  private let plan: Plan
  private let records: PendingRecords

  init(_ plan: Plan, _ records: PendingRecords) {
    self.plan = plan
    self.records = records
  }

  /// Where a value stands now.
  private struct Standing {
    var slot: Slot
    var blob: Blob
    /// The records of a list that was looked up: no blob has it.
    var records: [UInt32]?

    init(slot: Slot, blob: Blob) {
      self.slot = slot
      self.blob = blob
    }

    /// A record.
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
      let type = plan.rootType ?? ""
      let shape = plan.onlyShape(plan.root)
      return try self.members(of: shape, members, "", leavesOutUnchanged: false) { field in
        let blob = records.find(CacheRoot.key(type, plan.name(of: field))).flatMap(records.blob)
        return standing(field, of: blob, shape)
      }
    case .object(let key):
      let blob = records.find(key).flatMap { records.blob($0) }
      // A key begins with its type.
      var members = members
      let type = String(key.prefix { $0 != ":" })
      if members["__typename"] == nil, blob?.typename == nil, plan.types.isObject(type) {
        members["__typename"] = .string(type)
      }
      let shape = try shape(plan.root, members, blob, "")
      return try completedMembers(shape, members, blob, "", leavesOutUnchanged: true)
    }
  }

  private func completed(
    _ value: GraphQLValue, _ place: PlanPlace, _ standing: Standing?, _ path: String
  ) throws -> GraphQLValue {
    switch value {
    case .list(let elements): return try .list(list(elements, place, standing, path))
    case .object(let members): return try object(members, place, standing, path)
    case .null:
      return standing.flatMap(deletedReference) ?? value
    case .bool, .number, .string: return value
    }
  }

  private func object(
    _ members: [String: GraphQLValue], _ place: PlanPlace, _ standing: Standing?, _ path: String
  ) throws -> GraphQLValue {
    let old = standing.flatMap(object)
    let shape = try shape(place, members, old, path)
    var members = members
    if !shape.keys.isEmpty {
      let keys = shape.keys.map { shape.position(of: $0).map(shape.key) ?? "" }
      if keys.contains(where: { members[$0] == nil }) {
        guard let old, standing?.slot.kind == SlotKind.reference else {
          throw GraphQLCacheError.unidentified(path: path)
        }
        for (key, id) in zip(keys, shape.keys) {
          guard let value = json(id, of: old) else { throw GraphQLCacheError.unidentified(path: path) }
          members[key] = value
        }
      }
      return try completedMembers(
        shape, members, record(shape, members).flatMap(records.blob) ?? old, path, leavesOutUnchanged: true)
    }
    return try completedMembers(shape, members, old, path, leavesOutUnchanged: false)
  }

  private func completedMembers(
    _ shape: PlanShape, _ members: [String: GraphQLValue], _ old: Blob?, _ path: String,
    leavesOutUnchanged: Bool
  ) throws -> GraphQLValue {
    try self.members(of: shape, members, path, leavesOutUnchanged: leavesOutUnchanged) { field in
      standing(field, of: old, shape)
    }
  }

  /// What a field has: what is kept, else what its arguments name.
  private func standing(_ field: UInt32, of blob: Blob?, _ shape: PlanShape) -> Standing? {
    if let blob, let at = blob.position(of: field, hint: 0) {
      return Standing(slot: blob.slots[at], blob: blob)
    }
    guard let lookup = shape.lookups[field] else { return nil }
    let found = lookup.elements.compactMap { PlanLookup.record($0, records.find, records.blob) }
    guard found.count == lookup.elements.count, let first = found.first, let blob = records.blob(first) else {
      return nil
    }
    var standing = Standing(first, blob)
    if lookup.isList {
      standing.slot.kind = SlotKind.list
      standing.records = found
    }
    return standing
  }

  /// The elements of a list; nil where there is none.
  private func elements(of standing: Standing) -> [Standing]? {
    guard standing.slot.kind == SlotKind.list else { return nil }
    if let found = standing.records {
      return found.compactMap { id in records.blob(id).map { Standing(id, $0) } }
    }
    let list = Blob(standing.blob.value(standing.slot))
    return (0..<list.count).map { Standing(slot: list.slots[$0], blob: list) }
  }

  private func members(
    of shape: PlanShape, _ members: [String: GraphQLValue], _ path: String, leavesOutUnchanged: Bool,
    _ standing: (UInt32) -> Standing?
  ) throws -> GraphQLValue {
    var result: [String: GraphQLValue] = [:]
    for position in 0..<shape.count {
      let field = shape.fields[position]
      let key = shape.key(position)
      let inner = path.isEmpty ? key : "\(path).\(key)"
      if let value = members[key] {
        let standing = standing(field.id)
        if let place = field.place {
          result[key] = try completed(value, place, standing, inner)
        } else if !leavesOutUnchanged || shape.keys.contains(field.id) || field.id == FieldNames.typename
          || standing.flatMap(json) != value
        {
          result[key] = value
        }
      } else if field.id == FieldNames.typename {
        result[key] = .string(shape.typeName)
      } else if let kept = standing(field.id).flatMap(deletedReference) {
        result[key] = kept
      } else if !field.isHidden {
        throw GraphQLCacheError.incomplete(path: inner)
      }
    }
    return .object(result)
  }

  // MARK: - Lists

  private func list(
    _ elements: [GraphQLValue], _ place: PlanPlace, _ standing: Standing?, _ path: String
  ) throws -> [GraphQLValue] {
    let all = standing.flatMap { self.elements(of: $0) } ?? []
    let isConnection = standing?.blob.connection != nil
    let hidden = all.map { isHidden($0, isConnection) }
    let old = zip(all, hidden).filter { !$1 }.map(\.0)
    var places: [Standing?] = Array(repeating: nil, count: elements.count)
    var head = 0
    if old.count == elements.count {
      places = old
      head = old.count
    } else {
      while head < min(old.count, elements.count), isUnchanged(elements[head], old[head], place) {
        places[head] = old[head]
        head += 1
      }
      var tail = 0
      while tail < min(old.count, elements.count) - head {
        let element = elements.count - 1 - tail
        let position = old.count - 1 - tail
        guard isUnchanged(elements[element], old[position], place) else { break }
        places[element] = old[position]
        tail += 1
      }
    }
    var result = try elements.enumerated().map { index, element in
      try completed(element, place, places[index], "\(path)[\(index)]")
    }
    if old.count < all.count { insertHidden(Array(zip(all, hidden)), head, old.count, place, into: &result) }
    return result
  }

  // MARK: - Lists that have deleted objects

  /// Whether readers do not see an element: its object was deleted, or that of its edge.
  private func isHidden(_ element: Standing, _ isConnection: Bool) -> Bool {
    isDeleted(element) || isConnection && isDeleted(node(element))
  }

  /// The node of an edge, or the element.
  private func node(_ element: Standing) -> Standing {
    guard element.slot.kind == SlotKind.object else { return element }
    let edge = Blob(element.blob.value(element.slot))
    return edge.position(of: FieldNames.node, hint: 0).map { Standing(slot: edge.slots[$0], blob: edge) }
      ?? element
  }

  /// Puts elements back that readers do not see: behind what they stood behind, unless the value has them again.
  private func insertHidden(
    _ all: [(element: Standing, isHidden: Bool)], _ head: Int, _ shown: Int, _ place: PlanPlace,
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
    return shape.keys.isEmpty ? nil : record(shape, members)
  }

  /// A value as it stands, as far as the plan knows it.
  private func kept(_ standing: Standing, _ place: PlanPlace) -> GraphQLValue {
    switch standing.slot.kind {
    case SlotKind.reference: return .number(GraphQLNumber(standing.slot.a))
    case SlotKind.list: return .list((elements(of: standing) ?? []).map { kept($0, place) })
    case SlotKind.object:
      let blob = Blob(standing.blob.value(standing.slot))
      guard let shape = try? shape(place, [:], blob, "") else { return .null }
      var members: [String: GraphQLValue] = [:]
      for position in 0..<shape.count {
        let field = shape.fields[position]
        guard let inner = self.standing(field.id, of: blob, shape) else { continue }
        members[shape.key(position)] = field.place.map { kept(inner, $0) } ?? json(inner)
      }
      return .object(members)
    default: return json(standing) ?? .null
    }
  }

  /// Whether an element says what the one that stands there does.
  private func isUnchanged(_ value: GraphQLValue, _ standing: Standing, _ place: PlanPlace) -> Bool {
    switch value {
    case .object(let members):
      guard let old = object(standing), let shape = try? shape(place, members, old, "") else { return false }
      for position in 0..<shape.count where !shape.fields[position].isHidden {
        let field = shape.fields[position]
        guard let value = members[shape.key(position)] else {
          if field.id == FieldNames.typename { continue }
          return false
        }
        guard let inner = self.standing(field.id, of: old, shape) else { return false }
        guard field.place.map({ isUnchanged(value, inner, $0) }) ?? (json(inner) == value) else {
          return false
        }
      }
      return true
    case .list(let elements):
      guard let old = self.elements(of: standing), old.count == elements.count else { return false }
      return zip(elements, old).allSatisfy { isUnchanged($0, $1, place) }
    case .null, .bool, .number, .string: return json(standing) == value
    }
  }

  // MARK: - What there is

  private func shape(
    _ place: PlanPlace, _ members: [String: GraphQLValue], _ old: Blob?, _ path: String
  ) throws -> PlanShape {
    if place.type != nil { return plan.onlyShape(place) }
    if let type = members["__typename"]?.string {
      return Array(type.utf8).withUnsafeBufferPointer { plan.shape(place, $0) }
    }
    if let type = old?.typename { return plan.shape(place, type) }
    throw GraphQLCacheError.unidentified(path: path)
  }

  /// A reference to a deleted object, which reads null, and stays: the object may come back.
  private func deletedReference(_ standing: Standing) -> GraphQLValue? {
    isDeleted(standing) ? .number(GraphQLNumber(standing.slot.a)) : nil
  }

  private func isDeleted(_ standing: Standing) -> Bool {
    standing.slot.kind == SlotKind.reference && records.blob(standing.slot.a)?.isDeleted == true
  }

  private func object(_ standing: Standing) -> Blob? {
    switch standing.slot.kind {
    case SlotKind.reference: records.blob(standing.slot.a)
    case SlotKind.object: Blob(standing.blob.value(standing.slot))
    default: nil
    }
  }

  /// The record of the object that these members are of.
  private func record(_ shape: PlanShape, _ members: [String: GraphQLValue]) -> UInt32? {
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
    return records.find(String(decoding: key, as: UTF8.self))
  }

  private func json(_ field: UInt32, of blob: Blob) -> GraphQLValue? {
    blob.position(of: field, hint: 0).flatMap { json(Standing(slot: blob.slots[$0], blob: blob)) }
  }

  private func json(_ standing: Standing) -> GraphQLValue? {
    guard standing.slot.kind == SlotKind.json else { return nil }
    return try? GraphQLValue(
      json: UnsafeRawBufferPointer(start: standing.blob.value(standing.slot), count: Int(standing.slot.b)))
  }
}
