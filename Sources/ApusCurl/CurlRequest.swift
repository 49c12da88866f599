#if os(Linux)
  import Foundation

  /// A request as libcurl sends it.
  package struct CurlRequest: Sendable {
    /// The bytes to send after the header fields.
    package enum Body: Sendable {
      /// Bytes in memory.
      case bytes(Data)
      /// Bytes that are read while they are sent.
      ///
      /// - Parameter open: starts at the beginning. The function that it returns gives the next bytes, at most as many as asked for; nil at
      ///   the end.
      case pieces(byteCount: Int, open: @Sendable () -> (_ count: Int) throws -> Data?)
    }

    /// Called with how much has been sent and received so far, and the size of the response body if it is known.
    package typealias Progress = @Sendable (_ sent: Int, _ received: Int, _ total: Int?) -> Void

    package var url: URL
    /// Otherwise it is a POST.
    package var isGET: Bool
    package var fields: [(name: String, value: String)]
    package var body: Body
    /// Whether it is not idempotent, so that sending it twice might do something twice.
    package var mustBeSentOnce: Bool
    package var maximumResponseBytes: Int
    package var progress: Progress?

    package init(
      url: URL, isGET: Bool, fields: [(name: String, value: String)], body: Body, mustBeSentOnce: Bool,
      maximumResponseBytes: Int, progress: Progress?
    ) {
      self.url = url
      self.isGET = isGET
      self.fields = fields
      self.body = body
      self.mustBeSentOnce = mustBeSentOnce
      self.maximumResponseBytes = maximumResponseBytes
      self.progress = progress
    }

    var bodyCount: Int {
      switch body {
      case .bytes(let data): data.count
      case .pieces(let count, _): count
      }
    }

    /// Opens the body at its beginning.
    func openBody() -> (_ count: Int) throws -> Data? {
      switch body {
      case .pieces(_, let open): return open()
      case .bytes(let data):
        var rest = data
        return { count in
          if rest.isEmpty { return nil }
          defer { rest = rest.dropFirst(count) }
          return rest.prefix(count)
        }
      }
    }

    /// Bodies up to this size are sent together with the header fields.
    private static let smallBodySize = 1 << 16

    /// Whether the request is sent in one piece, without reading a file.
    var isSmall: Bool {
      if case .bytes(let data) = body { data.count <= Self.smallBodySize } else { false }
    }
  }

  /// A complete response.
  package struct CurlResponse: Sendable {
    package let status: Int
    package let fields: [(name: String, value: String)]
    package let body: Data
    package let timing: CurlTiming
  }

  /// The phases of a transfer, in microseconds since it began.
  package struct CurlTiming: Sendable {
    package var nameLookup: Int
    package var connect: Int
    /// 0 without TLS.
    package var tls: Int
    package var firstByte: Int
    package var total: Int
    /// Whether it used a connection that was already open. Then the first three do not apply.
    package var isReused: Bool
  }

  /// An error that concerns the request, not the network: that is a `URLError`.
  package enum CurlFailure: Error {
    /// The body exceeds the request's limit.
    case responseTooLarge(limit: Int)
    /// The server may have carried out a request that must not be sent again.
    case outcomeUnknown(any Error)
  }

  /// Reads a response as it arrives.
  package protocol CurlStreamReceiver: Sendable {
    /// Receives the status and the header fields.
    func receive(status: Int, fields: [(name: String, value: String)])

    /// Receives bytes of the body.
    func receive(_ bytes: UnsafeRawBufferPointer)

    /// Whether to pause before the next bytes, until `CurlEngine.resume`.
    func mustPause() -> Bool

    /// Receives the end of the body.
    func complete()

    /// Receives the reason why the response is incomplete.
    func fail(_ error: any Error)
  }

  /// The settings of an engine.
  package struct CurlSettings: Sendable {
    package var maximumConnectionsPerHost: Int
    package var slowRequestTime: Duration?
    package var maximumIdleTime: Duration
    package var usesHTTP2: Bool
    /// Sets the options of a handle that depend on the user's configuration.
    package var apply: @Sendable (CurlEasy) throws -> Void

    package init(
      maximumConnectionsPerHost: Int, slowRequestTime: Duration?, maximumIdleTime: Duration, usesHTTP2: Bool,
      apply: @escaping @Sendable (CurlEasy) throws -> Void
    ) {
      self.maximumConnectionsPerHost = maximumConnectionsPerHost
      self.slowRequestTime = slowRequestTime
      self.maximumIdleTime = maximumIdleTime
      self.usesHTTP2 = usesHTTP2
      self.apply = apply
    }
  }
#endif
