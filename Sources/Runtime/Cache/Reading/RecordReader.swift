import ApusPlatform

/// Reassembles a response from records: JSON in selection order, without fields added for the cache.
struct RecordReader {
  let plan: BoundPlan
  let table: RecordTable
  /// A transaction's own writes, which override the table.
  let pending: PendingRecords?
  /// The output buffer: an array's memory or, if that was too small, memory the reader owns.
  private var output: UnsafeMutablePointer<UInt8>
  private var count = 0
  private var capacity = 0
  private var ownsOutput = false
  private(set) var isIncomplete = false
  /// Whether null was written for a deleted object.
  var hasDeleted = false
  var dependencies: Dependencies
  /// The first object and field that were missing.
  private(set) var firstMiss: String?
  var age = ReadAge()
  /// The current time, noted as the last use of roots; nil for a transaction's reads.
  private let now: UInt32?
  /// The record being read.
  var current = UInt32.max
  /// The time when the field being read was written.
  var time = CacheTime.never

  init(_ plan: BoundPlan, _ table: RecordTable, _ pending: PendingRecords?, now: UInt32?) {
    self.plan = plan
    self.now = now
    self.table = table
    self.pending = pending
    dependencies = Dependencies(plan)
    // A placeholder: its capacity is 0, so it is never written to.
    let nothing: StaticString = ""
    output = UnsafeMutablePointer(mutating: nothing.utf8Start)
  }

  /// Returns the bytes that `body` writes. Call it once. The bytes are written directly into the array: copying a large result costs as
  /// much as reading it.
  ///
  /// - Parameter capacity: the expected size in bytes.
  mutating func text(capacity: Int, _ body: (inout RecordReader) -> Void) -> [UInt8] {
    let text = Array<UInt8>(unsafeUninitializedCapacity: max(capacity, 256)) { buffer, written in
      guard let start = buffer.baseAddress else { return }
      (output, self.capacity) = (start, buffer.count)
      body(&self)
      written = ownsOutput ? 0 : count
    }
    if !ownsOutput { return text }
    defer {
      output.deallocate()
      ownsOutput = false
    }
    return Array(UnsafeBufferPointer(start: output, count: count))
  }

  @inline(__always) func blob(_ id: UInt32) -> Blob? {
    pending == nil ? table.blob(id) : pending?.blob(id)
  }

  // MARK: - Roots

  /// Reads an operation: each of its root fields is a record.
  mutating func readRoot() {
    let shape = plan.onlyShape(plan.root)
    append(0x7B)
    var isFirst = true
    var key: [UInt8] = []
    for position in 0..<shape.count where !shape.fields[position].isHidden {
      let field = shape.fields[position]
      key.removeAll(keepingCapacity: true)
      plan.appendRootKey(of: field.id, to: &key)
      let id = key.withUnsafeBytes { table.keys.find($0) }
      if id == nil { dependencies.missingRoots.insert(String(decoding: key, as: UTF8.self)) }
      if field.read != nil {
        readRuledRoot(field, shape, id, &isFirst)
        continue
      }
      guard let id else {
        missMember(field, shape, &isFirst)
        continue
      }
      dependencies.add(id, shape)
      current = id
      guard let blob = blob(id), let at = blob.position(of: field.id, hint: 0) else {
        missMember(field, shape, &isFirst)
        continue
      }
      use(id)
      time = table.times.time(id, field.id)
      age.note(time, field.maxAge)
      appendPrefix(field.prefix, field.prefixCount, isFirst)
      isFirst = false
      if let page = field.page {
        connection(blob.slots[at], blob, field.place, page)
      } else {
        value(blob.slots[at], blob, field.place)
      }
    }
    reserve(1)
    append(0x7D)
  }

  func find(_ key: String) -> UInt32? { table.keys.find(key) }

  /// Reads a fragment of one object.
  mutating func readObject(_ key: String) {
    guard let id = find(key) else {
      dependencies.missingRoots.insert(key)
      miss(key)
      return
    }
    // An object that is not there is not in use.
    if blob(id)?.count ?? 0 > 0 { use(id) }
    record(id, plan.root)
  }

  /// Notes the use of a record as a root.
  @inline(__always) func use(_ id: UInt32) { if let now { table.times.use(id, now) } }

  // MARK: - Values

  mutating func record(_ id: UInt32, _ place: PlanPlace) {
    // An evicted object is empty. Report the object as missing, not each field.
    guard let blob = blob(id), !blob.isDeleted, blob.count > 0, let shape = shape(place, blob) else {
      dependencies.addWhole(id)
      current = id
      miss("object")
      reserve(4)
      append("null")
      return
    }
    dependencies.add(id, shape)
    let around = (current, time)
    current = id
    time = table.times.oldest(id)
    if table.times.isMixed(id) {
      noteAges(of: id, shape)
      object(blob, shape, record: id)
    } else {
      age.note(time, shape.maxAge)
      object(blob, shape)
    }
    (current, time) = around
  }

  /// Notes the ages of a record whose fields were written at different times.
  @inline(never) private mutating func noteAges(of id: UInt32, _ shape: PlanShape) {
    for position in 0..<shape.count where !shape.fields[position].isHidden {
      let field = shape.fields[position]
      age.note(table.times.time(id, field.id), field.maxAge)
    }
  }

  /// - Returns: nil if the type is needed and the object lacks `__typename`.
  @inline(__always) func shape(_ place: PlanPlace, _ blob: Blob) -> PlanShape? {
    if place.type != nil { return place.only ?? plan.onlyShape(place) }
    guard let name = blob.typename else { return nil }
    return plan.shape(place, name)
  }

  /// - Parameter record: the record, if its fields were written at different times.
  mutating func object(_ blob: Blob, _ shape: PlanShape, record: UInt32? = nil) {
    reserve(2)
    append(0x7B)
    var isFirst = true
    let slots = blob.slots
    let total = blob.count
    let fields = shape.fields
    let count = shape.count
    var hint = 0
    var index = 0
    while index < count {
      let field = fields + index
      index &+= 1
      if field.pointee.isHidden {
        hint &+= 1
        continue
      }
      if field.pointee.read != nil {
        if let record { time = table.times.time(record, field.pointee.id) }
        ruled(field.pointee, shape, blob, &isFirst)
        hint &+= 1
        continue
      }
      let id = field.pointee.id
      var at = hint
      if at >= total || slots[at].field != id {
        guard let found = blob.position(of: id, hint: 0) else {
          missMember(field.pointee, shape, &isFirst)
          continue
        }
        at = found
      }
      hint = at &+ 1
      let slot = slots[at]
      if slot.kind == SlotKind.json {
        // Fast path for nearly all fields: one capacity check, and no function call for short values.
        let (prefix, length) = (field.pointee.prefixCount, Int(slot.b))
        reserve(prefix &+ length &+ RecordReader.slack)
        if !isFirst { append(0x2C) }
        isFirst = false
        appendShort(field.pointee.prefix, prefix)
        appendShort(blob.value(slot), length)
      } else {
        appendPrefix(field.pointee.prefix, field.pointee.prefixCount, isFirst)
        isFirst = false
        if let record { time = table.times.time(record, id) }
        if let page = field.pointee.page {
          connection(slot, blob, field.pointee.place, page)
        } else {
          value(slot, blob, field.pointee.place)
        }
      }
    }
    reserve(1)
    append(0x7D)
  }

  mutating func value(_ slot: Slot, _ blob: Blob, _ place: PlanPlace?) {
    if slot.kind == SlotKind.json {
      reserve(Int(slot.b))
      append(blob.value(slot), Int(slot.b))
      return
    }
    guard let place else {
      // The field used to be an object: another version of the documents wrote it.
      miss("")
      reserve(4)
      append("null")
      return
    }
    switch slot.kind {
    case SlotKind.reference:
      if isDeleted(slot.a) {
        hasDeleted = true
        reserve(4)
        append("null")
      } else {
        record(slot.a, place)
      }
    case SlotKind.object:
      let inner = Blob(blob.value(slot))
      guard let shape = shape(place, inner) else {
        miss("__typename")
        reserve(4)
        append("null")
        return
      }
      age.note(time, shape.maxAge)
      object(inner, shape)
    default:
      let list = Blob(blob.value(slot))
      reserve(1)
      append(0x5B)
      var index = 0
      var isFirst = true
      while index < list.count {
        let element = list.slots[index]
        index &+= 1
        if element.kind == SlotKind.reference, isDeleted(element.a) { continue }
        if !isFirst {
          reserve(1)
          append(0x2C)
        }
        isFirst = false
        value(element, list, place)
      }
      reserve(1)
      append(0x5D)
    }
  }

  /// Whether a record's object was deleted: lists leave it out, and elsewhere it reads as null.
  @inline(__always) mutating func isDeleted(_ id: UInt32) -> Bool {
    guard let blob = blob(id), blob.isDeleted else { return false }
    dependencies.addWhole(id)
    return true
  }

  /// Writes a field that is not stored: the type's name if it is known, the objects that arguments identify, or null.
  @inline(never) mutating func missMember(
    _ field: PlanShape.Field, _ shape: PlanShape, _ isFirst: inout Bool
  ) {
    if let lookup = shape.lookups[field.id], lookUp(lookup, field, &isFirst) { return }
    let isKnown = field.id == FieldNames.typename && !shape.typeName.isEmpty
    if !isKnown { miss(plan.name(of: field.id)) }
    appendPrefix(field.prefix, field.prefixCount, isFirst)
    isFirst = false
    let text = isKnown ? "\"\(shape.typeName)\"" : "null"
    reserve(text.utf8.count)
    append(text)
  }

  mutating func miss(_ what: String) {
    if !isIncomplete {
      firstMiss = current == UInt32.max ? what : "\(table.keys.text(current)).\(what)"
    }
    isIncomplete = true
  }

  // MARK: - Output

  @inline(__always) mutating func appendPrefix(
    _ prefix: UnsafeRawPointer, _ length: Int, _ isFirst: Bool
  ) {
    reserve(length &+ 1)
    if !isFirst { append(0x2C) }
    append(prefix, length)
  }

  @inline(__always) mutating func reserve(_ more: Int) {
    if capacity &- count < more { grow(more) }
  }

  @inline(never) private mutating func grow(_ more: Int) {
    capacity = max(capacity * 2, count + more)
    let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    memcpy(grown, output, count)
    if ownsOutput { output.deallocate() }
    output = grown
    ownsOutput = true
  }

  /// The caller must have reserved a byte.
  @inline(__always) mutating func append(_ byte: UInt8) {
    output[count] = byte
    count &+= 1
  }

  /// The bytes that ``appendShort(_:_:)`` may write past the end, and a comma.
  private static let slack = 8

  /// Appends bytes, usually only a few, with two overlapping loads.
  ///
  /// Values shorter than four bytes are still read as four: a blob pads its values to a multiple of four, and a prefix such as `"a":` has
  /// at least four.
  @inline(__always) private mutating func appendShort(_ bytes: UnsafeRawPointer, _ length: Int) {
    let target = UnsafeMutableRawPointer(output + count)
    count &+= length
    if length > 32 {
      memcpy(target, bytes, length)
    } else if length >= 16 {
      let (first, last) = (
        bytes.loadUnaligned(as: SIMD2<UInt64>.self),
        bytes.loadUnaligned(fromByteOffset: length &- 16, as: SIMD2<UInt64>.self)
      )
      target.storeBytes(of: first, as: SIMD2<UInt64>.self)
      target.storeBytes(of: last, toByteOffset: length &- 16, as: SIMD2<UInt64>.self)
    } else if length >= 8 {
      let (first, last) = (
        bytes.loadUnaligned(as: UInt64.self),
        bytes.loadUnaligned(fromByteOffset: length &- 8, as: UInt64.self)
      )
      target.storeBytes(of: first, as: UInt64.self)
      target.storeBytes(of: last, toByteOffset: length &- 8, as: UInt64.self)
    } else if length >= 4 {
      let (first, last) = (
        bytes.loadUnaligned(as: UInt32.self),
        bytes.loadUnaligned(fromByteOffset: length &- 4, as: UInt32.self)
      )
      target.storeBytes(of: first, as: UInt32.self)
      target.storeBytes(of: last, toByteOffset: length &- 4, as: UInt32.self)
    } else {
      target.storeBytes(of: bytes.loadUnaligned(as: UInt32.self), as: UInt32.self)
    }
  }

  @inline(__always) private mutating func append(_ bytes: UnsafeRawPointer, _ length: Int) {
    memcpy(output + count, bytes, length)
    count &+= length
  }

  mutating func append(_ text: String) {
    for byte in text.utf8 { append(byte) }
  }
}
