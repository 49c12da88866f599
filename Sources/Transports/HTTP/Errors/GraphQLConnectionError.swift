import ApusPlatform

/// An error of the connection to the server: it could not be made, or it broke. All transports throw it, on every system.
///
/// ```swift
/// do {
///   _ = try await client.fetch(LibraryQuery(first: 20))
/// } catch GraphQLClientError.transport(let error as GraphQLConnectionError) where error.code == .timedOut {
///   print("The server is slow today.")
/// }
/// ```
/// A transport of your own throws it as well, so that subscriptions connect again after a failure that may pass.
public struct GraphQLConnectionError: Error, Sendable {
  /// The kind of error.
  public let code: Code
  /// A description for people, if possible in the words of the library that sent the request.
  public let reason: String
  /// The URL of the request; `nil` if the transport does not provide it.
  public let url: URL?
  /// The error of the library that sent the request, such as a `URLError`; nil if it throws none, as libcurl.
  public let cause: (any Error)?

  /// An error of these parts.
  ///
  /// - Parameters:
  ///   - code: what went wrong.
  ///   - reason: what went wrong, for people; nil for the words of the code.
  ///   - url: where the request went.
  ///   - cause: the error of the library that sent the request.
  public init(_ code: Code, _ reason: String? = nil, url: URL? = nil, cause: (any Error)? = nil) {
    self.code = code
    self.reason = reason ?? code.description
    self.url = url
    self.cause = cause
  }

  /// The error itself, or the content of a `URLError`. It is known by its domain, because Foundation, where it is declared, is not imported on Linux.
  ///
  /// - Returns: nil for any other error.
  package init?(_ error: any Error) {
    if let error = error as? GraphQLConnectionError {
      self = error
    } else if error._domain == "NSURLErrorDomain" {
      self.init(Code(rawValue: error._code), cause: error)
    } else {
      return nil
    }
  }
}

extension GraphQLConnectionError {
  /// Whether the error precedes sending: there was no connection, so that no byte of a request left.
  package var isFromBeforeSending: Bool {
    switch code {
    case .badURL, .unsupportedURL, .cannotFindHost, .dnsLookupFailed, .cannotConnectToHost,
      .notConnectedToInternet, .secureConnectionFailed, .serverCertificateUntrusted,
      .serverCertificateHasBadDate, .serverCertificateNotYetValid, .serverCertificateHasUnknownRoot,
      .clientCertificateRejected, .clientCertificateRequired, .internationalRoamingOff, .dataNotAllowed,
      .appTransportSecurityRequiresSecureConnection:
      true
    default: false
    }
  }
}

extension GraphQLConnectionError: CustomReflectable {
  /// The parts as `dump` prints them. The URL lacks its password and parameters; the cause, which repeats the URL, only says what it is.
  public var customMirror: Mirror {
    let cause = cause.map { "\(type(of: $0)), \($0._domain) \($0._code)" }
    return Mirror(
      self,
      children: [
        ("code", code as Any), ("reason", reason), ("url", url?.shown as Any), ("cause", cause as Any),
      ], displayStyle: .struct)
  }
}

extension GraphQLConnectionError: CustomStringConvertible, LocalizedError {
  /// The reason.
  public var description: String { reason }

  /// Same as `reason`.
  public var errorDescription: String? { reason }
}
