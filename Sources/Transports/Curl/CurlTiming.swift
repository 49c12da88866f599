#if os(Linux)
  /// The phases of a transfer, in microseconds since it began.
  package struct CurlTiming: Sendable {
    package let nameLookup: Int
    package let connect: Int
    /// 0 without TLS.
    package let tls: Int
    package let firstByte: Int
    package let total: Int
    /// Whether it used an existing connection. The first three are then meaningless.
    package let isReused: Bool
  }
#endif
