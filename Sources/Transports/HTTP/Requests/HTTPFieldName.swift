/// Names of header fields, which ignore case.
package enum HTTPFieldName {
  /// Whether two names differ at most in the case of ASCII letters.
  package static func areSame(_ first: String, _ second: String) -> Bool {
    let (a, b) = (first.utf8, second.utf8)
    return a.count == b.count
      && (first == second || zip(a, b).allSatisfy { lowercased($0) == lowercased($1) })
  }

  /// The lowercase letter of an uppercase ASCII letter; any other byte itself.
  package static func lowercased(_ byte: UInt8) -> UInt8 { 65...90 ~= byte ? byte + 32 : byte }
}
