#if os(Linux)
  import ApusPlatform

  /// Why there is no transport with a configuration: a part of it cannot be honoured here.
  public struct CurlConfigurationError: Error, Hashable, Sendable {
    /// The reason, and the way out.
    public let description: String

    init(_ description: String) { self.description = description }
  }

  extension CurlConfigurationError: CustomStringConvertible, LocalizedError {
    /// The description: `localizedDescription` says the same.
    public var errorDescription: String? { description }
  }
#endif
