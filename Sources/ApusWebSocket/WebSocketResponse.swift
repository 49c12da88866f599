import Foundation

/// The server's response to the request to open a connection.
package struct WebSocketResponse: Sendable {
  package var status: Int
  package var fields: [(name: String, value: String)] = []
  /// Empty if the connection was opened.
  package var body = Data()

  package init(status: Int) { self.status = status }

  /// The values of a header field, joined by commas (RFC 9110, section 5.2); nil if there is none.
  subscript(name: String) -> String? {
    let values = fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }
}

/// The reason why a request cannot be sent.
package struct WebSocketRequestError: Error {
  package let reason: String
}
