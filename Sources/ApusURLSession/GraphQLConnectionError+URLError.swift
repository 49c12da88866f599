import ApusTransport
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension GraphQLConnectionError {
  /// The error with Foundation's words, and the URL that failed.
  package init(_ error: URLError) {
    self.init(
      Code(rawValue: error.code.rawValue), error.localizedDescription, url: error.failingURL, cause: error)
  }

  /// Whether it says that there was no connection to send anything on.
  var isFromBeforeSending: Bool {
    switch (cause as? URLError)?.code {
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
