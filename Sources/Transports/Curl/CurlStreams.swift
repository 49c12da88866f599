#if os(Linux)
  import ApusPlatform

  /// The streams that HTTP/2 servers have disclaimed with GOAWAY, according to libcurl's log.
  ///
  /// A stream with a higher number than the last one in a GOAWAY was not processed, so its request may be sent again. libcurl before 8.2 forgets that
  /// if no other stream is open: the transfer ends with a different error, or without one.
  /// Specification: RFC 9113, section 6.8.
  final class CurlStreams {
    /// A stream, and its connection as the local port.
    struct Stream {
      let connection: Int
      let number: Int
    }

    /// The last streams that were or might be processed, by connection.
    private var last: [Int: Int] = [:]

    /// Whether this libcurl needs the log, and logs enough.
    static func areNeeded(by library: CurlLibrary) -> Bool {
      let known = ["libcurl/7.", "libcurl/8.0.", "libcurl/8.1."]
      return known.contains { library.version.hasPrefix($0) }
    }

    /// Whether the server disclaims a stream.
    func isDisclaimed(_ stream: Stream?) -> Bool {
      guard let stream, let last = last[stream.connection] else { return false }
      return stream.number > last
    }

    /// Reads a line of libcurl's log.
    ///
    /// - Parameter connection: the local port of the connection that the line is about.
    /// - Returns: the stream that begins with this line, if one does.
    func read(_ line: UnsafeRawBufferPointer, of connection: Int) -> Stream? {
      guard connection > 0, let first = line.first else { return nil }
      if first == UInt8(ascii: "U"), let number = Self.number(after: "Using Stream ID: ", in: line) {
        // Another connection may have used the port before.
        if number == 1 { last[connection] = nil }
        return Stream(connection: connection, number: number)
      }
      // "received GOAWAY, error=0, last_stream=7"; some versions misspell the first word.
      if first == UInt8(ascii: "r"),
        let number = Self.number(after: "GOAWAY, error=", "last_stream=", in: line)
      {
        last[connection] = min(number, last[connection] ?? number)
      }
      return nil
    }

    /// The number after these consecutive words.
    private static func number(after words: String..., in line: UnsafeRawBufferPointer) -> Int? {
      var rest = String(decoding: line, as: UTF8.self)
      for word in words {
        let parts = rest.components(separatedBy: word)
        guard parts.count > 1, let last = parts.last else { return nil }
        rest = last
      }
      return Int(rest.prefix { $0.isNumber })
    }
  }
#endif
