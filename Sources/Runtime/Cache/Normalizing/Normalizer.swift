import Apus
import ApusPlatform

/// Splits a response into records: objects with a key become records, others stay inside their parent.
///
/// The text is known to be valid JSON, nested no deeper than the decoder allows.
struct Normalizer {
  let plan: BoundPlan
  let records: PendingRecords
  let learned: LearnedTypes
  var scanner: JSONScanner
  /// The slots and elements of all open objects and lists.
  var stack: [Slot] = []
  /// The blobs of nested objects and lists that are already encoded.
  var arena: UnsafeMutableRawPointer
  var arenaCount = 0
  var arenaCapacity: Int
  /// A buffer for building a record's key.
  var key: [UInt8] = []
  /// The keys that rules compute.
  private let keys: ComputedKeys?
  var prediction = RecordPrediction()
  /// The offsets of nulls caused by errors, with the errors' messages.
  let errors: [Int: String]
  /// Whether the current value contains a null caused by an error, and the error's message.
  var hasError = false
  var listMessage = ""
  /// The failed fields of the open objects.
  var failures: [Failure] = []
  /// The writes that this response must not overwrite; nil if it may overwrite everything.
  let newerWrites: InFlightWrites.Newer?
  /// Whether members such as `"...Card"` occurred. Generated types encode fragments this way; servers merge the fragments' fields.
  private(set) var hasFragments = false
  /// Whether the app wrote the value: then it contains all stored elements of a connection.
  var isLocal = false
  /// The fields this response has written, if any are configured to be replaced: a second occurrence is merged.
  var replaced: Set<UInt64> = []
  /// Whether the stored value comes from an earlier response.
  var isReplacing = false
  /// The fields of the object being merged whose values a rule decided.
  var decided: Set<UInt32> = []
  /// The rules that did nothing because an object lacks a key.
  var uselessRules: Set<GraphQLCacheError> = []
  /// The offsets of edges that are to be added to lists, and these edges once they were read.
  var wantedEdges: Set<Int> = []
  private(set) var edges: [Int: ListChange.Element] = [:]
  /// The connections that a page could not join.
  var unconnected: [String] = []
  /// The fields written so far. Only debug builds look for conflicts: the check costs time, and conflicts come from the schema and
  /// documents.
  var written: Set<UInt64> = []
  var conflicts: [CacheConflict] = []

  /// - Parameters:
  ///   - json: text that begins with the object to normalize.
  ///   - keys: the keys that rules compute; nil if no object is read.
  ///   - errors: the offsets of nulls caused by errors, with the errors' messages.
  init(
    _ json: UnsafeBufferPointer<UInt8>, _ start: UnsafePointer<UInt8>, _ plan: BoundPlan,
    _ records: PendingRecords, _ learned: LearnedTypes, _ keys: ComputedKeys?, errors: [Int: String] = [:],
    newerWrites: InFlightWrites.Newer? = nil
  ) {
    self.plan = plan
    self.records = records
    self.learned = learned
    self.keys = keys
    self.errors = errors
    self.newerWrites = newerWrites
    scanner = JSONScanner(json, start)
    // Most of a small response is never nested in another object: do not allocate more than it may need.
    arenaCapacity = min(1 << 16, max(json.count, 256))
    arena = .allocate(byteCount: arenaCapacity, alignment: 8)
    stack.reserveCapacity(64)
    key.reserveCapacity(64)
  }

  /// Normalizes the object.
  ///
  /// - Parameters:
  ///   - root: a fragment's record; nil for an operation, each of whose root fields is its own record.
  ///   - writesRoot: whether root fields are cached.
  mutating func run(root: UInt32?, writesRoot: Bool) {
    defer { arena.deallocate() }
    scanner.skipSpace()
    guard scanner.p < scanner.end, scanner.p.pointee == 0x7B else { return }
    let shape = plan.root.type == nil ? self.shape(plan.root) : plan.onlyShape(plan.root)
    members(shape, 0)
    if let root {
      appendTypename(shape)
      if !shape.merges.isEmpty { applyRules(shape, 0, root) }
      merge(into: root, 0)
      giveFailures(to: root, 0)
    } else if writesRoot {
      writeRootFields(shape)
      giveRootFailures()
    }
    stack.removeAll()
  }

  /// Stores the type of a fragment's object even if the fragment does not select it: reading at an interface needs it.
  private mutating func appendTypename(_ shape: PlanShape) {
    if slot(FieldNames.typename, 0) != nil || !plan.types.isObject(shape.typeName) { return }
    append("\"\(shape.typeName)\"", FieldNames.typename)
  }

  private mutating func writeRootFields(_ shape: PlanShape) {
    // Each field is the last one when it is written.
    stack.reverse()
    while let slot = stack.last {
      let first = stack.count - 1
      let rule = shape.merges[slot.field]
      key.removeAll(keepingCapacity: true)
      plan.appendRootKey(of: rule?.field ?? slot.field, to: &key)
      let record = key.withUnsafeBytes { records.id($0) }
      if rule != nil { applyRules(shape, first, record) }
      merge(into: record, first)
    }
  }

  // MARK: - Values

  /// Reads the members of the current object into slots.
  mutating func members(_ shape: PlanShape, _ first: Int) {
    scanner.p += 1
    scanner.skipSpace()
    var next = 0
    let fields = shape.fields
    let count = shape.count
    while scanner.p < scanner.end, scanner.p.pointee == 0x22 {
      guard next < count else {
        skipMembers()
        break
      }
      let length = fields[next].prefixCount
      guard scanner.end - scanner.p >= length, areEqual(scanner.p, fields[next].prefix, length) else {
        shuffledMembers(shape, next, first)
        break
      }
      scanner.p += length
      scanner.skipSpace()
      member(fields + next, first)
      next &+= 1
      scanner.skipComma()
    }
    if scanner.p < scanner.end { scanner.p += 1 }
    if shape.hasRepeatedObjects { mergeRepeated(first) }
  }

  @inline(__always) private mutating func member(_ field: UnsafeMutablePointer<PlanShape.Field>, _ first: Int)
  {
    let id = field.pointee.incoming
    if let place = field.pointee.place {
      let start = scanner.offset
      hasError = false
      let mark = failures.count
      let slot = field.pointee.page.map { connection(place, id, $0) } ?? value(place, id)
      if !errors.isEmpty, hasFailed(field.pointee.id, start, mark) { return }
      stack.append(slot)
      return
    }
    let start = scanner.p
    scanner.skipValue()
    if field.pointee.isRepeated, slot(id, first) != nil { return }
    if !errors.isEmpty, hasFailed(field.pointee.id, (start - scanner.base)..<(scanner.p - scanner.base)) {
      return
    }
    stack.append(
      Slot(field: id, kind: SlotKind.json, a: UInt32(start - scanner.base), b: UInt32(scanner.p - start)))
  }

  private mutating func skipMembers() {
    while scanner.p < scanner.end, scanner.p.pointee == 0x22 {
      noteFragment(scanner.skipName())
      scanner.skipValue()
      scanner.skipComma()
    }
  }

  /// Reads members that are out of order, missing or unknown. The first of several members with the same name counts.
  @inline(never) private mutating func shuffledMembers(_ shape: PlanShape, _ next: Int, _ first: Int) {
    var values: [UnsafePointer<UInt8>?] = Array(repeating: nil, count: shape.count)
    while scanner.p < scanner.end, scanner.p.pointee == 0x22 {
      let position = self.position(shape, next)
      if let position, values[position] == nil { values[position] = scanner.p }
      scanner.skipValue()
      scanner.skipComma()
    }
    let end = scanner.p
    for (position, start) in values.enumerated() {
      guard let start else { continue }
      scanner.p = start
      member(shape.fields + position, first)
    }
    scanner.p = end
  }

  /// Steps over a member's name to its value.
  ///
  /// - Returns: the position of the field, from `next` on, that it belongs to.
  private mutating func position(_ shape: PlanShape, _ next: Int) -> Int? {
    let name = scanner.skipName()
    guard let start = name.baseAddress else { return nil }
    noteFragment(name)
    let hasEscapes = name.contains(0x5C)
    for position in next..<max(next, shape.count) {
      let field = shape.fields[position]
      // The prefix also contains the colon.
      if field.prefixCount - 1 == name.count, areEqual(field.prefix, start, name.count) { return position }
      if hasEscapes, shape.key(position) == JSONScanner.text(name) { return position }
    }
    return nil
  }

  /// Notes a member that holds a fragment's members.
  private mutating func noteFragment(_ name: UnsafeBufferPointer<UInt8>) {
    if name.count > 4, name[1] == 0x2E, name[2] == 0x2E, scanner.p.pointee == 0x7B { hasFragments = true }
  }

  mutating func value(_ place: PlanPlace, _ field: UInt32) -> Slot {
    switch scanner.p.pointee {
    case 0x7B: return wantedEdges.isEmpty ? object(place, field) : edge(place, field)
    case 0x5B: return list(place, field)
    default:
      let start = scanner.p
      scanner.skipValue()
      if isLocal, let record = reference(start) {
        return Slot(field: field, kind: SlotKind.reference, a: record, b: 0)
      }
      return Slot(
        field: field, kind: SlotKind.json, a: UInt32(start - scanner.base), b: UInt32(scanner.p - start))
    }
  }

  /// The record whose number stands in for an object: ``ValueCompletion`` keeps references that values cannot express.
  private func reference(_ start: UnsafePointer<UInt8>) -> UInt32? {
    var record: UInt32 = 0
    for byte in UnsafeBufferPointer(start: start, count: scanner.p - start) {
      let (tens, isTooLarge) = record.multipliedReportingOverflow(by: 10)
      let (next, isTooFar) = tens.addingReportingOverflow(UInt32(byte &- 0x30))
      guard byte &- 0x30 < 10, !isTooLarge, !isTooFar else { return nil }
      record = next
    }
    return record
  }

  private mutating func list(_ place: PlanPlace, _ field: UInt32) -> Slot {
    let first = stack.count
    var listHasError = false
    scanner.p += 1
    scanner.skipSpace()
    while scanner.p < scanner.end, scanner.p.pointee != 0x5D {
      if !errors.isEmpty, let message = errors[scanner.offset] {
        listHasError = true
        listMessage = message
      }
      hasError = false
      stack.append(value(place, 0))
      if hasError { listHasError = true }
      scanner.skipComma()
    }
    scanner.p += 1
    let slot = encode(first, SlotKind.list, field)
    hasError = listHasError
    return slot
  }

  private mutating func object(_ place: PlanPlace, _ field: UInt32) -> Slot {
    let shape = shape(place)
    let first = stack.count
    let arenaStart = arenaCount
    let mark = failures.count
    members(shape, first)
    hasError = false
    if !shape.keys.isEmpty, let id = recordID(shape, first) {
      if !shape.merges.isEmpty { applyRules(shape, first, id) }
      merge(into: id, first)
      if failures.count > mark { giveFailures(to: id, mark) }
      // The record has its own copy.
      arenaCount = arenaStart
      return Slot(field: field, kind: SlotKind.reference, a: id, b: 0)
    }
    if shape.keyRule != nil, shape.keys.isEmpty { uselessRules.insert(.uselessKeyRule(shape.typeName)) }
    if !shape.merges.isEmpty { applyRules(shape, first, nil) }
    return encode(first, SlotKind.object, field)
  }

  /// Reads an object, and keeps it if it is an edge to add to lists.
  @inline(never) private mutating func edge(_ place: PlanPlace, _ field: UInt32) -> Slot {
    let start = scanner.offset
    let slot = object(place, field)
    guard wantedEdges.contains(start) else { return slot }
    if slot.kind == SlotKind.reference {
      let node = records.blob(slot.a)?.node
      edges[start] = node.map { ListChange.Element(node: $0, edge: .record(slot.a)) }
    } else {
      let bytes = UnsafeRawBufferPointer(start: arena + Int(slot.a), count: Int(slot.b))
      let node = Blob(arena + Int(slot.a)).node
      edges[start] = node.map { ListChange.Element(node: $0, edge: .object(Array(bytes))) }
    }
    return slot
  }

  // MARK: - Types and keys

  /// The shape of the current object.
  @inline(__always) mutating func shape(_ place: PlanPlace) -> PlanShape {
    if place.type != nil { return place.only ?? plan.onlyShape(place) }
    return shapeByName(place)
  }

  @inline(never) private mutating func shapeByName(_ place: PlanPlace) -> PlanShape {
    let start = scanner.p
    defer { scanner.p = start }
    scanner.p += 1
    scanner.skipSpace()
    while scanner.p < scanner.end, scanner.p.pointee == 0x22 {
      let name = scanner.skipName()
      let value = scanner.p
      scanner.skipValue()
      if scanner.p - value >= 2, value.pointee == 0x22, Self.isName(name, place.quotedTypename) {
        let type = UnsafeBufferPointer(start: value + 1, count: scanner.p - value - 2)
        if let shape = plan.knownShape(place, type) { return shape }
        scanner.p = start
        learn(type, place)
        return plan.shape(place, type)
      }
      scanner.skipComma()
    }
    return plan.onlyShape(place)
  }

  /// - Parameter quoted: the name to compare with, in quotes.
  @inline(__always) private static func isName(_ name: UnsafeBufferPointer<UInt8>, _ quoted: [UInt8]) -> Bool
  {
    guard name.count == quoted.count, let start = name.baseAddress else { return false }
    return quoted.withUnsafeBufferPointer { other in
      other.baseAddress.map { areEqual(start, $0, other.count) } ?? false
    }
  }

  /// Learns from an object's place and markers which conditions a type unknown at compile time satisfies.
  private mutating func learn(_ name: UnsafeBufferPointer<UInt8>, _ place: PlanPlace) {
    let type = String(decoding: name, as: UTF8.self)
    if plan.types.isObject(type) { return }
    // A server's object has the type of its field, which needs no marker. The app may write a fragment to any key.
    if !isLocal { for condition in place.abstractTypes { learned.learn(type, isOf: condition) } }
    scanner.p += 1
    scanner.skipSpace()
    while scanner.p < scanner.end, scanner.p.pointee == 0x22 {
      let member = scanner.name()
      if scanner.p.pointee == 0x22, let condition = plan.markers[member] {
        learned.learn(type, isOf: condition)
      }
      scanner.skipValue()
      scanner.skipComma()
    }
  }

  /// The slot of a field among those from `first` on.
  @inline(__always) private func slot(_ field: UInt32, _ first: Int) -> Slot? {
    var index = first
    while index < stack.count {
      if stack[index].field == field { return stack[index] }
      index += 1
    }
    return nil
  }

  /// The record of the object whose slots are on the stack; nil if its key is incomplete.
  private mutating func recordID(_ shape: PlanShape, _ first: Int) -> UInt32? {
    key.removeAll(keepingCapacity: true)
    key.append(contentsOf: shape.keyPrefix)
    let isSingle = shape.keys.count == 1
    if !isSingle { key.append(UInt8(ascii: "[")) }
    var index = 0
    while index < shape.keys.count {
      guard let slot = slot(shape.keys[index], first) else { return nil }
      let bytes = UnsafeBufferPointer(start: scanner.base + Int(slot.a), count: Int(slot.b))
      if index > 0 { key.append(UInt8(ascii: ",")) }
      guard CacheKeyText.append(bytes, to: &key, isSingle: isSingle) else { return nil }
      index &+= 1
    }
    if !isSingle { key.append(UInt8(ascii: "]")) }
    if let rule = shape.keyRule, keys?.apply(rule, to: &key) != true { return nil }
    return key.withUnsafeBytes { records.id($0, &prediction) }
  }
}
