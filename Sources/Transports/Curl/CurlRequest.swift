#if os(Linux)
  import ApusPlatform

  /// A request in the form that libcurl needs.
  package struct CurlRequest: Sendable {
    /// Called with the number of bytes sent and received so far, and the size of the response's body if it is known.
    package typealias Progress = @Sendable (_ sent: Int, _ received: Int, _ total: Int?) -> Void

    let url: URL
    /// `GET`, `POST` or another method.
    let method: String
    let fields: [(name: String, value: String)]
    let bodyCount: Int
    /// The body, if it is in memory.
    let bytes: Data?
    /// Starts at the beginning of the body. Returns a function for the next bytes, which returns at most the requested number of them, and nil at the
    /// end.
    let openBody: @Sendable () -> (_ count: Int) throws -> Data?
    /// Whether the request is not idempotent, so that sending it twice might have an effect twice.
    let mustBeSentOnce: Bool
    let maximumResponseBytes: Int
    let progress: Progress?

    package init(
      url: URL, method: String, fields: [(name: String, value: String)], bodyCount: Int, bytes: Data?,
      openBody: @escaping @Sendable () -> (_ count: Int) throws -> Data?, mustBeSentOnce: Bool,
      maximumResponseBytes: Int, progress: Progress?
    ) {
      self.url = url
      self.method = method
      self.fields = fields
      self.bodyCount = bodyCount
      self.bytes = bytes
      self.openBody = openBody
      self.mustBeSentOnce = mustBeSentOnce
      self.maximumResponseBytes = maximumResponseBytes
      self.progress = progress
    }

    /// Bodies up to this size are sent together with the header fields.
    private static let smallBodySize = 1 << 16

    /// Whether the request is sent in one piece, without reading a file.
    var isSmall: Bool { bytes != nil && bodyCount <= Self.smallBodySize }
  }
#endif
