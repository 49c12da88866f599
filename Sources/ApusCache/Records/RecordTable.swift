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
  /// How many bytes the records have.
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

  @inline(__always) func blob(_ id: UInt32) -> Blob? { blobs[Int(id)].map { Blob($0) } }

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
  func replace(_ id: UInt32, by blob: UnsafeMutableRawPointer?) {
    if let old = blobs[Int(id)] {
      byteCount -= Blob(old).size
      old.deallocate()
    }
    if let blob { byteCount += Blob(blob).size }
    blobs[Int(id)] = blob
  }
}
