#if os(Linux)
  /// Reads and writes a connection opened by libcurl.
  ///
  /// Reference: <https://curl.se/libcurl/c/CURLOPT_CONNECT_ONLY.html>.
  extension CurlLibrary {
    /// The result of sending or receiving.
    package enum Outcome {
      /// The number of bytes sent or received. If none were received, the server has closed the connection.
      case bytes(Int)
      /// The socket is not ready.
      case again
      /// The connection was lost, with a `CURLcode`.
      case failed(Int32)

      fileprivate init(_ code: Int32, _ count: Int) {
        // CURLE_AGAIN
        self = code == 0 ? .bytes(count) : code == 81 ? .again : .failed(code)
      }
    }

    package func send(_ easy: Easy, _ bytes: UnsafeRawBufferPointer) -> Outcome {
      guard let start = bytes.baseAddress else { return .bytes(0) }
      var count = 0
      return Outcome(easySend(easy, start, bytes.count, &count), count)
    }

    package func receive(_ easy: Easy, _ buffer: UnsafeMutableRawBufferPointer) -> Outcome {
      guard let start = buffer.baseAddress else { return .bytes(0) }
      var count = 0
      return Outcome(easyReceive(easy, start, buffer.count, &count), count)
    }

    /// The socket of an opened connection; nil if libcurl has none.
    package func socket(_ easy: Easy) -> Int32? {
      var socket: Int32 = -1
      // CURLINFO_ACTIVESOCKET
      guard easyGetSocket(easy, 0x500000 + 44, &socket) == 0, socket >= 0 else { return nil }
      return socket
    }
  }
#endif
