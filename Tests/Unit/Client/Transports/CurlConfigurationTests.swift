#if os(Linux)
  import ApusCurl
  import ApusTesting
  import Foundation
  import Testing

  @testable import ApusClient

  /// Configurations that libcurl cannot have, and what is shown of one.
  @Suite(.timeLimit(.minutes(15)), .enabled(if: GraphQLCurlTransport() != nil, "There is no libcurl."))
  struct CurlConfigurationTests {
    private func message(_ configuration: GraphQLCurlTransport.Configuration) -> String {
      let error = #expect(throws: CurlConfigurationError.self) { try GraphQLCurlTransport(configuration) }
      return error.map { "\($0)" } ?? ""
    }

    @Test(arguments: [
      ("ftp://a.example", "ftp"), ("//a.example", "empty"), ("socks4://a.example", "socks4"),
    ])
    func `a proxy's scheme is one that libcurl is asked for`(_ url: String, _ scheme: String) throws {
      let proxy = try #require(URL(string: url))
      #expect(
        message(GraphQLCurlTransport.Configuration(proxy: proxy))
          == "the proxy's scheme must be http, socks5 or socks5h, not \(scheme)")
    }

    @Test(arguments: [
      "http://a.example:1", "HTTP://a.example:1", "socks5://a.example:1", "socks5h://a.example:1",
    ])
    func `schemes of proxies`(_ url: String) throws {
      #expect(throws: Never.self) {
        try GraphQLCurlTransport(GraphQLCurlTransport.Configuration(proxy: URL(string: url)))
      }
    }

    @Test(
      arguments: [
        (nil, nil), (.seconds(-1), 1), (.zero, 1), (.microseconds(1), 1), (.milliseconds(2), 2),
        (.microseconds(2_999), 2), (.milliseconds(1_500), 1_500), (.seconds(Int64.max), 315_360_000_000),
      ] as [(Duration?, Int?)])
    func `the time to connect is at least a millisecond`(_ timeout: Duration?, _ milliseconds: Int?) {
      var configuration = GraphQLCurlTransport.Configuration()
      configuration.connectTimeout = timeout
      #expect(configuration.connectMilliseconds == milliseconds)
    }

    @Test func `a certificate is shown without its password`() {
      let certificate = GraphQLCurlTransport.ClientCertificate(
        pkcs12: URL(fileURLWithPath: "/a/b.p12"), password: "hidden")
      var dumped = ""
      dump(certificate, to: &dumped)
      for text in ["\(certificate)", String(reflecting: certificate), dumped] {
        #expect(!text.contains("hidden") && text.contains("/a/b.p12"))
      }
      #expect("\(certificate)" == "client certificate /a/b.p12")
    }

    @Test func `a file that is missing is named`() {
      let certificate = GraphQLCurlTransport.ClientCertificate(
        pkcs12: URL(fileURLWithPath: "/nowhere/b.p12"), password: "hidden")
      let text = message(GraphQLCurlTransport.Configuration(clientCertificate: certificate))
      #expect(text.hasPrefix("the file /nowhere/b.p12 of ") && text.hasSuffix(" cannot be read, or is empty"))
    }
  }
#endif
