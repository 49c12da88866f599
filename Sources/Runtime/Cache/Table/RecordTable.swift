import ApusPlatform

/// The records of a cache: a key and its values for each id.
///
/// It changes only while nobody reads and nobody else writes; ``CacheStore`` makes sure of that.
final class RecordTable {
  private var blobs: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  private var capacity = 1024
  let keys = Interner()
  let times = RecordTimes()
  let failures = FailedFields()
  private(set) var reused = ReusedKeys()
  /// How often keys were released.
  private(set) var releaseCount = 0
  /// The size of all records in bytes.
  private(set) var byteCount = 0

  init() {
    blobs = .allocate(capacity: capacity)
    blobs.initialize(repeating: nil, count: capacity)
  }

  deinit {
    var index = 0
    while index < keys.count {
      blobs[index]?.deallocate()
      index += 1
    }
    blobs.deallocate()
  }

  var count: Int { keys.count }

  /// A record's values; nil if it was never written.
  @inline(__always) func blob(_ id: UInt32) -> Blob? {
    guard let blob = blobs[Int(id)] else { return nil }
    return Blob(blob)
  }

  /// The size of a record in bytes; 0 for an empty record.
  func size(_ id: UInt32) -> Int {
    guard let blob = blob(id), blob.count > 0 else { return 0 }
    return blob.size
  }

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

  /// Replaces a record's values, and frees the previous ones.
  func replace(_ id: UInt32, by blob: UnsafeMutableRawPointer?) {
    let old = swap(id, for: blob)
    grow(by: (blob.map { Blob($0).size } ?? 0) - (old.map { Blob($0).size } ?? 0))
    old?.deallocate()
  }

  /// Replaces a record's values. The caller changes the table's size by ``grow(by:)``, so that the values are not read while readers wait.
  ///
  /// - Returns: the previous values, which the caller must free.
  @inline(__always)
  func swap(_ id: UInt32, for blob: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    defer { blobs[Int(id)] = blob }
    return blobs[Int(id)]
  }

  func grow(by bytes: Int) { byteCount += bytes }

  /// Releases records without fields: their keys are forgotten, and their ids are used again. Nothing may refer to them.
  ///
  /// - Parameter records: the records, in ascending order.
  func release(_ records: some BidirectionalCollection<UInt32>) {
    // The id that was released last is used first, and new keys should get ascending ids: ``RecordPrediction`` relies on that.
    for id in records.reversed() {
      replace(id, by: nil)
      times.forget(id)
      failures.forget(id)
      keys.remove(id)
    }
    releaseCount += 1
  }
}
