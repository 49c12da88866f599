#if os(Linux)
  import ApusHTTP
  import ApusPlatform

  /// The status and the header fields of a response, from the lines that libcurl passes on.
  struct CurlResponseHead {
    var response = GraphQLHTTPResponse(status: 0)
    /// Whether the empty line of the final response has arrived. Trailer fields after it are ignored, because GraphQL uses none.
    private(set) var isComplete = false
    private(set) var isHTTP2 = false
    private var byteCount = 0

    /// The size limit for all lines together.
    private static let limit = 1 << 20

    /// Whether nothing has arrived.
    var isEmpty: Bool { byteCount == 0 }

    /// The size of the body; nil if the server does not specify it, or compresses the body.
    var bodyCount: Int? {
      guard response.headers["Content-Encoding"] == nil, let length = response.headers["Content-Length"]
      else { return nil }
      return Int(length).flatMap { $0 < 0 ? nil : $0 }
    }

    /// The time for which the server keeps an idle connection open; nil if it does not announce it.
    var keepAlive: Duration? {
      for part in response.headers["Keep-Alive"]?.lowercased().split(separator: ",") ?? [] {
        let words = part.split(separator: "=").map { $0.trimmed }
        if words.count == 2, words[0] == "timeout", let seconds = Int(words[1]), seconds >= 0 {
          return .seconds(seconds)
        }
      }
      return nil
    }

    /// Adds a line with its end.
    ///
    /// - Returns: false if the header is too large.
    mutating func receive(_ line: UnsafeRawBufferPointer) -> Bool {
      byteCount += line.count
      guard byteCount <= Self.limit else { return false }
      if isComplete { return true }
      let text = Self.trimmed(line[...])
      if text.isEmpty {
        // Others may precede the final response: 100 (Continue), 103 (Early Hints).
        isComplete = response.status >= 200 || response.status == 101
      } else if let first = line.first, first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") {
        // A long value continues on the next line, which older servers send.
        if let last = response.headers.fields.indices.last {
          response.headers.fields[last].value += " " + String(decoding: text, as: UTF8.self)
        }
      } else if Self.begins(text, "HTTP/") {
        isHTTP2 = Self.begins(text, "HTTP/2")
        let digits = text.drop { $0 != UInt8(ascii: " ") }.dropFirst().prefix(3)
        response = GraphQLHTTPResponse(status: Int(String(decoding: digits, as: UTF8.self)) ?? 0)
      } else if let colon = text.firstIndex(of: UInt8(ascii: ":")) {
        let name = String(decoding: Self.trimmed(text[..<colon]), as: UTF8.self)
        let value = String(decoding: Self.trimmed(text[(colon + 1)...]), as: UTF8.self)
        response.headers.add(name, value)
      }
      return true
    }

    private static func begins(_ text: Slice<UnsafeRawBufferPointer>, _ start: StaticString) -> Bool {
      guard let base = text.base.baseAddress, text.count >= start.utf8CodeUnitCount else { return false }
      return memcmp(base + text.startIndex, start.utf8Start, start.utf8CodeUnitCount) == 0
    }

    private static func trimmed(_ bytes: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
      var (start, end) = (bytes.startIndex, bytes.endIndex)
      while start < end, bytes.base[end - 1] <= UInt8(ascii: " ") { end -= 1 }
      while start < end, bytes.base[start] <= UInt8(ascii: " ") { start += 1 }
      return bytes.base[start..<end]
    }
  }
#endif
