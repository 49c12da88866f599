#if os(Linux)
  import ApusPlatform

  /// The functions of libcurl that read and write a connection opened by libcurl.
  ///
  /// Reference: <https://curl.se/libcurl/c/CURLOPT_CONNECT_ONLY.html>.
  package struct CurlSocketFunctions: Sendable {
    package let library: CurlLibrary
    private let sendBytes:
      @Sendable @convention(c) (
        CurlLibrary.Easy, UnsafeRawPointer, Int, UnsafeMutablePointer<Int>
      ) -> Int32
    private let receiveBytes:
      @Sendable @convention(c) (
        CurlLibrary.Easy, UnsafeMutableRawPointer, Int, UnsafeMutablePointer<Int>
      ) -> Int32
    private let getSocket:
      @Sendable @convention(c) (CurlLibrary.Easy, Int32, UnsafeMutablePointer<Int32>) -> Int32

    /// The functions of the library; nil without a library.
    package static let shared = CurlLibrary.shared.flatMap(CurlSocketFunctions.init)

    /// - Returns: nil if the library lacks one of the functions.
    package init?(_ library: CurlLibrary) {
      let symbols = library.symbols
      guard let send = symbols.address("curl_easy_send"), let receive = symbols.address("curl_easy_recv"),
        let getInfo = symbols.address("curl_easy_getinfo")
      else { return nil }
      self.library = library
      sendBytes = unsafeBitCast(send, to: type(of: sendBytes))
      receiveBytes = unsafeBitCast(receive, to: type(of: receiveBytes))
      getSocket = unsafeBitCast(getInfo, to: type(of: getSocket))
    }

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

    package func send(_ easy: CurlLibrary.Easy, _ bytes: UnsafeRawBufferPointer) -> Outcome {
      guard let start = bytes.baseAddress else { return .bytes(0) }
      var count = 0
      return Outcome(sendBytes(easy, start, bytes.count, &count), count)
    }

    package func receive(_ easy: CurlLibrary.Easy, _ buffer: UnsafeMutableRawBufferPointer) -> Outcome {
      guard let start = buffer.baseAddress else { return .bytes(0) }
      var count = 0
      return Outcome(receiveBytes(easy, start, buffer.count, &count), count)
    }

    /// The socket of an opened connection; nil if libcurl has none.
    package func socket(_ easy: CurlLibrary.Easy) -> Int32? {
      var socket: Int32 = -1
      // CURLINFO_ACTIVESOCKET
      guard getSocket(easy, 0x500000 + 44, &socket) == 0, socket >= 0 else { return nil }
      return socket
    }
  }
#endif
