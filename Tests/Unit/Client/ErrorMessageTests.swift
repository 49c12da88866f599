import Apus
import Foundation
import Testing

@testable import ApusClient

/// The sentences that people and logs get of an error.
@Suite(.timeLimit(.minutes(15))) struct ErrorMessageTests {
  private static func failure(_ status: Int, _ body: String = "") -> GraphQLHTTPFailure {
    GraphQLHTTPFailure(GraphQLHTTPResponse(status: status, body: Data(body.utf8)))
  }

  private struct Broken: Error, CustomStringConvertible { var description: String { "it broke" } }

  @Test(
    arguments: [
      (.badURL, "the URL is invalid"), (.timedOut, "the request timed out"),
      (.unsupportedURL, "the URL does not begin with http or https, or has no host"),
      (.cannotFindHost, "the host was not found"), (.dnsLookupFailed, "the host was not found"),
      (.cannotConnectToHost, "the host does not accept a connection"),
      (.networkConnectionLost, "the connection broke"),
      (.httpTooManyRedirects, "there were too many redirects"),
      (.resourceUnavailable, "the process has no memory or no file descriptors left"),
      (.cannotCreateFile, "the process has no memory or no file descriptors left"),
      (.notConnectedToInternet, "there is no network"),
      (.badServerResponse, "the server's response is not HTTP"),
      (.cannotDecodeContentData, "the body could not be decompressed"),
      (.dataLengthExceedsMaximum, "the response is too large"), (.secureConnectionFailed, "TLS failed"),
      (.serverCertificateHasBadDate, "the server's certificate is not trusted"),
      (.serverCertificateUntrusted, "the server's certificate is not trusted"),
      (.serverCertificateHasUnknownRoot, "the server's certificate is not trusted"),
      (.serverCertificateNotYetValid, "the server's certificate is not trusted"),
      (.clientCertificateRejected, "the client's certificate was rejected"),
      (.clientCertificateRequired, "the client's certificate was rejected"),
      (.cannotLoadFromNetwork, "the file of certificate authorities cannot be read"),
      (.unknown, "the connection failed (-1)"),
    ] as [(GraphQLConnectionError.Code, String)])
  func `a code of a connection`(_ code: GraphQLConnectionError.Code, _ text: String) {
    #expect("\(code)" == text)
    #expect("\(GraphQLConnectionError(code))" == text)
    #expect("\(GraphQLConnectionError(code, "by libcurl"))" == "by libcurl")
    #expect(
      "\(GraphQLClientError.transport(GraphQLConnectionError(code)))"
        == "no response from the server: \(text)")
    #expect(
      "\(GraphQLSubscriptionError.connectionLost(GraphQLConnectionError(code)))"
        == "the connection was lost: \(text)")
  }

  @Test(
    arguments: [
      (.transport(Broken()), "no response from the server: it broke"),
      (
        .credentialsChanged,
        """
        the operation had to be sent again, but the credentials have changed, perhaps to another user's: start the operation \
        again. If they are the same user's, keep the token of requests with a GraphQLAuthenticationInterceptor before the \
        GraphQLRetryInterceptor, and return the same `user` in the GraphQLReconnectPolicy of subscriptions
        """
      ),
      (
        .outcomeUnknown(Broken()),
        "no complete response arrived after the request was sent, so it may have been executed and is not sent again: it broke"
      ),
      (
        .outcomeUnknown(GraphQLConnectionError(.timedOut)),
        "no complete response arrived after the request was sent, so it may have been executed and is not sent again: the request timed out"
      ),
      (.timedOut(after: .seconds(3)), "no response from the server within 3.0 seconds"),
      (.responseTooLarge(limit: 7), "the response exceeds the limit of 7 bytes (`maximumResponseBytes`)"),
      (.tooManyParts(limit: 7), "the response has more than 7 parts, the limit of `maximumParts`"),
      (.status(failure(500)), "the server responded with status \(failure(500))"),
      (.notGraphQL(failure(200)), "the response is not GraphQL: status \(failure(200))"),
      (.invalidPart("no"), "a part of the response is invalid or missing: no"), (.invalidRequest("no"), "no"),
    ] as [(GraphQLClientError, String)])
  func `errors of a client`(_ error: GraphQLClientError, _ text: String) {
    #expect("\(error)" == text)
    #expect((error as any Error).localizedDescription == text)
  }

  @Test(
    arguments: [
      (
        .rejected(failure(403), advice: "log in"),
        "the server rejected the subscription: status \(failure(403)); log in"
      ),
      (.closed(code: 1000, reason: ""), "the server closed the connection with code 1000"),
      (.closed(code: 1000, reason: "bye"), "the server closed the connection with code 1000: bye"),
      (
        .closed(code: 4400, reason: ""),
        "the server closed the connection with code 4400 (a message that it cannot read)"
      ),
      (
        .closed(code: 4401, reason: "x"),
        "the server closed the connection with code 4401 (not authorized): x"
      ),
      (.closed(code: 4403, reason: ""), "the server closed the connection with code 4403 (forbidden)"),
      (
        .closed(code: 4406, reason: ""),
        "the server closed the connection with code 4406 (none of the offered subprotocols)"
      ),
      (
        .closed(code: 4408, reason: ""),
        "the server closed the connection with code 4408 (connection_init came too late)"
      ),
      (
        .closed(code: 4409, reason: ""),
        "the server closed the connection with code 4409 (an identifier in use)"
      ),
      (
        .closed(code: 4429, reason: ""),
        "the server closed the connection with code 4429 (connection_init came twice)"
      ),
      (
        .closed(code: 4500, reason: ""),
        "the server closed the connection with code 4500 (an error of the server)"
      ),
      (.connectionLost(Broken()), "the connection was lost: it broke"),
      (
        .notAcknowledged(after: .seconds(3)),
        "the server did not acknowledge the connection within 3.0 seconds"
      ),
      (.invalidMessage("no"), "the server violated the protocol: no"),
      (.interrupted, "the connection broke while the subscription was active"),
      (.closedByClient, "the client closed the connection"),
      (
        .silent(for: .seconds(3)),
        "the server sent nothing, not even a heartbeat, for 3.0 seconds (`maximumSilence`)"
      ),
      (.unavailable("no"), "no"),
    ] as [(GraphQLSubscriptionError, String)])
  func `errors of a subscription`(_ error: GraphQLSubscriptionError, _ text: String) {
    #expect("\(error)" == text)
    #expect((error as any Error).localizedDescription == text)
  }

  @Test(arguments: [
    ("", #""" is not a valid name of a header field"#),
    ("a b", #""a…" is not a valid name of a header field"#),
    ("a:", #""a…" is not a valid name of a header field"#),
    ("é", #""…" is not a valid name of a header field"#),
    ("Authorization: Bearer secret", #""Authorization…" is not a valid name of a header field"#),
    (
      "Content-Length",
      "the transport sets the header field Content-Length itself: remove it"
    ),
    (
      "transfer-encoding",
      "the transport sets the header field transfer-encoding itself: remove it"
    ),
  ])
  func `a header field that cannot be sent is named`(_ name: String, _ text: String) {
    let error = #expect(throws: GraphQLClientError.self) {
      try GraphQLHTTPHeaders([.init(name: name, value: "x")]).validate()
    }
    #expect(error?.description == text)
  }

  @Test(arguments: ["a\nb", "a\r", "\0"])
  func `a value with a line break is rejected, and not repeated`(_ value: String) {
    let error = #expect(throws: GraphQLClientError.self) {
      try GraphQLHTTPHeaders([.init(name: "Authorization", value: value)]).validate()
    }
    #expect(error?.description == "the value of the header field Authorization has a line break or a NUL")
  }
}
