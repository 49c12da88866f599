import Apus
import ApusPlatform
import ApusTesting
import Foundation
import TestSupport
import Testing

import ApusClient

/// All requests of an operation are one user's.
@Suite(.timeLimit(.minutes(15))) struct RequestUserTests {
  /// A clock that does not wait.
  private struct NoPause: Clock {
    var now: ContinuousClock.Instant { .now }
    var minimumResolution: Duration { .zero }
    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
  }

  /// Sets `Authorization`, and asks again when the server rejects it, as an app might do itself.
  private struct OwnAuthentication: GraphQLInterceptor {
    let current: @Sendable () -> String
    let renewed: @Sendable () -> String

    func intercept(
      _ request: GraphQLHTTPRequest, next: @escaping GraphQLNext
    ) async throws -> GraphQLHTTPResponse {
      var request = request
      request.headers["Authorization"] = current()
      let response = try await next(request)
      if response.status != 401 { return response }
      request.headers["Authorization"] = renewed()
      return try await next(request)
    }
  }

  private static let retry = GraphQLRetryInterceptor(maximumAttempts: 4, clock: NoPause())

  private func fetch(
    _ server: GraphQLScriptedTransport, _ interceptors: [any GraphQLInterceptor],
    _ documents: GraphQLDocumentPolicy = .text
  ) async throws -> String {
    try await GraphQLClient(url: endpoint, transport: server, interceptors: interceptors).with {
      $0.documents = documents
    }.fetch(HelloQuery()).hello
  }

  private func isOfChangedUser(_ fetch: () async throws -> String) async throws -> Bool {
    do {
      _ = try await fetch()
      return false
    } catch GraphQLClientError.credentialsChanged {
      return true
    }
  }

  /// A server that answers the first request only after another user has signed in.
  private func server(_ first: GraphQLHTTPResponse, _ signIn: @escaping @Sendable () -> Void)
    -> GraphQLScriptedTransport
  {
    GraphQLScriptedTransport([
      .perform { _ in
        signIn()
        return first
      }, .json(world),
    ])
  }

  private static let busy = GraphQLHTTPResponse(status: 503)
  private static let unknownHash = GraphQLHTTPResponse(
    status: 200, body: Data(#"{"errors":[{"message":"PersistedQueryNotFound"}]}"#.utf8))

  @Test func `after a sign-out, no token is the same user's`() async throws {
    let user = Locked("alice")
    let signOut = Locked<@Sendable () -> Void>({})
    let server = server(GraphQLHTTPResponse(status: 401)) {
      user.withLock { $0 = "bob" }
      signOut.withLock { $0 }()
    }
    let authentication = GraphQLAuthenticationInterceptor {
      user.withLock { $0 }
    } refresh: {
      $0
    }
    signOut.withLock { $0 = authentication.signOut }
    let again = GraphQLRetryInterceptor(maximumAttempts: 4, clock: NoPause()) { _, _ in true }
    #expect(try await isOfChangedUser { try await fetch(server, [again, authentication]) })
    #expect(server.requests.count == 1)
  }

  @Test(arguments: [true, false]) func `the token of an app does not hide the user's`(_ isInner: Bool)
    async throws
  {
    let user = Locked("alice")
    let server = server(Self.busy) { user.withLock { $0 = "bob" } }
    let ofUser = GraphQLAuthenticationInterceptor {
      user.withLock { $0 }
    } refresh: {
      $0
    }
    let ofApp = GraphQLAuthenticationInterceptor(
      apply: { $1["X-App-Check"] = $0 }, current: { "app" }, refresh: { $0 })
    let both = isInner ? [ofUser, ofApp] : [ofApp, ofUser]
    #expect(try await isOfChangedUser { try await fetch(server, [Self.retry] + both) })
    #expect(server.requests.count == 1)
  }

  @Test(arguments: [200, 400, 500]) func `a mutation whose hash is unknown is sent with its document`(
    _ status: Int
  ) async throws {
    let server = GraphQLScriptedTransport([
      .perform { _ in GraphQLHTTPResponse(status: status, body: Self.unknownHash.body) },
      .json(#"{"data":{"send":{"id":1}}}"#),
    ])
    let client = GraphQLClient(url: endpoint, transport: server, interceptors: [Self.retry]).with {
      $0.documents = .automaticallyPersisted
    }
    _ = try await client.response(for: SendMutation())
    #expect(server.requests.count == 2)
  }

  @Test(arguments: ["bob", nil]) func `a request that waits to be sent again is not sent as the next user's`(
    _ next: String?
  ) async throws {
    let user = Locked<String?>("alice")
    let server = server(Self.busy) { user.withLock { $0 = next } }
    let authentication = GraphQLAuthenticationInterceptor {
      user.withLock { $0 }
    } refresh: {
      $0
    }
    #expect(try await isOfChangedUser { try await fetch(server, [Self.retry, authentication]) })
    #expect(server.requests.map { $0.headers["Authorization"] } == ["Bearer alice"])
    // What begins now is the next user's.
    #expect(try await fetch(server, [Self.retry, authentication]) == "world")
    #expect(server.requests.last?.headers["Authorization"] == next.map { "Bearer \($0)" })
  }

  @Test func `a token in any header field counts`() async throws {
    let user = Locked("alice")
    let server = server(Self.busy) { user.withLock { $0 = "bob" } }
    let authentication = GraphQLAuthenticationInterceptor(apply: { $1["X-Token"] = $0 }) {
      user.withLock { $0 }
    } refresh: {
      $0
    }
    #expect(try await isOfChangedUser { try await fetch(server, [Self.retry, authentication]) })
    #expect(server.requests.count == 1)
  }

  @Test func `the token stays that of the first attempt if it is set before`() async throws {
    let user = Locked("alice")
    let server = server(Self.busy) { user.withLock { $0 = "bob" } }
    let authentication = GraphQLAuthenticationInterceptor {
      user.withLock { $0 }
    } refresh: {
      $0
    }
    #expect(try await fetch(server, [authentication, Self.retry]) == "world")
    #expect(server.requests.map { $0.headers["Authorization"] } == ["Bearer alice", "Bearer alice"])
  }

  @Test func `the second request of an unknown document is not the next user's`() async throws {
    let user = Locked("alice")
    let server = server(Self.unknownHash) { user.withLock { $0 = "bob" } }
    let authentication = GraphQLAuthenticationInterceptor {
      user.withLock { $0 }
    } refresh: {
      $0
    }
    #expect(
      try await isOfChangedUser { try await fetch(server, [authentication], .automaticallyPersisted) })
    #expect(server.requests.count == 1)
  }

  @Test func `an interceptor of the app's own is held to it, and may renew what the server rejects`()
    async throws
  {
    let user = Locked("Bearer alice")
    let own = OwnAuthentication(current: { user.withLock { $0 } }, renewed: { "Bearer renewed" })
    let changed = server(Self.busy) { user.withLock { $0 = "Bearer bob" } }
    #expect(try await isOfChangedUser { try await fetch(changed, [Self.retry, own]) })
    let rejected = server(GraphQLHTTPResponse(status: 401)) {}
    #expect(try await fetch(rejected, [Self.retry, own]) == "world")
    #expect(rejected.requests.last?.headers["Authorization"] == "Bearer renewed")
  }

  @Test func `signatures differ in each request`() async throws {
    let count = Locked(0)
    let own = OwnAuthentication(
      current: {
        count.withLock {
          $0 += 1
          return "AWS4-HMAC-SHA256 Credential=a, Signature=\($0)"
        }
      }, renewed: { "" })
    #expect(try await fetch(server(Self.busy) {}, [Self.retry, own]) == "world")
  }

  // MARK: - At random

  private struct Session: Sendable {
    var user = 0
    var number = 0

    /// A JSON Web Token.
    var token: String {
      let claims = Data(#"{"sub":"\#(user)","jti":"\#(number)"}"#.utf8).base64EncodedString()
      return "e30.\(claims.replacing("=", with: "")).s"
    }

    static func user(_ field: String?) throws -> String {
      let text = try #require(field?.split(separator: ".").dropFirst().first)
      let padding = String(repeating: "=", count: (4 - text.count % 4) % 4)
      let claims = try #require(Data(base64Encoded: text + padding))
      return try #require(JSONDecoder().decode([String: String].self, from: claims)["sub"])
    }
  }

  /// What can happen while a token is being renewed.
  private enum Renewal { case same, next, late }

  private struct Happened {
    var renewals = 0
    var signIns = 0
    var signInsWhileRenewing = 0
    /// Operations that ended as the user had changed, and those that sent a request again.
    var changed = 0
    var repeated = 0
  }

  /// Users sign in, tokens are renewed and rejected, and the server is busy, all at random.
  ///
  /// The rule: each request of an operation is sent as the user who was signed in when it began, and only another user's sign-in ends it as
  /// one of another user.
  @Test func `all requests of an operation are one user's`() async throws {
    let happened = Locked(Happened())
    for seed in 0..<600 {
      var generator = SeededRandom(UInt64(seed))
      let session = Locked(Session())
      let before = happened.withLock { $0 }
      let steps = (0..<8).map { _ in
        let (event, answer) = (
          Int.random(in: 0..<8, using: &generator), Int.random(in: 0..<6, using: &generator)
        )
        return GraphQLScriptedTransport.Step.perform { _ in
          session.withLock { session in
            // The app renews its token by itself.
            if event < 2 { session.number += 1 }
            if event == 0 {
              session.user += 1
              happened.withLock { $0.signIns += 1 }
            }
          }
          switch answer {
          case 0: return Self.busy
          case 1, 2: return GraphQLHTTPResponse(status: 401)
          case 3: return Self.unknownHash
          case 4: throw GraphQLConnectionError(.networkConnectionLost)
          default: return GraphQLHTTPResponse(status: 200, body: Data(world.utf8))
          }
        }
      }
      let server = GraphQLScriptedTransport(steps, repeatsLast: true)
      let renewals = Locked(
        (0..<8).map { _ in [.same, .same, .next, .late].randomElement(using: &generator) ?? Renewal.same })
      let ofUser = GraphQLAuthenticationInterceptor {
        session.withLock { $0.token }
      } refresh: { _ in
        let renewal = renewals.withLock { $0.popLast() } ?? .same
        return session.withLock { session in
          session.number += 1
          let token = session.token
          happened.withLock { $0.renewals += 1 }
          if renewal == .same { return token }
          session.user += 1
          happened.withLock {
            ($0.signIns, $0.signInsWhileRenewing) = ($0.signIns + 1, $0.signInsWhileRenewing + 1)
          }
          // The token may be the new user's, or still that of the one before.
          return renewal == .next ? session.token : token
        }
      }
      let app = Locked(0)
      let ofApp = GraphQLAuthenticationInterceptor(
        apply: { $1["X-App-Check"] = $0 }, current: { app.withLock { "app\($0)" } },
        refresh: { _ in
          app.withLock {
            $0 += 1
            return "app\($0)"
          }
        })
      let interceptors: [any GraphQLInterceptor] = [
        Self.retry, ofUser, ofApp, GraphQLDeduplicationInterceptor(),
      ]
      let documents: GraphQLDocumentPolicy = Bool.random(using: &generator) ? .automaticallyPersisted : .text
      var isOfChangedUser = false
      do {
        _ = try await fetch(server, interceptors.shuffled(using: &generator), documents)
      } catch GraphQLClientError.credentialsChanged {
        isOfChangedUser = true
      } catch is GraphQLClientError {
      }
      let users = try server.requests.map { try Session.user($0.headers["Authorization"]) }
      #expect(Set(users) == ["0"], "seed \(seed): \(users)")
      happened.withLock { happened in
        if isOfChangedUser {
          happened.changed += 1
          #expect(happened.signIns > before.signIns, "seed \(seed)")
        }
        if users.count > 1 { happened.repeated += 1 }
      }
    }
    // The sample has each kind.
    let found = happened.withLock { $0 }
    #expect(
      min(found.renewals, found.signIns, found.signInsWhileRenewing, found.changed, found.repeated) > 50,
      "\(found)")
  }
}
