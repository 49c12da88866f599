import ApusPlatform

/// An HTTP/1.1 request (RFC 9112), as far as GraphQL and a page need it.
package struct HTTPRequest {
  package var method: String
  /// The target's path and query, not decoded.
  package var target: String
  /// Header fields by lowercased name. Repeated fields are joined by commas.
  package var headers: [String: String]
  package var body: [UInt8]

  package init(method: String, target: String, headers: [String: String], body: [UInt8]) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
  }

  /// The maximum size of the request line and headers, in bytes.
  static let headLimit = 16 * 1024
  /// The maximum size of the body, in bytes.
  static let bodyLimit = 1024 * 1024

  /// The result of parsing the start of a connection's input.
  package enum Parsed {
    /// More input is needed.
    case incomplete(expectsContinue: Bool)
    /// A complete request and its size in bytes.
    case request(HTTPRequest, count: Int)
    /// An invalid request: respond with this status and close the connection.
    case refused(status: Int)
  }

  /// Parses the first request in `input`.
  package static func parse(_ input: [UInt8]) -> Parsed {
    guard let end = endOfHead(input) else {
      return input.count > headLimit ? .refused(status: 431) : .incomplete(expectsContinue: false)
    }
    if end > headLimit { return .refused(status: 431) }
    var lines = String(decoding: input[..<end], as: UTF8.self)
      .split(omittingEmptySubsequences: true) { $0 == "\r\n" || $0 == "\n" }[...]
    let parts = (lines.popFirst() ?? "").split(separator: " ")
    guard parts.count == 3, parts[2].hasPrefix("HTTP/1.") else { return .refused(status: 400) }
    var headers: [String: String] = [:]
    for line in lines {
      guard let colon = line.firstIndex(of: ":"), colon != line.startIndex else {
        return .refused(status: 400)
      }
      let name = line[..<colon].lowercased()
      if name.contains(where: \.isWhitespace) { return .refused(status: 400) }
      let value = line[line.index(after: colon)...].trimmed
      headers[name] = headers[name].map { "\($0), \(value)" } ?? value
    }
    if headers["transfer-encoding"] != nil { return .refused(status: 411) }
    var length = 0
    if let text = headers["content-length"] {
      guard text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), !text.isEmpty else {
        return .refused(status: 400)
      }
      guard let number = Int(text), number <= bodyLimit else { return .refused(status: 413) }
      length = number
    }
    guard input.count >= end + length else {
      return .incomplete(expectsContinue: headers["expect"]?.lowercased() == "100-continue")
    }
    let request = HTTPRequest(
      method: String(parts[0]), target: String(parts[1]), headers: headers,
      body: Array(input[end..<end + length]))
    return .request(request, count: end + length)
  }

  /// Whether to close the connection after the response.
  package var endsConnection: Bool { headers["connection"]?.lowercased() == "close" }

  /// Whether the client accepts a content type by name; wildcards do not count.
  package func accepts(_ type: String) -> Bool { headers["accept"]?.lowercased().contains(type) ?? false }

  /// The target without its query, not decoded.
  package var path: Substring { target.prefix { $0 != "?" } }

  /// The decoded query parameters of the target.
  package var parameters: [String: String] {
    guard let mark = target.firstIndex(of: "?") else { return [:] }
    var result: [String: String] = [:]
    for pair in target[target.index(after: mark)...].split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      result[HTTPRequest.decoded(parts[0])] = parts.count > 1 ? HTTPRequest.decoded(parts[1]) : ""
    }
    return result
  }

  /// The offset just past the empty line after the headers.
  private static func endOfHead(_ input: [UInt8]) -> Int? {
    var index = 0
    var lineStart = 0
    while index < min(input.count, headLimit + 4) {
      if input[index] == 0x0A {
        let length = index - lineStart
        // Ignore an empty first line.
        if lineStart > 0, length == 0 || length == 1 && input[lineStart] == 0x0D { return index + 1 }
        lineStart = index + 1
      }
      index += 1
    }
    return nil
  }

  /// Decodes percent encoding and plus signs.
  private static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "+") {
        bytes.append(0x20)
      } else if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest.removeFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
