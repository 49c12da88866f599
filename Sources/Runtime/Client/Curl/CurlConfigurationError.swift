#if os(Linux)
  import ApusPlatform

  /// The reason that a transport cannot be created: a part of its configuration cannot be honoured here.
  public struct CurlConfigurationError: Error, Hashable, Sendable {
    /// The reason, and the way out.
    public let description: String

    init(_ description: String) { self.description = description }
  }

  extension CurlConfigurationError: CustomStringConvertible, LocalizedError {
    /// The description, the same as `localizedDescription`.
    public var errorDescription: String? { description }
  }
#endif
