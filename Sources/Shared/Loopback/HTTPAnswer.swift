/// A response of a ``LoopbackServer``.
package struct HTTPAnswer {
  package var status: Int
  package var contentType: String
  /// Further header fields, as `Name: value`.
  package var fields: [String]
  package var body: [UInt8]
  /// A body that is made while it is sent; ``body`` is empty then.
  package var stream: (any HTTPStream)?

  package init(status: Int, contentType: String, fields: [String] = [], body: [UInt8]) {
    self.status = status
    self.contentType = contentType
    self.fields = fields
    self.body = body
  }

  package init(status: Int, contentType: String, fields: [String] = [], body: String) {
    self.init(status: status, contentType: contentType, fields: fields, body: Array(body.utf8))
  }

  package init(contentType: String, fields: [String] = [], stream: any HTTPStream) {
    self.init(status: 200, contentType: contentType, fields: fields, body: [])
    self.stream = stream
  }

  private static let reasons = [
    200: "OK", 204: "No Content", 400: "Bad Request", 404: "Not Found", 405: "Method Not Allowed",
    406: "Not Acceptable", 408: "Request Timeout", 411: "Length Required", 413: "Content Too Large",
    415: "Unsupported Media Type", 421: "Misdirected Request", 431: "Request Header Fields Too Large",
    503: "Service Unavailable",
  ]

  /// The status line, headers and body, or for a stream everything before its first bytes.
  package func bytes(closes: Bool, hasBody: Bool = true) -> [UInt8] {
    var head = "HTTP/1.1 \(status) \(HTTPAnswer.reasons[status] ?? "")\r\nCache-Control: no-store\r\n"
    for field in fields { head += field + "\r\n" }
    if stream == nil { head += "Content-Length: \(body.count)\r\n" }
    if status != 204 { head += "Content-Type: \(contentType)\r\n" }
    // The length of a stream is unknown, so closing the connection marks its end.
    head += closes || stream != nil ? "Connection: close\r\n\r\n" : "Connection: keep-alive\r\n\r\n"
    return Array(head.utf8) + (hasBody ? body : [])
  }
}
