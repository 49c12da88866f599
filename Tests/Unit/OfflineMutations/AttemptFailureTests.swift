import Apus
import ApusClient
import Testing

@testable import ApusCache
@testable import ApusOfflineMutations

@Suite(.timeLimit(.minutes(5))) struct AttemptFailureTests {
  private struct Own: Error {}

  @Test(
    arguments: [
      (400, .rejected, .rejected), (408, .transient, .unknownOutcome),
      (409, .transient, .rejected), (425, .transient, .transient), (429, .transient, .transient),
      (499, .rejected, .rejected), (500, .transient, .unknownOutcome), (501, .rejected, .unknownOutcome),
      (502, .transient, .unknownOutcome), (504, .transient, .unknownOutcome),
      (505, .rejected, .unknownOutcome), (520, .transient, .unknownOutcome),
      (301, .blocked(.wrongAddress), .blocked(.wrongAddress)),
      (302, .blocked(.wrongAddress), .blocked(.wrongAddress)),
      (404, .blocked(.wrongAddress), .blocked(.wrongAddress)),
      (401, .blocked(.unauthenticated), .blocked(.unauthenticated)),
      (403, .blocked(.unauthenticated), .blocked(.unauthenticated)),
      (407, .blocked(.unauthenticated), .blocked(.unauthenticated)),
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
      (Own(), .rejected, .unknownOutcome), (CancellationError(), .transient, .unknownOutcome),
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

  @Test func `only a status asks for a pause`() {
    let busy = GraphQLHTTPFailure(
      GraphQLHTTPResponse(status: 503, headers: ["Retry-After": "7"]))
    #expect(GraphQLClientError.status(busy).retryAfter == .seconds(7))
    #expect(GraphQLClientError.status(GraphQLHTTPFailure(GraphQLHTTPResponse(status: 503))).retryAfter == nil)
    #expect(GraphQLClientError.notGraphQL(busy).retryAfter == nil)
  }
}
