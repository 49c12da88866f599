import Foundation

/// The records of a cache: for each number a key, and what is kept under it.
///
/// It is changed only while nobody reads and nobody else writes; ``CacheStore`` sees to that.
final class RecordTable {
  private(set) var blobs: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  private var capacity = 1024
  let keys = Interner()
  let times = RecordTimes()
  let failures = FailedFields()
  /// How many bytes the records have, in memory and in the storage alone.
  private(set) var byteCount = 0
  /// What is in the storage alone; nil where everything is in memory.
  var disk: DiskRecords?
  /// Stands for the address of a record whose values are in the storage alone.
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

  /// What a record holds. `readers` has to be held: what is in the storage alone is read back.
  @inline(__always) func blob(_ id: UInt32) -> Blob? {
    guard let blob = blobs[Int(id)] else { return nil }
    if Int(bitPattern: blob) == RecordTable.onDisk { return load(id) }
    return Blob(blob)
  }

  @inline(never) private func load(_ id: UInt32) -> Blob? { disk?.load(id, keys) }

  /// Whether a record's values are not in the table.
  @inline(__always) func isOnDisk(_ id: UInt32) -> Bool {
    Int(bitPattern: blobs[Int(id)]) == RecordTable.onDisk
  }

  /// Whether something was kept under a key at some time.
  func has(_ id: UInt32) -> Bool { blobs[Int(id)] != nil }

  /// How many bytes a record has; 0 for one without fields.
  func size(_ id: UInt32) -> Int {
    if isOnDisk(id) { return disk?.size(id) ?? 0 }
    guard let blob = blob(id), blob.count > 0 else { return 0 }
    return blob.size
  }

  /// How many bytes are in memory.
  var memoryByteCount: Int { byteCount - (disk?.byteCount ?? 0) }

  /// Whether more is in memory than should be.
  var isOverMemory: Bool { disk.map { memoryByteCount > $0.limit } ?? false }

  /// Adds a key that is not there.
  func add(_ key: UnsafeRawBufferPointer) -> UInt32 {
    let id = keys.add(key)
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

  /// Puts a record in the place of what was kept.
  func replace(_ id: UInt32, by blob: UnsafeMutableRawPointer?) { exchange(id, for: blob)?.deallocate() }

  /// Puts a record in the place of what was kept.
  ///
  /// - Returns: what was kept in memory, which is the caller's to free.
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

  // MARK: - On disk

  /// Leaves a record's values to the storage.
  func drop(_ id: UInt32, _ stub: DiskRecords.Stub) {
    replace(id, by: nil)
    byteCount += Int(stub.size)
    disk?.add(id, stub)
    blobs[Int(id)] = UnsafeMutableRawPointer(bitPattern: RecordTable.onDisk)
  }

  /// Takes what was read back.
  func settle() {
    for (id, blob) in disk?.takeLoaded() ?? [:] {
      byteCount += Blob(blob).size - (disk?.size(id) ?? 0)
      blobs[Int(id)] = blob
    }
  }
}
