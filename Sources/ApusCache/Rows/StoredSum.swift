/// The sum in front of a row's bytes: a row that changed by itself does not have it.
package enum StoredSum {
  /// Of rows with the same bytes at other places the sums differ, so that none can stand for another.
  static func of(_ bytes: UnsafeRawBufferPointer, _ table: GraphQLStorageTable, _ id: UInt32) -> UInt64 {
    let place = UInt64(id) << 8 | UInt64(table.rawValue)
    return TextHash(bytes).sum ^ (place &* 0x9E37_79B9_7F4A_7C15)
  }

  /// Puts the sum of everything behind it in front of a row.
  package static func fix(_ row: inout [UInt8], _ table: GraphQLStorageTable, _ id: UInt32) {
    guard row.count >= 8 else { return }
    let sum = row.withUnsafeBytes { of(UnsafeRawBufferPointer(rebasing: $0[8...]), table, id) }
    withUnsafeBytes(of: sum.littleEndian) { row.replaceSubrange(0..<8, with: $0) }
  }
}
