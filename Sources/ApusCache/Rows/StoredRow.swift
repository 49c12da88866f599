/// Puts the bytes of a row together: a sum of everything else, so that a row that changed by itself is noticed, and then what it says.
struct StoredRowWriter {
  private var bytes: [UInt8] = Array(repeating: 0, count: 8)

  mutating func add(_ number: UInt32) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func add(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func add(_ more: UnsafeRawBufferPointer) { bytes.append(contentsOf: more) }

  /// The row's bytes.
  mutating func finish(_ table: GraphQLStorageTable, _ id: UInt32) -> [UInt8] {
    StoredSum.fix(&bytes, table, id)
    return bytes
  }
}

/// Reads the bytes of a row.
struct StoredRow {
  private let bytes: UnsafeRawBufferPointer
  private var offset = 8

  /// - Returns: nil when these are not the bytes that were written as this row.
  init?(_ bytes: UnsafeRawBufferPointer, _ table: GraphQLStorageTable, _ id: UInt32) {
    guard bytes.count >= 8 else { return nil }
    let sum = UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
    guard sum == StoredSum.of(UnsafeRawBufferPointer(rebasing: bytes[8...]), table, id) else { return nil }
    self.bytes = bytes
  }

  /// The next number; nil at the end.
  mutating func number() -> UInt32? {
    guard bytes.count - offset >= 4 else { return nil }
    defer { offset += 4 }
    return UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// The next so many bytes; nil when there are not as many.
  mutating func take(_ count: UInt32) -> UnsafeRawBufferPointer? {
    guard bytes.count - offset >= Int(count) else { return nil }
    defer { offset += Int(count) }
    return UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + Int(count))])
  }

  /// What is left.
  var rest: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[offset...]) }
}
