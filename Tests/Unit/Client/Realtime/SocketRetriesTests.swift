import ApusWebSocket
import Foundation
import Testing

@testable import ApusClient

/// Decisions after a connection that failed.
@Suite(.timeLimit(.minutes(15))) struct SocketRetriesTests {
  private let rejection: any Error = {
    let closure = WebSocketClosure(code: 4403, reason: "the token is too old")
    return SocketRejection(
      closure, [:], nil, wasOpen: false, GraphQLWebSocketTransport.Configuration().isRejected) ?? closure
  }()
  private let loss = WebSocketClosure.abnormal("the network is gone")

  private func name(_ decision: SocketRetries.Decision) -> String { "\("\(decision)".prefix { $0 != "(" })" }

  private func retries(attempts: Int = 2, hasPayload: Bool = true) -> SocketRetries {
    var policy = GraphQLReconnectPolicy(maximumAttempts: attempts + 1)
    policy.healthyAfter = .seconds(10)
    return SocketRetries(policy, hasPayload: hasPayload, hasInterceptors: false)
  }

  @Test func `a token that is rejected twice in a row is an error`() {
    var retries = retries()
    #expect(name(retries.next(after: rejection, lasted: .zero, wasHeard: false)) == "again")
    #expect(retries.initialization.wasRejected)
    #expect(name(retries.next(after: rejection, lasted: .zero, wasHeard: false)) == "fail")
  }

  @Test func `a token that is rejected again after a healthy while is asked for again`() {
    var retries = retries()
    for _ in 0..<3 {
      #expect(name(retries.next(after: rejection, lasted: .zero, wasHeard: false)) == "again")
      retries.hasConnected()
      #expect(name(retries.next(after: loss, lasted: .seconds(10), wasHeard: false)) == "wait")
      #expect(!retries.initialization.wasRejected)
      #expect(retries.initialization.attempt == 2)
    }
  }

  @Test func `attempts are counted anew after a healthy while alone`() {
    var healthy = retries()
    for _ in 0..<5 {
      healthy.hasConnected()
      #expect(name(healthy.next(after: loss, lasted: .seconds(10), wasHeard: false)) == "wait")
    }
    var flapping = retries()
    var decisions: [String] = []
    for _ in 0..<3 {
      flapping.hasConnected()
      decisions.append(name(flapping.next(after: loss, lasted: .seconds(9), wasHeard: false)))
    }
    #expect(decisions == ["wait", "wait", "fail"])
  }

  /// What follows connections of these lengths, on each of which something came: how many attempts count after each.
  private func attempts(after lengths: [Duration]) -> [Int] {
    var retries = retries(attempts: 5)
    return lengths.map { length in
      retries.hasConnected()
      guard case .wait = retries.next(after: loss, lasted: length, wasHeard: true) else { return -1 }
      return retries.initialization.attempt - 1
    }
  }

  @Test func `a server that sends something and dies is not asked for ever`() {
    #expect(attempts(after: Array(repeating: .milliseconds(50), count: 6)) == [1, 2, 3, 4, 5, -1])
  }

  @Test func `a connection that outlasted the pause before it begins the count anew`() {
    // The pauses are one, two and four seconds at most; after ten any connection is healthy.
    #expect(attempts(after: Array(repeating: .seconds(1), count: 20)).allSatisfy { $0 == 1 })
    #expect(
      attempts(after: [.zero, .zero, .milliseconds(1900), .milliseconds(3900), .seconds(8)]) == [
        1, 2, 3, 4, 1,
      ])
    #expect(attempts(after: [.zero, .zero, .zero, .zero, .zero, .seconds(9)]) == [1, 2, 3, 4, 5, -1])
    #expect(attempts(after: [.zero, .zero, .zero, .zero, .zero, .seconds(10)]) == [1, 2, 3, 4, 5, 1])
  }

  @Test func `time without a connection is not healthy`() {
    var retries = retries()
    var decisions: [String] = []
    for _ in 0..<3 {
      decisions.append(name(retries.next(after: loss, lasted: .seconds(60), wasHeard: false)))
    }
    #expect(decisions == ["wait", "wait", "fail"])
  }

  private static func failure(_ status: Int) -> GraphQLHTTPFailure {
    GraphQLHTTPFailure(GraphQLHTTPResponse(status: status))
  }

  @Test(
    arguments: [
      (WebSocketClosure(code: 1012, reason: ""), true), (WebSocketClosure(code: 1006, reason: ""), true),
      (WebSocketClosure(code: 4400, reason: ""), false),
      (WebSocketClosure(code: 1012, reason: "", isViolation: true), false),
      (GraphQLSubscriptionError.rejected(failure(408), advice: ""), true),
      (GraphQLSubscriptionError.rejected(failure(429), advice: ""), true),
      (GraphQLSubscriptionError.rejected(failure(500), advice: ""), true),
      (GraphQLSubscriptionError.rejected(failure(502), advice: ""), true),
      (GraphQLSubscriptionError.rejected(failure(503), advice: ""), true),
      (GraphQLSubscriptionError.rejected(failure(504), advice: ""), true),
      (GraphQLSubscriptionError.rejected(failure(501), advice: ""), false),
      (GraphQLSubscriptionError.rejected(failure(404), advice: ""), false),
      (GraphQLSubscriptionError.notAcknowledged(after: .seconds(1)), true),
      (GraphQLSubscriptionError.invalidMessage("no"), false),
      (GraphQLClientError.timedOut(after: .seconds(1)), true),
      (GraphQLClientError.invalidRequest("no"), false),
      (GraphQLClientError.transport(GraphQLConnectionError(.networkConnectionLost)), true),
      (GraphQLClientError.transport(WebSocketClosure(code: 4400, reason: "")), false),
      (GraphQLConnectionError(.cannotConnectToHost), true), (GraphQLConnectionError(.timedOut), true),
      (GraphQLConnectionError(.badURL), false), (GraphQLConnectionError(.unsupportedURL), false),
      (GraphQLConnectionError(.serverCertificateUntrusted), false),
      (GraphQLConnectionError(.serverCertificateHasBadDate), false),
      (GraphQLConnectionError(.serverCertificateHasUnknownRoot), false),
      (GraphQLConnectionError(.serverCertificateNotYetValid), false),
      (GraphQLConnectionError(.secureConnectionFailed), false),
      (GraphQLConnectionError(.cannotLoadFromNetwork), false),
      (GraphQLConnectionError(.httpTooManyRedirects), false),
      (GraphQLConnectionError(.badServerResponse), false),
      (CancellationError(), false),
    ] as [(any Error, Bool)])
  func `only what may be gone the next time is tried again`(_ failure: any Error, _ mayPass: Bool) {
    var retries = retries(hasPayload: false)
    #expect(name(retries.next(after: failure, lasted: .zero, wasHeard: false)) == (mayPass ? "wait" : "fail"))
  }

  @Test(
    arguments: [
      (WebSocketClosure(code: 4400, reason: "no"), GraphQLSubscriptionError.closed(code: 4400, reason: "no")),
      (
        WebSocketClosure(code: 1002, reason: "no", isViolation: true),
        GraphQLSubscriptionError.invalidMessage("no")
      ),
      (
        WebSocketClosure(code: 1006, reason: "no"),
        GraphQLSubscriptionError.connectionLost(GraphQLConnectionError(.networkConnectionLost, "no"))
      ),
      (
        GraphQLClientError.transport(WebSocketClosure(code: 4400, reason: "no")),
        GraphQLSubscriptionError.closed(code: 4400, reason: "no")
      ),
      (
        GraphQLClientError.transport(GraphQLConnectionError(.timedOut)),
        GraphQLSubscriptionError.connectionLost(GraphQLConnectionError(.timedOut))
      ),
      (GraphQLClientError.invalidRequest("no"), GraphQLClientError.invalidRequest("no")),
    ] as [(any Error, any Error)])
  func `callers see what happened to the subscription`(_ failure: any Error, _ seen: any Error) {
    #expect("\(retries().reason(failure))" == "\(seen)")
  }

  @Test func `without a payload nothing new can be sent`() {
    var retries = retries(hasPayload: false)
    #expect(name(retries.next(after: rejection, lasted: .zero, wasHeard: false)) == "fail")
  }

  @Test(
    arguments: [(-1, 1), (0, 1), (1, 1), (2, 2), (3, 4), (5, 16), (6, 30), (7, 30), (1_000_000, 30)]
      as [(Int, Int)])
  func `a pause is between half of the longest and the longest`(_ attempt: Int, _ longest: Int) {
    let policy = GraphQLReconnectPolicy()
    let delays = (0..<200).map { _ in policy.delay(beforeAttempt: attempt) }
    #expect(delays.allSatisfy { .milliseconds(500 * longest) <= $0 && $0 <= .seconds(longest) })
    #expect(Set(delays).count > 100)
  }

  @Test func `a message may have a byte at least`() {
    var socket = GraphQLWebSocketTransport.Configuration()
    let limits = [Int.min, 0, 1, 2].map { limit in
      socket.maximumMessageBytes = limit
      return socket.limits.maximumMessageBytes
    }
    #expect(limits == [1, 1, 1, 2])
  }
}
