#if os(Linux)
  import ApusPlatform

  /// The reason why a transport cannot be created: a setting is not supported here.
  public struct CurlConfigurationError: Error, Hashable, Sendable {
    /// The reason, and what to do about it.
    public let description: String

    init(_ description: String) { self.description = description }
  }

  extension CurlConfigurationError: CustomStringConvertible, LocalizedError {
    /// Equal to ``description``.
    public var errorDescription: String? { description }
  }
#endif
