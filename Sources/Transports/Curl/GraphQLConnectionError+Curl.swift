#if os(Linux)
  import ApusPlatform
  import ApusHTTP

  extension GraphQLConnectionError {
    /// Creates the error for a failure of libcurl, with its message.
    ///
    /// Reference: <https://curl.se/libcurl/c/libcurl-errors.html>.
    ///
    /// - Parameters:
    ///   - code: a `CURLcode`.
    ///   - text: libcurl's message.
    ///   - url: the URL of the request.
    package init(curl code: Int32, _ text: String, url: URL) {
      self.init(Self.code(ofCurl: code), "\(text) (libcurl \(code))", url: url)
    }

    private static func code(ofCurl code: Int32) -> Code {
      switch code {
      case 3: .badURL
      case 5, 6: .cannotFindHost
      case 7, 97: .cannotConnectToHost
      // 1 is a response in HTTP/0.9, since schemes other than http and https were rejected earlier. 27 and 100: a header field is too long. libcurl
      // hardly ever lacks memory.
      case 1, 8, 27, 43, 100: .badServerResponse
      case 61: .cannotDecodeContentData
      case 28: .timedOut
      case 58: .clientCertificateRejected
      case 35, 59, 66: .secureConnectionFailed
      case 51, 60, 83, 90, 91: .serverCertificateUntrusted
      case 77: .cannotLoadFromNetwork
      // 65: the body would have to be sent again, which is not allowed for a request that is not idempotent.
      case 16, 18, 52, 55, 56, 65, 92: .networkConnectionLost
      case 47: .httpTooManyRedirects
      default: .unknown
      }
    }
  }
#endif
