/// Encodes a row: a checksum of the rest, to detect damage, and then the contents.
package struct StoredRowWriter {
  private var bytes: [UInt8] = Array(repeating: 0, count: 8)

  package init() {}

  package mutating func add(_ number: UInt32) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  package mutating func add(_ text: String) { bytes.append(contentsOf: text.utf8) }

  package mutating func add(_ more: UnsafeRawBufferPointer) { bytes.append(contentsOf: more) }

  /// Completes the checksum.
  package mutating func finish(_ table: StoredTable, _ id: UInt32) -> [UInt8] {
    StoredSum.fix(&bytes, table, id)
    return bytes
  }
}

/// Decodes a row.
package struct StoredRow {
  private let bytes: UnsafeRawBufferPointer
  private var offset = 8

  /// - Returns: nil if the checksum does not match.
  package init?(_ bytes: UnsafeRawBufferPointer, _ table: StoredTable, _ id: UInt32) {
    guard bytes.count >= 8 else { return nil }
    let sum = UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
    guard sum == StoredSum.of(UnsafeRawBufferPointer(rebasing: bytes[8...]), table, id) else { return nil }
    self.bytes = bytes
  }

  /// The next number; nil at the end.
  package mutating func number() -> UInt32? {
    guard bytes.count - offset >= 4 else { return nil }
    defer { offset += 4 }
    return UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// The next `count` bytes; nil if fewer are left.
  package mutating func take(_ count: UInt32) -> UnsafeRawBufferPointer? {
    guard bytes.count - offset >= Int(count) else { return nil }
    defer { offset += Int(count) }
    return UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + Int(count))])
  }

  package var rest: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[offset...]) }
}
