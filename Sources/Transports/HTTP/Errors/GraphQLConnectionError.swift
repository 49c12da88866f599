import ApusPlatform

/// An error of the connection to the server, which could not be established or was lost. All transports throw it, on every system.
///
/// ```swift
/// do {
///   _ = try await client.fetch(LibraryQuery(first: 20))
/// } catch GraphQLClientError.transport(let error as GraphQLConnectionError) where error.code == .timedOut {
///   print("The server is slow today.")
/// }
/// ```
/// Your own transport should throw it as well, so that subscriptions reconnect after temporary failures.
public struct GraphQLConnectionError: Error, Sendable {
  /// The kind of error.
  public let code: Code
  /// A description for people, in the words of the library that sent the request if possible.
  public let reason: String
  /// The URL of the request; `nil` if the transport does not provide it.
  public let url: URL?
  /// The error of the library that sent the request, such as a `URLError`; nil if it throws none, like libcurl.
  public let cause: (any Error)?

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: the kind of error.
  ///   - reason: a description for people; nil uses the code's description.
  ///   - url: the URL of the request.
  ///   - cause: the error of the library that sent the request.
  public init(_ code: Code, _ reason: String? = nil, url: URL? = nil, cause: (any Error)? = nil) {
    self.code = code
    self.reason = reason ?? code.description
    self.url = url
    self.cause = cause
  }

  /// Returns the error itself, or converts a `URLError`. It is recognized by its domain, because on Linux the transports do not import Foundation's
  /// networking module, which declares it.
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
  /// Whether the error occurred before sending: there was no connection, so no byte of a request was sent.
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
  /// The children that `dump` prints. The URL lacks its password and parameters. The cause repeats the URL, so only its type, domain and code are
  /// included.
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
  /// Equal to ``reason``.
  public var description: String { reason }

  /// Equal to ``reason``.
  public var errorDescription: String? { reason }
}
