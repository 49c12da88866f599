import ApusClient
import ApusTesting
import Foundation
import Testing

/// The error of connections, which is one type whatever the transport.
@Suite(.timeLimit(.minutes(15))) struct ConnectionErrorTests {
  /// A transport of the user's own, over `URLSession`.
  @Test func `a URLError is known without Foundation`() throws {
    let error = try #require(GraphQLConnectionError(URLError(.cannotFindHost) as any Error))
    #expect(error.code == .cannotFindHost)
    #expect(error.code.rawValue == URLError.cannotFindHost.rawValue)
    #expect((error.cause as? URLError)?.code == .cannotFindHost)
    #expect(error.reason == "the host was not found")
    #expect(error.localizedDescription == error.reason)
  }

  @Test func `other errors are none of connections`() {
    #expect(GraphQLConnectionError(CocoaError(.fileNoSuchFile)) == nil)
    #expect(GraphQLConnectionError(CancellationError()) == nil)
    #expect(GraphQLConnectionError(GraphQLClientError.invalidRequest("a")) == nil)
  }

  @Test func `its own reason, URL and code stay`() throws {
    let url = URL(string: "https://example.com/")
    let error = GraphQLConnectionError(.timedOut, "slow", url: url)
    let same = try #require(GraphQLConnectionError(error as any Error))
    #expect(same.code == .timedOut)
    #expect(same.reason == "slow")
    #expect(same.url == url)
    #expect(same.cause == nil)
  }

  @Test(arguments: [true, false])
  func `callers see it whichever error a transport throws`(_ isURLError: Bool) async throws {
    let failure: any Error = isURLError ? URLError(.timedOut) : GraphQLConnectionError(.timedOut)
    let client = GraphQLClient(url: endpoint, transport: GraphQLScriptedTransport([.failure(failure)]))
    do {
      _ = try await client.fetch(HelloQuery())
      Issue.record("nothing was thrown")
    } catch GraphQLClientError.transport(let error as GraphQLConnectionError) {
      #expect(error.code == .timedOut)
      #expect(
        "\(GraphQLClientError.transport(error))" == "no response from the server: the request timed out")
      #expect((error.cause is URLError) == isURLError)
    }
  }

  /// The names are those of Foundation's codes, and so are the numbers.
  @Test func `codes have Foundation's numbers`() {
    let codes: [(GraphQLConnectionError.Code, URLError.Code)] = [
      (.unknown, .unknown), (.badURL, .badURL), (.timedOut, .timedOut), (.unsupportedURL, .unsupportedURL),
      (.cannotFindHost, .cannotFindHost), (.cannotConnectToHost, .cannotConnectToHost),
      (.networkConnectionLost, .networkConnectionLost), (.dnsLookupFailed, .dnsLookupFailed),
      (.httpTooManyRedirects, .httpTooManyRedirects), (.resourceUnavailable, .resourceUnavailable),
      (.notConnectedToInternet, .notConnectedToInternet), (.badServerResponse, .badServerResponse),
      (.cannotDecodeContentData, .cannotDecodeContentData),
      (.dataLengthExceedsMaximum, .dataLengthExceedsMaximum),
      (.secureConnectionFailed, .secureConnectionFailed),
      (.serverCertificateHasBadDate, .serverCertificateHasBadDate),
      (.serverCertificateUntrusted, .serverCertificateUntrusted),
      (.serverCertificateHasUnknownRoot, .serverCertificateHasUnknownRoot),
      (.serverCertificateNotYetValid, .serverCertificateNotYetValid),
      (.clientCertificateRejected, .clientCertificateRejected),
      (.clientCertificateRequired, .clientCertificateRequired),
      (.cannotLoadFromNetwork, .cannotLoadFromNetwork),
      (.cannotCreateFile, .cannotCreateFile),
    ]
    for (code, foundation) in codes {
      #expect(code.rawValue == foundation.rawValue)
      #expect(!code.description.isEmpty)
    }
  }
}
