import Foundation

/// What a transaction has written and not yet published, over the records that everybody sees.
///
/// It belongs to whoever writes; ``CacheStore`` sees to it that there is one writer.
final class PendingRecords {
  private let table: RecordTable
  /// Locks out readers: a new key changes what they look things up in.
  private let readers: NSLock
  private var blobs: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  private var capacity = 1024
  /// The records that have a pending blob.
  private(set) var touched: [UInt32] = []

  init(_ table: RecordTable, _ readers: NSLock) {
    self.table = table
    self.readers = readers
    blobs = .allocate(capacity: capacity)
    blobs.initialize(repeating: nil, count: capacity)
  }

  deinit {
    discard()
    blobs.deallocate()
  }

  /// What a record holds, as the writer sees it.
  @inline(__always) func blob(_ id: UInt32) -> Blob? {
    if Int(id) < capacity, let pending = blobs[Int(id)] { return Blob(pending) }
    return table.blob(id)
  }

  /// The number of a key, which is added where it is not there.
  func id(_ key: UnsafeRawBufferPointer) -> UInt32 {
    if let known = table.keys.find(key) { return known }
    readers.lock()
    defer { readers.unlock() }
    return table.add(key)
  }

  func id(_ key: String) -> UInt32 {
    var key = key
    return key.withUTF8 { id(UnsafeRawBufferPointer($0)) }
  }

  func find(_ key: String) -> UInt32? {
    var key = key
    return key.withUTF8 { table.keys.find(UnsafeRawBufferPointer($0)) }
  }

  /// Takes what a record is to hold.
  func put(_ blob: UnsafeMutableRawPointer, at id: UInt32) {
    if Int(id) >= capacity { grow(Int(id)) }
    if let old = blobs[Int(id)] { old.deallocate() } else { touched.append(id) }
    blobs[Int(id)] = blob
  }

  private func grow(_ id: Int) {
    let size = max(capacity * 2, id + 1)
    let grown = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: size)
    grown.initialize(repeating: nil, count: size)
    grown.update(from: blobs, count: capacity)
    blobs.deallocate()
    blobs = grown
    capacity = size
  }

  /// Forgets what was written.
  func discard() {
    for id in touched {
      blobs[Int(id)]?.deallocate()
      blobs[Int(id)] = nil
    }
    touched.removeAll(keepingCapacity: true)
  }

  /// What differs from what everybody sees.
  func changes() -> [RecordChange] {
    var changes: [RecordChange] = []
    changes.reserveCapacity(touched.count)
    for id in touched {
      guard let pending = blobs[Int(id)] else { continue }
      guard let old = table.blob(id) else {
        changes.append(RecordChange(record: id, fields: nil))
        continue
      }
      let fields = Blob(pending).differences(from: old)
      if !fields.isEmpty { changes.append(RecordChange(record: id, fields: fields)) }
    }
    return changes
  }

  /// Hands over what was written. Readers have to be locked out.
  func publish() {
    for id in touched {
      table.replace(id, by: blobs[Int(id)])
      blobs[Int(id)] = nil
    }
    touched.removeAll(keepingCapacity: true)
  }
}

/// A record that a commit changed.
struct RecordChange: Sendable {
  var record: UInt32
  /// The fields that differ; nil where all of the record is new.
  var fields: [UInt32]?
}

extension Blob {
  /// The fields that one of two records has and the other has not, or has otherwise.
  func differences(from old: Blob) -> [UInt32] {
    var fields: [UInt32] = []
    let (slots, oldSlots) = (slots, old.slots)
    var hint = 0
    for position in 0..<count {
      let slot = slots[position]
      if let at = old.position(of: slot.field, hint: hint) {
        hint = at + 1
        if isEqual(slot, oldSlots[at], in: old) { continue }
      }
      fields.append(slot.field)
    }
    hint = 0
    for at in 0..<old.count {
      if let position = position(of: oldSlots[at].field, hint: hint) {
        hint = position + 1
      } else {
        fields.append(oldSlots[at].field)
      }
    }
    return fields
  }

  /// Whether a slot has the value that another blob's slot has.
  @inline(__always) func isEqual(_ slot: Slot, _ other: Slot, in blob: Blob) -> Bool {
    guard slot.kind == other.kind, slot.b == other.b else { return false }
    if slot.kind == SlotKind.reference { return slot.a == other.a }
    return areEqual(value(slot), blob.value(other), Int(slot.b))
  }
}
