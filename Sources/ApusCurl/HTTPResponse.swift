import Foundation

/// A response as it came from the server.
package struct HTTPResponse: Sendable {
  package let status: Int
  package var fields: [(name: String, value: String)] = []
  package var body = Data()

  package init(status: Int) { self.status = status }

  /// The values of a header field, joined by commas (RFC 9110, section 5.2); nil if there is none.
  package subscript(name: String) -> String? {
    var values: String?
    for field in fields where Self.areSameName(field.name, name) {
      values = values.map { "\($0), \(field.value)" } ?? field.value
    }
    return values
  }

  /// Whether two names of header fields differ at most in the case of ASCII letters.
  package static func areSameName(_ first: String, _ second: String) -> Bool {
    let (a, b) = (first.utf8, second.utf8)
    return a.count == b.count
      && (first == second || zip(a, b).allSatisfy { lowercased($0) == lowercased($1) })
  }

  /// The lowercase letter of an uppercase ASCII letter; any other byte itself.
  package static func lowercased(_ byte: UInt8) -> UInt8 { 65...90 ~= byte ? byte + 32 : byte }
}
