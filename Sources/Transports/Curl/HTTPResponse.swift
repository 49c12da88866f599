import ApusPlatform
import ApusHTTP

/// A response as the server sent it.
package struct HTTPResponse: Sendable {
  package let status: Int
  package var fields: [(name: String, value: String)] = []
  package var body = Data()

  package init(status: Int) { self.status = status }

  /// The values of a header field, joined by commas (RFC 9110, section 5.2); nil if there is none.
  package subscript(name: String) -> String? {
    var values: String?
    for field in fields where HTTPFieldName.areSame(field.name, name) {
      values = values.map { "\($0), \(field.value)" } ?? field.value
    }
    return values
  }
}
