/// Merges a record that this cache has written with the one that another cache has stored. Where only one of them has changed a field since the record was
/// last the same for both, the change stays. Otherwise the newer value wins, and the stored one if both are of the same second.
///
/// An invalidated field has no time, so it does not make an own value stale.
struct StoredMerge {
  /// The merged values, which the caller must free; nil if they are the record's own.
  private(set) var blob: UnsafeMutableRawPointer?
  private(set) var age: StoredAge
  /// Whether nothing of the record's own is left.
  private(set) var isStored = false

  /// - Parameters:
  ///   - own: the record's values below the layers.
  ///   - ownAge: their times.
  ///   - base: what both have changed; nil if it is not known, so that each may have changed everything.
  ///   - stored: the stored record, whose values this takes ownership of.
  init(own: Blob, _ ownAge: StoredAge, from base: StoredBase?, stored: StoredImage.Found) {
    age = ownAge
    if let bytes = stored.blob {
      merge(own, base, with: bytes, stored.age)
    } else {
      let (ownTimes, storedTimes) = (Times(ownAge), Times(stored.age))
      let times = own.fields.map { (field: $0, time: max(ownTimes[$0], storedTimes[$0])) }
      age = StoredMerge.age(of: times)
    }
    age.used = max(ownAge.used, stored.age.used)
  }

  private mutating func merge(
    _ own: Blob, _ base: StoredBase?, with bytes: UnsafeMutableRawPointer, _ storedAge: StoredAge
  ) {
    let stored = Blob(bytes)
    let (ownTimes, storedTimes) = (Times(age), Times(storedAge))
    let ownChanges = Changes(own, ownTimes, from: base)
    let storedChanges = Changes(stored, storedTimes, from: base)
    if storedChanges.isEmpty, !ownChanges.isEmpty { return bytes.deallocate() }
    // An object that is gone, or has another type, is one value.
    let isOther = StoredMerge.areOther(own, stored)
    if ownChanges.isEmpty || isOther || own.isDeleted || own.count == 0 && base == nil {
      if !ownChanges.isEmpty, isOther || own.isDeleted, ownTimes.newest > storedTimes.newest {
        return bytes.deallocate()
      }
      return (blob, age, isStored) = (bytes, storedAge, true)
    }
    var draft = BlobDraft()
    var times: [(field: UInt32, time: UInt32)] = []
    var storedCount = 0
    for slot in stored.all {
      let (time, isChanged) = (storedTimes[slot.field], storedChanges.contains(slot.field))
      let at = own.position(of: slot.field, hint: 0)
      if let at, !isChanged || ownChanges.contains(slot.field) && ownTimes[slot.field] > time {
        draft.add(own.slots[at], of: own)
        times.append((slot.field, ownTimes[slot.field]))
      } else if at != nil || isChanged {
        draft.add(slot, of: stored)
        times.append((slot.field, time))
        storedCount += 1
      }
    }
    for slot in own.all where stored.position(of: slot.field, hint: 0) == nil {
      // The other cache has removed it.
      if !ownChanges.contains(slot.field) { continue }
      // A record without fields was deleted or evicted after its last write.
      if stored.count == 0, ownTimes[slot.field] <= storedTimes.newest { continue }
      draft.add(slot, of: own)
      times.append((slot.field, ownTimes[slot.field]))
    }
    if storedCount == times.count, storedCount == stored.count {
      return (blob, age, isStored) = (bytes, storedAge, true)
    }
    age = StoredMerge.age(of: times)
    if storedCount > 0 || times.count < own.count { blob = draft.copy() }
    bytes.deallocate()
  }

  /// Whether both are objects, of different types.
  private static func areOther(_ own: Blob, _ stored: Blob) -> Bool {
    guard let own = own.typename, let stored = stored.typename else { return false }
    return !own.elementsEqual(stored)
  }

  private static func age(of times: [(field: UInt32, time: UInt32)]) -> StoredAge {
    var age = StoredAge()
    age.time = times.map(\.time).min() ?? CacheTime.never
    age.newer = times.filter { $0.time > age.time }
    return age
  }

  /// The times of a record's fields.
  private struct Times {
    private let oldest: UInt32
    private let newer: [UInt32: UInt32]
    let newest: UInt32

    init(_ age: StoredAge) {
      oldest = age.time
      newer = Dictionary(age.newer.map { ($0.field, $0.time) }) { max($0, $1) }
      newest = max(oldest, newer.values.max() ?? CacheTime.never)
    }

    subscript(_ field: UInt32) -> UInt32 { newer[field] ?? oldest }
  }

  /// The fields whose values or times differ from the base; all of them if there is none.
  private struct Changes {
    private let fields: Set<UInt32>?
    let isEmpty: Bool

    init(_ blob: Blob, _ times: Times, from base: StoredBase?) {
      guard let base else {
        (fields, isEmpty) = (nil, false)
        return
      }
      let baseTimes = Times(base.age)
      var fields = Set(blob.differences(from: base.blob))
      for slot in blob.all where times[slot.field] != baseTimes[slot.field] { fields.insert(slot.field) }
      self.fields = fields
      isEmpty = fields.isEmpty && blob.isDeleted == base.blob.isDeleted
    }

    func contains(_ field: UInt32) -> Bool { fields?.contains(field) ?? true }
  }
}

extension Blob {
  fileprivate var all: UnsafeBufferPointer<Slot> { UnsafeBufferPointer(start: slots, count: count) }
}
