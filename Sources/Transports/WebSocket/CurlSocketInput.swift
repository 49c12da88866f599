#if os(Linux)
  import ApusCurl
  import ApusHTTP
  import ApusPlatform

  /// Opens, reads and writes a connection of libcurl, without waiting. Only the loop's thread uses it.
  final class CurlSocketInput {
    private let url: URL
    private let easy: CurlEasy
    private let library: CurlLibrary
    private let number: Int
    private let sockets: CurlWebSocketDescriptors
    private let curl: CurlConnection
    /// The socket of the open connection; -1 before it is open.
    private var socket: Int32 = -1
    /// The events that the loop waits for: CURL_POLL_IN, CURL_POLL_OUT, both, or neither.
    private var watched: Int32 = 0
    /// Whether there is no TLS. With TLS, libcurl may have read bytes that the socket no longer reports.
    let isPlain: Bool

    init(_ opening: CurlWebSocketOpening, _ sockets: CurlWebSocketDescriptors) throws {
      let connection = opening.connection
      guard let easy = CurlEasy(opening.library) else {
        throw GraphQLConnectionError(.resourceUnavailable)
      }
      url = opening.url
      self.easy = easy
      library = opening.library
      let number = connection.number
      self.number = number
      self.sockets = sockets
      let proxies = ["http_proxy", "all_proxy", "ALL_PROXY"]
      isPlain =
        url.scheme?.lowercased() == "http" && !connection.usesProxy
        && !proxies.contains { ProcessInfo.processInfo.environment[$0] != nil }
      guard easy.set(.url, url.absoluteString) else { throw GraphQLConnectionError(.badURL) }
      easy.set(.noSignal, 1)
      // Otherwise libcurl may offer HTTP/2 to the server.
      easy.set(.httpVersion, Self.http11)
      // A proxy only forwards unknown protocols through a tunnel.
      easy.set(.httpProxyTunnel, 1)
      easy.set(.suppressConnectHeaders, 1)
      easy.set(.tcpKeepAlive, 1)
      try connection.apply(easy)
      curl = try CurlConnection(easy, library, timeout: connection.connectTimeout) {
        socket, wanted in
        sockets.watch(socket, wanted, for: number)
      }
    }

    /// CURL_HTTP_VERSION_1_1
    private static let http11 = 2

    /// The time when ``connect(_:_:)`` must be called without a socket.
    var connectionDue: SteadyTime? { curl.due }

    /// Continues to open the connection.
    ///
    /// - Returns: whether it is open.
    func connect(_ ready: CurlSockets.Ready?, _ now: SteadyTime) throws -> Bool {
      guard let code = curl.advance(ready, now) else { return false }
      guard code == 0 else { throw GraphQLConnectionError(curl: code, easy.text(of: code), url: url) }
      guard let socket = library.socket(easy.handle) else {
        throw GraphQLConnectionError(.cannotConnectToHost)
      }
      self.socket = socket
      return true
    }

    /// Sets what the loop waits for. A socket that is watched for nothing is left out, because `epoll` always reports a closed connection.
    func watch(read: Bool, write: Bool) {
      let wanted: Int32 = (read ? 1 : 0) | (write ? 2 : 0)
      if wanted == watched { return }
      watched = wanted
      sockets.watch(socket, wanted, for: number)
    }

    /// Sends bytes until the socket would block, and removes them.
    ///
    /// - Returns: the reason why the connection was lost; nil if it was not.
    func send(_ bytes: inout Data) -> String? {
      while !bytes.isEmpty {
        switch bytes.withUnsafeBytes({ library.send(easy.handle, $0) }) {
        case .bytes(let count): bytes = bytes.count == count ? Data() : bytes.dropFirst(count)
        case .again: return nil
        case .failed(let code): return easy.text(of: code)
        }
      }
      return nil
    }

    /// A piece of what has arrived.
    enum Piece {
      /// Bytes, which are valid until the next call.
      case bytes(UnsafeRawBufferPointer)
      case nothing
      /// The connection has ended, with libcurl's reason if there is one.
      case end(String?)
    }

    /// Reads bytes by libcurl.
    func receive() -> Piece {
      switch library.receive(easy.handle, sockets.buffer) {
      case .bytes(0): .end(nil)
      case .bytes(let count): .bytes(UnsafeRawBufferPointer(rebasing: sockets.buffer[..<count]))
      case .again: .nothing
      case .failed(let code): .end(easy.text(of: code))
      }
    }

    /// The result of reading the socket.
    enum Reading {
      /// Bytes were read, and there may be more.
      case more
      /// Everything available was read.
      case all(hadBytes: Bool)
      /// The connection has ended.
      case end
    }

    /// Delivers the available bytes, at most a few hundred kilobytes.
    func receive(_ take: (UnsafeRawBufferPointer) -> Void) -> Reading {
      let buffer = sockets.buffer
      for round in 0..<4 {
        switch isPlain ? receiveFromSocket() : library.receive(easy.handle, buffer) {
        case .bytes(0), .failed: return .end
        case .bytes(let count):
          take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
          // A buffer that is not full shows that the socket is empty, which saves a call for a message that arrives alone.
          if isPlain, count < buffer.count { return .all(hadBytes: true) }
        case .again: return .all(hadBytes: round > 0)
        }
      }
      return .more
    }

    /// Reads the socket directly. Without TLS, libcurl would do the same.
    private func receiveFromSocket() -> CurlLibrary.Outcome {
      let buffer = sockets.buffer
      let count = recv(socket, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
      if count >= 0 { return .bytes(count) }
      return errno == EAGAIN || errno == EINTR ? .again : .failed(Self.receiveError)
    }

    /// CURLE_RECV_ERROR
    private static let receiveError: Int32 = 56
  }
#endif
