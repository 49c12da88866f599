import Apus
import ApusClient
import ApusTesting
import CacheFixtures
import Foundation
import Testing

@testable import ApusCache
@testable import ApusOfflineMutations

@Suite(.timeLimit(.minutes(15))) struct AttemptFailureTests {
  private struct Own: Error {}

  @Test(
    arguments: [
      (400, .rejected, .rejected), (408, .transient, .unknownOutcome),
      (409, .transient, .rejected), (425, .transient, .transient), (429, .transient, .transient),
      (499, .rejected, .rejected), (500, .transient, .unknownOutcome), (501, .rejected, .unknownOutcome),
      (502, .transient, .unknownOutcome), (504, .transient, .unknownOutcome),
      (505, .rejected, .unknownOutcome), (520, .transient, .unknownOutcome),
      (301, .wrongAddress, .wrongAddress),
      (302, .wrongAddress, .wrongAddress),
      (404, .wrongAddress, .wrongAddress),
      (401, .unauthenticated, .unauthenticated),
      (403, .unauthenticated, .unauthenticated),
      (407, .unauthenticated, .unauthenticated),
    ] as [(Int, AttemptFailure, AttemptFailure)])
  func `a status says whether the mutation was carried out`(
    _ status: Int, _ withKey: AttemptFailure, _ without: AttemptFailure
  ) {
    let error = GraphQLClientError.status(GraphQLHTTPFailure(GraphQLHTTPResponse(status: status)))
    #expect(AttemptFailure(error, hasKey: true) == withKey)
    #expect(AttemptFailure(error, hasKey: false) == without)
  }

  @Test(
    arguments: [
      (Own(), .unknownOutcome, .unknownOutcome), (CancellationError(), .transient, .unknownOutcome),
      (GraphQLConnectionError(.timedOut), .transient, .unknownOutcome),
      (GraphQLClientError.transport(Own()), .transient, .transient),
      (GraphQLClientError.outcomeUnknown(Own()), .transient, .unknownOutcome),
      (GraphQLClientError.timedOut(after: .seconds(1)), .transient, .unknownOutcome),
      (GraphQLClientError.invalidPart(""), .transient, .unknownOutcome),
      (
        GraphQLClientError.notGraphQL(GraphQLHTTPFailure(GraphQLHTTPResponse(status: 200))), .transient,
        .unknownOutcome
      ),
      (GraphQLClientError.invalidRequest(""), .rejected, .rejected),
      (GraphQLClientError.responseTooLarge(limit: 1), .unknownOutcome, .unknownOutcome),
      (GraphQLClientError.tooManyParts(limit: 1), .unknownOutcome, .unknownOutcome),
    ] as [(any Error, AttemptFailure, AttemptFailure)])
  func `an error says whether another attempt does harm`(
    _ error: any Error, _ withKey: AttemptFailure, _ without: AttemptFailure
  ) {
    #expect(AttemptFailure(error, hasKey: true) == withKey)
    #expect(AttemptFailure(error, hasKey: false) == without)
  }

  @Test(arguments: [true, false]) func `what failed before anything left changes nothing`(_ hasKey: Bool) {
    for error: any Error in [
      Own(), GraphQLClientError.timedOut(after: .seconds(1)), GraphQLClientError.outcomeUnknown(Own()),
    ] {
      #expect(AttemptFailure(error, hasKey: hasKey, hasLeft: false) == .transient)
    }
    // It can never be sent.
    #expect(
      AttemptFailure(GraphQLClientError.invalidRequest(""), hasKey: hasKey, hasLeft: false) == .rejected)
  }

  /// A nested field that wants other credentials says that the mutation ran.
  @Test(
    arguments: [
      (200, "{\"data\":{\"a\":null},", "[\"a\",\"b\"]"), (500, "{\"data\":{\"a\":null},", "[\"a\",\"b\"]"),
      (500, "{\"data\":{\"a\":1},", "[\"b\"]"), (500, "{\"data\":null,", "[\"a\"]"),
    ])
  func `credentials that an executed field rejects block only mutations with a key`(
    _ status: Int, _ data: String, _ path: String
  ) {
    let error = Self.unauthenticated(status, data, ",\"path\":\(path)")
    #expect(AttemptFailure(error, hasKey: false) == .unknownOutcome)
    #expect(AttemptFailure(error, hasKey: true) == .unauthenticated)
  }

  @Test(arguments: [200, 400, 401, 500]) func `credentials that are rejected before all else block`(
    _ status: Int
  ) {
    let error = Self.unauthenticated(status, "{", "")
    for hasKey in [true, false] {
      #expect(AttemptFailure(error, hasKey: hasKey) == .unauthenticated)
    }
  }

  private static func unauthenticated(_ status: Int, _ data: String, _ path: String) -> GraphQLClientError {
    let body =
      data + "\"errors\":[{\"message\":\"no\",\"extensions\":{\"code\":\"UNAUTHENTICATED\"}\(path)}]}"
    return .status(
      GraphQLHTTPFailure(
        GraphQLHTTPResponse(
          status: status, headers: ["Content-Type": "application/json"], body: Data(body.utf8))))
  }

  @Test func `only a status asks for a pause`() {
    let busy = GraphQLHTTPFailure(
      GraphQLHTTPResponse(status: 503, headers: ["Retry-After": "7"]))
    #expect(GraphQLClientError.status(busy).retryAfter == .seconds(7))
    #expect(GraphQLClientError.status(GraphQLHTTPFailure(GraphQLHTTPResponse(status: 503))).retryAfter == nil)
    #expect(GraphQLClientError.notGraphQL(busy).retryAfter == nil)
  }

  @Test func `a status with a GraphQL body asks for a pause as well`() async throws {
    let server = GraphQLScriptedTransport([
      .perform { _ in
        GraphQLHTTPResponse(
          status: 503,
          headers: ["Content-Type": "application/graphql-response+json", "Retry-After": "7"],
          body: Data("{\"errors\":[{\"message\":\"busy\"}]}".utf8))
      }
    ])
    let client = GraphQLClient(url: try #require(URL(string: "https://example.org")), transport: server)
    let error = await #expect(throws: GraphQLClientError.self) {
      _ = try await client.perform(LikeMutation(post: "1"), options: GraphQLRequestOptions())
    }
    guard case .graphQL? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.retryAfter == .seconds(7))
  }

  @Test(arguments: [true, false]) func `a mutation is not sent as the next user's`(_ hasKey: Bool) {
    let error = GraphQLClientError.credentialsChanged
    #expect(AttemptFailure(error, hasKey: hasKey) == .unauthenticated)
  }
}
