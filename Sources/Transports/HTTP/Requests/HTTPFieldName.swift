/// Compares names of header fields, which are case-insensitive.
package enum HTTPFieldName {
  /// Whether two names differ only in the case of ASCII letters.
  package static func areSame(_ first: String, _ second: String) -> Bool {
    let (a, b) = (first.utf8, second.utf8)
    return a.count == b.count
      && (first == second || zip(a, b).allSatisfy { lowercased($0) == lowercased($1) })
  }

  /// The lowercase form of an uppercase ASCII letter; any other byte is unchanged.
  package static func lowercased(_ byte: UInt8) -> UInt8 { 65...90 ~= byte ? byte + 32 : byte }
}
