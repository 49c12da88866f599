extension GraphQLConnectionError {
  /// The kind of a connection error. Names and numbers match Foundation's `URLError.Code`. For rare codes, compare the `rawValue`.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The number of Foundation's code.
    public let rawValue: Int

    /// Creates the code with one of Foundation's numbers.
    public init(rawValue: Int) { self.rawValue = rawValue }

    private init(_ rawValue: Int) { self.rawValue = rawValue }

    /// An error without a known code.
    public static let unknown = Code(-1)
    /// The URL is invalid.
    package static let badURL = Code(-1000)
    /// The request timed out.
    public static let timedOut = Code(-1001)
    /// The URL's scheme is neither http nor https.
    package static let unsupportedURL = Code(-1002)
    /// The host was not found.
    public static let cannotFindHost = Code(-1003)
    /// The host does not accept a connection.
    public static let cannotConnectToHost = Code(-1004)
    /// The connection was lost.
    public static let networkConnectionLost = Code(-1005)
    /// The DNS lookup failed.
    package static let dnsLookupFailed = Code(-1006)
    /// The server redirected the request too many times.
    package static let httpTooManyRedirects = Code(-1007)
    /// The process is out of memory or file descriptors.
    package static let resourceUnavailable = Code(-1008)
    /// There is no network connection.
    public static let notConnectedToInternet = Code(-1009)
    /// The user does not allow cellular data while roaming.
    package static let internationalRoamingOff = Code(-1018)
    /// The user, or the system, does not allow cellular data.
    package static let dataNotAllowed = Code(-1020)
    /// App Transport Security requires https.
    package static let appTransportSecurityRequiresSecureConnection = Code(-1022)
    /// The server's response is not HTTP.
    package static let badServerResponse = Code(-1011)
    /// The body could not be decompressed.
    package static let cannotDecodeContentData = Code(-1016)
    /// The response is too large.
    package static let dataLengthExceedsMaximum = Code(-1103)
    /// The TLS handshake failed.
    public static let secureConnectionFailed = Code(-1200)
    /// The server's certificate has expired.
    package static let serverCertificateHasBadDate = Code(-1201)
    /// The server's certificate is not trusted.
    public static let serverCertificateUntrusted = Code(-1202)
    /// An unknown authority issued the server's certificate.
    package static let serverCertificateHasUnknownRoot = Code(-1203)
    /// The server's certificate is not valid yet.
    package static let serverCertificateNotYetValid = Code(-1204)
    /// The server rejected the client's certificate, or it could not be used.
    package static let clientCertificateRejected = Code(-1205)
    /// The server requires a client certificate.
    package static let clientCertificateRequired = Code(-1206)
    /// The file of certificate authorities cannot be read.
    package static let cannotLoadFromNetwork = Code(-2000)
    /// The process is out of file descriptors.
    package static let cannotCreateFile = Code(-3000)
  }
}

extension GraphQLConnectionError.Code: CustomStringConvertible {
  public var description: String {
    switch self {
    case .badURL: "the URL is invalid"
    case .timedOut: "the request timed out"
    case .unsupportedURL: "the URL does not begin with http or https, or has no host"
    case .cannotFindHost, .dnsLookupFailed: "the host was not found"
    case .cannotConnectToHost: "the host does not accept a connection"
    case .networkConnectionLost: "the connection broke"
    case .httpTooManyRedirects: "there were too many redirects"
    case .resourceUnavailable, .cannotCreateFile: "the process has no memory or no file descriptors left"
    case .notConnectedToInternet: "there is no network"
    case .internationalRoamingOff, .dataNotAllowed: "the device's settings do not allow cellular data"
    case .appTransportSecurityRequiresSecureConnection: "App Transport Security requires https"
    case .badServerResponse: "the server's response is not HTTP"
    case .cannotDecodeContentData: "the body could not be decompressed"
    case .dataLengthExceedsMaximum: "the response is too large"
    case .secureConnectionFailed: "TLS failed"
    case .serverCertificateHasBadDate, .serverCertificateUntrusted, .serverCertificateHasUnknownRoot,
      .serverCertificateNotYetValid:
      "the server's certificate is not trusted"
    case .clientCertificateRejected, .clientCertificateRequired: "the client's certificate was rejected"
    case .cannotLoadFromNetwork: "the file of certificate authorities cannot be read"
    default: "the connection failed (\(rawValue))"
    }
  }
}
