#if os(Linux)
  import ApusPlatform
  import ApusHTTP

  /// The request that opens a WebSocket connection, and the check of its response.
  ///
  /// Specification: RFC 6455, section 4.1.
  struct WebSocketHandshake {
    /// The offered subprotocols, in order of preference.
    let subprotocols: [String]
    /// 16 random bytes in Base64.
    let key: String

    init(subprotocols: [String], key: String? = nil) {
      self.subprotocols = subprotocols
      self.key = key ?? Data((0..<16).map { _ in UInt8.random(in: .min ... .max) }).base64EncodedString()
    }

    /// The request as bytes.
    ///
    /// - Throws: ``WebSocketRequestError`` for a URL without a host, or a header field that contains a line break.
    func request(_ url: URL, _ fields: [GraphQLHTTPHeaders.Field]) throws -> Data {
      let components = URLComponents(url: url, resolvingAgainstBaseURL: true)
      guard let components, let host = components.percentEncodedHost, !host.isEmpty else {
        throw WebSocketRequestError(reason: "\(url.shown) has no host")
      }
      let port = components.port.map { ":\($0)" } ?? ""
      let path = components.percentEncodedPath.isEmpty ? "/" : components.percentEncodedPath
      let query = components.percentEncodedQuery.map { "?" + $0 } ?? ""
      var lines = [
        "GET \(path)\(query) HTTP/1.1", "Host: \(host)\(port)", "Upgrade: websocket", "Connection: Upgrade",
        "Sec-WebSocket-Key: \(key)", "Sec-WebSocket-Version: 13",
      ]
      if !subprotocols.isEmpty {
        lines.append("Sec-WebSocket-Protocol: \(subprotocols.joined(separator: ", "))")
      }
      for field in fields where !WebSocketFields.ofHandshake.contains(field.name.lowercased()) {
        guard Self.isSafe(field.name), Self.isSafe(field.value), !field.name.isEmpty else {
          // Only the first part of the name is quoted, because the rest may be a secret.
          let name = field.name.prefix { !"\r\n\0:".contains($0) }
          throw WebSocketRequestError(reason: "the header field \(name) has a line break in it")
        }
        lines.append("\(field.name): \(field.value)")
      }
      return Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    private static func isSafe(_ text: String) -> Bool {
      text.utf8.allSatisfy { $0 != 13 && $0 != 10 && $0 != 0 }
    }

    /// Checks the response of a server that accepts the connection.
    ///
    /// - Returns: the subprotocol that it chose; nil if it chose none.
    /// - Throws: ``WebSocketViolation``.
    func check(_ response: GraphQLHTTPResponse) throws -> String? {
      guard response.headers["Upgrade"]?.lowercased() == "websocket" else {
        throw WebSocketViolation.frame("the response to the handshake lacks 'Upgrade: websocket'")
      }
      let connection = response.headers["Connection"]?.lowercased().split(separator: ",") ?? []
      guard connection.contains(where: { $0.trimmed == "upgrade" }) else {
        throw WebSocketViolation.frame("the response to the handshake lacks 'Connection: Upgrade'")
      }
      guard response.headers["Sec-WebSocket-Accept"] == Self.acceptance(of: key) else {
        throw WebSocketViolation.frame("Sec-WebSocket-Accept does not match the request")
      }
      guard response.headers["Sec-WebSocket-Extensions"] == nil else {
        throw WebSocketViolation.frame("the server uses an extension that was not offered")
      }
      let subprotocol = response.headers["Sec-WebSocket-Protocol"]
      if let subprotocol, !subprotocols.contains(subprotocol) {
        throw WebSocketViolation.frame(
          "the server chose the subprotocol \(subprotocol), which was not offered")
      }
      return subprotocol
    }

    /// The value that a server must derive from the key.
    static func acceptance(of key: String) -> String {
      Data(SHA1.hash(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))).base64EncodedString()
    }
  }
#endif
