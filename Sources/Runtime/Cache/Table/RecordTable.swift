import ApusPlatform

/// The records of a cache: a key and its values for each id.
///
/// It changes only while nobody reads and nobody else writes; ``CacheStore`` makes sure of that.
final class RecordTable {
  private(set) var blobs: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  private var capacity = 1024
  let keys = Interner()
  let times = RecordTimes()
  let failures = FailedFields()
  private(set) var reused = ReusedKeys()
  /// How often keys were released.
  private(set) var releaseCount = 0
  /// The size of all records in bytes, in memory or only in the storage.
  private(set) var byteCount = 0
  /// The values that are only in the storage; nil if everything is in memory.
  var disk: DiskRecords?
  /// A marker in place of a pointer: the values are only in the storage.
  private static let onDisk = 1

  init() {
    blobs = .allocate(capacity: capacity)
    blobs.initialize(repeating: nil, count: capacity)
  }

  deinit {
    var index = 0
    while index < keys.count {
      if !isOnDisk(UInt32(index)) { blobs[index]?.deallocate() }
      index += 1
    }
    blobs.deallocate()
  }

  var count: Int { keys.count }

  /// A record's values. The caller must hold `readers` if some may be only in the storage: they are read back.
  @inline(__always) func blob(_ id: UInt32) -> Blob? {
    guard let blob = blobs[Int(id)] else { return nil }
    if Int(bitPattern: blob) == RecordTable.onDisk { return load(id) }
    return Blob(blob)
  }

  @inline(never) private func load(_ id: UInt32) -> Blob? { disk?.load(id, keys) }

  /// Whether a record's values are only in the storage.
  @inline(__always) func isOnDisk(_ id: UInt32) -> Bool {
    Int(bitPattern: blobs[Int(id)]) == RecordTable.onDisk
  }

  /// Whether a record was ever written.
  func has(_ id: UInt32) -> Bool { blobs[Int(id)] != nil }

  /// The size of a record in bytes; 0 for an empty record.
  func size(_ id: UInt32) -> Int {
    if isOnDisk(id) { return disk?.size(id) ?? 0 }
    guard let blob = blob(id), blob.count > 0 else { return 0 }
    return blob.size
  }

  var memoryByteCount: Int { byteCount - (disk?.byteCount ?? 0) }

  /// Whether the values in memory exceed the limit.
  var isOverMemory: Bool { disk.map { memoryByteCount > $0.limit } ?? false }

  func add(_ key: UnsafeRawBufferPointer) -> UInt32 {
    let known = keys.count
    let id = keys.add(key)
    if id < known { reused.add(id) }
    if Int(id) >= capacity {
      let grown = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: capacity * 2)
      grown.initialize(repeating: nil, count: capacity * 2)
      grown.update(from: blobs, count: capacity)
      blobs.deallocate()
      blobs = grown
      capacity *= 2
    }
    times.reserve(id)
    return id
  }

  func replace(_ id: UInt32, by blob: UnsafeMutableRawPointer?) { exchange(id, for: blob)?.deallocate() }

  /// Replaces a record's values.
  ///
  /// - Returns: the previous values in memory, which the caller must free.
  func exchange(_ id: UInt32, for blob: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    var old: UnsafeMutableRawPointer?
    if isOnDisk(id) {
      byteCount -= disk?.size(id) ?? 0
      disk?.remove(id)
    } else if let known = blobs[Int(id)] {
      byteCount -= Blob(known).size
      old = known
    }
    if let blob { byteCount += Blob(blob).size }
    blobs[Int(id)] = blob
    return old
  }

  /// Replaces a record's values in a table without a disk. The caller changes the table's size by ``grow(by:)``, so that the values are not read
  /// while readers wait.
  ///
  /// - Returns: the previous values, which the caller must free.
  @inline(__always)
  func swap(_ id: UInt32, for blob: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    defer { blobs[Int(id)] = blob }
    return blobs[Int(id)]
  }

  func grow(by bytes: Int) { byteCount += bytes }

  /// Releases records without fields: their keys are forgotten, and their ids are used again. Nothing may refer to them.
  func release(_ records: some Sequence<UInt32>) {
    for id in records {
      replace(id, by: nil)
      times.forget(id)
      failures.forget(id)
      keys.remove(id)
    }
    releaseCount += 1
  }

  // MARK: - On disk

  /// Drops a record's values from memory.
  func drop(_ id: UInt32, _ stub: DiskRecords.Stub) {
    replace(id, by: nil)
    byteCount += Int(stub.size)
    disk?.add(id, stub)
    blobs[Int(id)] = UnsafeMutableRawPointer(bitPattern: RecordTable.onDisk)
  }

  /// Moves values that were read back into the table.
  func settle() {
    for (id, blob) in disk?.takeLoaded() ?? [:] {
      byteCount += Blob(blob).size - (disk?.size(id) ?? 0)
      blobs[Int(id)] = blob
    }
  }
}
