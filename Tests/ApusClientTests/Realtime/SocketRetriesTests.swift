import Foundation
import Testing

@testable import ApusClient

/// Decisions after a connection that failed.
@Suite(.timeLimit(.minutes(5))) struct SocketRetriesTests {
  private let refusal: any Error = {
    let closure = WebSocketClosure(code: 4403, reason: "the token is too old")
    return SocketRefusal(closure, [:], nil, wasOpen: false) ?? closure
  }()
  private let loss = WebSocketClosure.abnormal("the network is gone")

  private func name(_ decision: SocketRetries.Decision) -> String { "\("\(decision)".prefix { $0 != "(" })" }

  private func retries(attempts: Int = 2, hasPayload: Bool = true) -> SocketRetries {
    var policy = GraphQLReconnectPolicy(maximumAttempts: attempts)
    policy.healthyAfter = .seconds(10)
    return SocketRetries(policy, hasPayload: hasPayload, hasInterceptors: false)
  }

  @Test func `a token that is refused twice in a row is an error`() {
    var retries = retries()
    #expect(name(retries.next(after: refusal, lasted: .zero, wasHeard: false)) == "again")
    #expect(retries.initialization.wasRefused)
    #expect(name(retries.next(after: refusal, lasted: .zero, wasHeard: false)) == "fail")
  }

  @Test func `a token that is refused again after a healthy while is asked for again`() {
    var retries = retries()
    for _ in 0..<3 {
      #expect(name(retries.next(after: refusal, lasted: .zero, wasHeard: false)) == "again")
      retries.hasConnected()
      #expect(name(retries.next(after: loss, lasted: .seconds(10), wasHeard: false)) == "wait")
      #expect(!retries.initialization.wasRefused)
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

  @Test func `time without a connection is not healthy`() {
    var retries = retries()
    var decisions: [String] = []
    for _ in 0..<3 {
      decisions.append(name(retries.next(after: loss, lasted: .seconds(60), wasHeard: false)))
    }
    #expect(decisions == ["wait", "wait", "fail"])
  }

  @Test func `without a payload nothing new can be sent`() {
    var retries = retries(hasPayload: false)
    #expect(name(retries.next(after: refusal, lasted: .zero, wasHeard: false)) == "fail")
  }
}
