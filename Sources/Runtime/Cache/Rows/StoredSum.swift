/// The checksum at the start of each row, which detects damage.
package enum StoredSum {
  /// The checksum includes table and id, so that a row is not accepted in another's place.
  static func of(_ bytes: UnsafeRawBufferPointer, _ table: StoredTable, _ id: UInt32) -> UInt64 {
    let place = UInt64(id) << 8 | UInt64(table.rawValue)
    return TextHash(bytes).sum ^ (place &* 0x9E37_79B9_7F4A_7C15)
  }

  /// Updates the checksum at the start of a row.
  package static func fix(_ row: inout [UInt8], _ table: StoredTable, _ id: UInt32) {
    guard row.count >= 8 else { return }
    let sum = row.withUnsafeBytes { of(UnsafeRawBufferPointer(rebasing: $0[8...]), table, id) }
    withUnsafeBytes(of: sum.littleEndian) { row.replaceSubrange(0..<8, with: $0) }
  }
}
