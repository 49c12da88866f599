#if os(Linux)
  import ApusPlatform

  /// The reason why a transport cannot be created: a setting is not supported here.
  package struct CurlConfigurationError: Error, Hashable, Sendable {
    /// The reason, and what to do about it.
    package let description: String

    init(_ description: String) { self.description = description }
  }

  extension CurlConfigurationError: CustomStringConvertible, LocalizedError {
    /// Equal to ``description``.
    package var errorDescription: String? { description }
  }
#endif
