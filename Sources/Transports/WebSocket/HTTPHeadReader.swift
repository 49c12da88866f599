#if os(Linux)
  import ApusHTTP
  import ApusPlatform

  /// Reads the status line and the header fields of the final response, in pieces of any size. Interim responses before it, such as 103, are skipped.
  ///
  /// Specification: RFC 9112, sections 4 and 5, and RFC 9110, section 15.2.
  struct HTTPHeadReader {
    /// The size limit of a head.
    private static let maximumBytes = 1 << 16

    /// The maximum number of interim responses: a server could send them without end.
    static let maximumInterimHeads = 16

    /// The bytes so far: the head, and the bytes after it.
    private var bytes = Data()
    /// The number of interim responses so far.
    private var interimHeads = 0

    /// Adds bytes.
    ///
    /// - Returns: the final head and the bytes after it, once it is complete.
    /// - Throws: ``WebSocketViolation`` if it is not HTTP, or too long.
    mutating func read(_ piece: UnsafeRawBufferPointer) throws -> (GraphQLHTTPResponse, rest: Data)? {
      // The end may have started in the previous piece.
      var searched = max(0, bytes.count - 3)
      bytes.append(contentsOf: piece)
      while let (response, rest) = try head(after: searched) {
        guard 100..<200 ~= response.status, response.status != 101 else { return (response, rest) }
        interimHeads += 1
        guard interimHeads <= Self.maximumInterimHeads else {
          throw WebSocketViolation.frame(
            "the response to the handshake has too many interim responses before it")
        }
        (bytes, searched) = (rest, 0)
      }
      return nil
    }

    /// The first head and the bytes after it; nil if it is not complete.
    ///
    /// - Parameter searched: the number of bytes in which the end does not start.
    private func head(after searched: Int) throws -> (GraphQLHTTPResponse, rest: Data)? {
      guard
        let end = bytes.indices.dropFirst(searched).first(where: {
          bytes[$0...].starts(with: "\r\n\r\n".utf8)
        })
      else {
        if bytes.count > Self.maximumBytes {
          throw WebSocketViolation.frame("the response to the handshake has too many header fields")
        }
        return nil
      }
      let head = try Self.response(String(decoding: bytes[..<end], as: UTF8.self))
      return (head, Data(bytes[(end + 4)...]))
    }

    private static func response(_ head: String) throws -> GraphQLHTTPResponse {
      var lines = head.components(separatedBy: "\r\n")[...]
      let status = lines.popFirst()?.split(separator: " ", maxSplits: 2)
      guard let status, status.count >= 2, status[0].hasPrefix("HTTP/1."), let code = Int(status[1]) else {
        throw WebSocketViolation.frame("the response to the handshake is not HTTP")
      }
      var response = GraphQLHTTPResponse(status: code)
      for line in lines {
        guard let colon = line.firstIndex(of: ":") else { continue }
        let value = line[line.index(after: colon)...].trimmed
        response.headers.add(String(line[..<colon]), value)
      }
      return response
    }
  }
#endif
