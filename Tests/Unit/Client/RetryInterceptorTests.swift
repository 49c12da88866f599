import Apus
import ApusPlatform
import ApusTesting
import Foundation
import Testing

import ApusClient

@Suite(.timeLimit(.minutes(15))) struct RetryInterceptorTests {
  /// A clock that does not wait, and notes for how long it was asked to.
  private final class Pauses: Clock {
    typealias Instant = ContinuousClock.Instant

    /// Time stands still.
    let now = Instant.now
    private let durations = Locked<[Duration]>([])

    var all: [Duration] { durations.withLock { $0 } }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
      durations.withLock { $0.append(now.duration(to: deadline)) }
    }
  }
  private let pauses = Pauses()

  private func client(_ steps: [GraphQLScriptedTransport.Step]) -> (GraphQLClient, GraphQLScriptedTransport) {
    let server = GraphQLScriptedTransport(steps)
    let retry = GraphQLRetryInterceptor(firstDelay: .seconds(1), clock: pauses)
    return (
      GraphQLClient(url: endpoint, transport: server, timeout: .seconds(3600), interceptors: [retry]), server
    )
  }

  private func isPause(_ pause: Duration?, from first: Double, to last: Double) -> Bool {
    pause.map { (.seconds(first)...Duration.seconds(last)).contains($0) } ?? false
  }

  @Test func `a query is sent again, with pauses that grow`() async throws {
    let (client, server) = client([.status(503), .failure(URLError(.networkConnectionLost)), .json(world)])
    #expect(try await client.fetch(HelloQuery()).hello == "world")
    #expect(server.requests.map(\.attempt) == [1, 2, 3])
    let pauses = pauses.all
    #expect(pauses.count == 2)
    #expect(isPause(pauses.first, from: 0.5, to: 1))
    #expect(isPause(pauses.last, from: 1, to: 2))
  }

  @Test func `the last answer counts`() async throws {
    let (client, server) = client([.status(503), .status(502), .status(504)])
    let error = await clientError { _ = try await client.fetch(HelloQuery()) }
    guard case .status(let failure)? = error else { throw URLError(.unknown) }
    #expect(failure.status == 504)
    #expect(server.requests.count == 3)
  }

  @Test func `Retry-After in seconds`() async throws {
    let (client, _) = client([.status(429, headers: ["Retry-After": "7"]), .json(world)])
    _ = try await client.fetch(HelloQuery())
    #expect(isPause(pauses.all.first, from: 7, to: 7))
  }

  @Test func `Retry-After as a date`() async throws {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    let date = formatter.string(from: Date() + 3600)
    let server = GraphQLScriptedTransport([.status(503, headers: ["Retry-After": date]), .json(world)])
    let retry = GraphQLRetryInterceptor(maximumDelay: .seconds(7200), clock: pauses)
    let client = GraphQLClient(
      url: endpoint, transport: server, timeout: .seconds(3600), interceptors: [retry])
    _ = try await client.fetch(HelloQuery())
    #expect(isPause(pauses.all.first, from: 3000, to: 3600))
  }

  @Test(arguments: [
    "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "60",
    " 60 ",
  ])
  func `Retry-After in all forms`(_ field: String) {
    #expect(RetryAfter.duration(field, now: Date(timeIntervalSince1970: 784_111_717)) == .seconds(60))
  }

  /// Seconds after the start of 06 November 1994; nil where the text says no time.
  @Test(
    arguments: [
      ("0", 0), ("315360000", 315_360_000), ("315360001", nil), ("+5", 5), ("1.5", nil),
      ("Sun, 06 Nov 1994 00:00:07 GMT", 7), ("Sun, 06 Nov 1994 23:59:59 GMT", 86_399),
      // A leap second is read as the one before it.
      ("Sun, 06 Nov 1994 23:59:60 GMT", 86_399), ("Sat, 05 Nov 1994 23:59:59 GMT", 0),
      ("Sun, 06 Nov 1994 24:00:00 GMT", nil), ("Sun, 06 Nov 1994 00:60:00 GMT", nil),
      ("Sun, 31 Nov 1994 00:00:00 GMT", nil), ("Wed, 30 Nov 1994 00:00:00 GMT", 2_073_600),
      ("Sun, 06 Nov 1994 00:00:07 PST", nil), ("06 Nov 1994 00:00:07 GMT", nil),
      ("Sun, 06 Nov 1994 00:00 GMT", nil),
      ("Sun Nov  6 00:01:00 1994", 60), ("Sun Nov  6 00:01 1994", nil), ("Sunday, 06-Nov-94 00:00:01 GMT", 1),
      ("Sunday, 01-Jan-95 00:00:00 GMT", 4_838_400),
    ] as [(String, Int?)])
  func `times and what is none`(_ field: String, _ seconds: Int?) {
    let start = Date(timeIntervalSince1970: 784_080_000)
    #expect(RetryAfter.duration(field, now: start) == seconds.map { .seconds($0) })
  }

  @Test func `a Retry-After in more than ten years says nothing`() {
    #expect(RetryAfter.duration("Fri, 31 Dec 9999 23:59:59 GMT", now: Date()) == nil)
  }

  @Test func `two digits of a year are of the years around`() throws {
    let now = Date(timeIntervalSince1970: 1_795_000_000)  // in November 2026
    #expect(RetryAfter.duration("Sunday, 06-Nov-94 08:49:37 GMT", now: now) == .zero)
    let soon = try #require(RetryAfter.duration("Friday, 01-Jan-27 00:00:00 GMT", now: now))
    #expect((.seconds(3_000_000)...Duration.seconds(4_000_000)).contains(soon))
  }

  @Test(arguments: [
    "3600", "99999999999999999999999999", "9223372036854775807", "-1", "soon", "", "1e9", "NaN",
    "Fri, 31 Dec 9999 23:59:59 GMT", "Sun, 99 Nov 1994 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT",
    "Sun, 06 Nov 99999999999999999999 08:49:37 GMT", "- - - - - - -", "1 2 3 4 5 6 7", ", , :",
  ])
  func `a Retry-After that is absurd ends the retries`(_ field: String) async throws {
    let (client, server) = client([.status(503, headers: ["Retry-After": field]), .json(world)])
    #expect(await clientError { _ = try await client.fetch(HelloQuery()) } != nil)
    #expect(server.requests.count == 1)
  }

  @Test func `a predicate says what is sent again`() async throws {
    let server = GraphQLScriptedTransport([
      .status(429), .failure(URLError(.cannotConnectToHost)), .status(503),
    ])
    let retry = GraphQLRetryInterceptor(maximumAttempts: 9, clock: pauses) { request, ending in
      #expect(request.operationName == "Send")
      return (try? ending.get().status) != 503
    }
    let client = GraphQLClient(
      url: endpoint, transport: server, timeout: .seconds(3600), interceptors: [retry])
    #expect(
      await clientError { _ = try await client.perform(SendMutation()) }?.description.contains("503") == true)
    #expect(server.requests.count == 3)
  }

  @Test func `a mutation is sent again only if the caller says so`() async throws {
    let answer = GraphQLScriptedTransport.Step.json(#"{"data":{"send":null}}"#)
    let (careful, once) = client([.status(503), answer])
    #expect(await clientError { _ = try await careful.perform(SendMutation()) } != nil)
    #expect(once.requests.count == 1)
    let (client, twice) = client([.status(503), answer])
    _ = try await client.perform(SendMutation(), options: GraphQLRequestOptions(isIdempotent: true))
    #expect(twice.requests.count == 2)
  }

  @Test(arguments: [400, 401, 404, 500])
  func `other answers are final`(_ status: Int) async throws {
    let (client, server) = client([.status(status), .json(world)])
    #expect(await clientError { _ = try await client.fetch(HelloQuery()) } != nil)
    #expect(server.requests.count == 1)
  }
}
