#if os(Linux)
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
#endif
