struct HTTPAnswer {
  var status: Int
  var contentType: String
  var body: String
  /// Events to send one by one, each after a pause.
  var events: [String] = []

  private static let reasons = [
    200: "OK", 204: "No Content", 400: "Bad Request", 405: "Method Not Allowed", 406: "Not Acceptable",
    408: "Request Timeout", 411: "Length Required", 413: "Content Too Large",
    415: "Unsupported Media Type", 431: "Request Header Fields Too Large", 503: "Service Unavailable",
  ]

  /// The status line, headers and body, or for a stream everything before the first event.
  func bytes(closes: Bool, hasBody: Bool = true) -> [UInt8] {
    var head = "HTTP/1.1 \(status) \(HTTPAnswer.reasons[status] ?? "")\r\n"
    // Web apps under development are served from another port.
    head += "Access-Control-Allow-Origin: *\r\nAccess-Control-Allow-Headers: *\r\nCache-Control: no-store\r\n"
    if status == 405 { head += "Allow: GET, POST, OPTIONS\r\n" }
    if events.isEmpty {
      head += "Content-Length: \(body.utf8.count)\r\n"
    }
    if status != 204 { head += "Content-Type: \(contentType)\r\n" }
    // The length of a stream is unknown, so closing the connection marks its end.
    head += closes || !events.isEmpty ? "Connection: close\r\n\r\n" : "Connection: keep-alive\r\n\r\n"
    return Array(head.utf8) + (hasBody ? Array(body.utf8) : [])
  }
}
