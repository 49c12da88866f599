import ApusWebSocket
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

  @Test func `without a payload nothing new can be sent`() {
    var retries = retries(hasPayload: false)
    #expect(name(retries.next(after: refusal, lasted: .zero, wasHeard: false)) == "fail")
  }
}
