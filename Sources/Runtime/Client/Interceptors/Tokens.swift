import ApusPlatform

/// The tokens of a ``GraphQLAuthenticationInterceptor``, and the running calls for new tokens.
final class Tokens: Sendable {
  /// A token that was sent with a request.
  struct Sent: Sendable {
    /// The token to send.
    let token: TokenRoot
    var text: String { token.token }
    /// The token that the app's closure returned: this token, or its predecessor.
    let origin: String
    /// The number of calls for a new token that had ended when the token was read.
    let moment: Int
    /// The number of sign-outs before the token was read.
    let session: Int
  }

  /// The app's closure that returns its current token.
  enum Current: Sendable {
    case immediately(@Sendable () throws -> String?)
    case eventually(@Sendable () async throws -> String?)
  }

  private typealias Refresh = Task<String, any Error>

  private struct State {
    /// The running calls, by rejected token.
    var refreshes: [String: Refresh] = [:]
    /// The last error of a call and its time, by rejected token.
    var failures: [String: (error: any Error, moment: Int)] = [:]
    /// The tokens that calls returned, by the token that `current` returned before. If the app's closure keeps returning the old token, requests
    /// still get the new one, but a late request of another user does not.
    var successors: [String: String] = [:]
    /// Maps each token that a call returned to the first token in the chain that it replaced.
    var roots: [String: String] = [:]
    /// The number of calls that have ended.
    var moment = 0
    /// The number of sign-outs.
    var session = 0

    /// The maximum number of old tokens to remember.
    static let limit = 16

    /// The token that a finished call got to replace a rejected one; nil if there was no such call.
    func successor(of rejected: Sent) -> String? {
      successors[rejected.origin].flatMap { $0 == rejected.text ? nil : $0 }
    }

    /// The user's first known token.
    func root(of token: String, in session: TokenRoot.Session) -> TokenRoot {
      TokenRoot(token: token, root: roots[token] ?? token, session: session)
    }
  }

  private let state = Locked(State())
  private let ask: Current
  private let refresh: @Sendable (String) async throws -> String

  init(
    current: Current, refresh: @escaping @Sendable (String) async throws -> String
  ) {
    ask = current
    self.refresh = refresh
  }

  /// The token to send; nil if there is none.
  ///
  /// - Parameter timeout: the time limit for the app's closure; nil for no limit.
  func current(within timeout: Duration?) async throws -> Sent? {
    // Read this first: a token that arrives after a sign-out may still be the old user's.
    let session = state.withLock { $0.session }
    let origin =
      switch ask {
      case .immediately(let ask): try ask()
      case .eventually(let ask): try await TimeLimit.race(timeout, ask)
      }
    guard let origin else { return nil }
    return state.withLock { state in
      let token = state.root(
        of: state.successors[origin] ?? origin,
        in: TokenRoot.Session(interceptor: ObjectIdentifier(self), number: session))
      return Sent(token: token, origin: origin, moment: state.moment, session: session)
    }
  }

  /// The token to send instead of a rejected one; nil if there is none or its user has signed out.
  func replacement(of rejected: Sent) async throws -> TokenRoot? {
    // Another request may have got a new token in the meantime.
    guard let now = try await current(within: nil), now.session == rejected.session else { return nil }
    // If `current` returns a third token, it belongs to another user.
    if let token = state.withLock({ $0.successor(of: rejected) }) {
      return now.text == token ? now.token : nil
    }
    if now.text != rejected.text { return now.token }
    let token: String
    do {
      token = try await refresh(insteadOf: rejected).value
    } catch {
      if state.withLock({ $0.session != rejected.session }) { return nil }
      throw error
    }
    // The user may have signed out, or another one signed in, while the new token was requested. It belongs to the old user.
    guard let now = try await current(within: nil), now.session == rejected.session, now.text == token else {
      return nil
    }
    return now.token
  }

  /// Forgets all tokens, and cancels the calls for new ones.
  func signOut() {
    let refreshes = state.withLock { state in
      defer {
        state.session += 1
        (state.refreshes, state.failures, state.successors, state.roots) = ([:], [:], [:], [:])
      }
      return state.refreshes.values
    }
    for refresh in refreshes { refresh.cancel() }
  }

  /// The call for a new token, shared by all requests with the same rejected token, even if it has failed by now.
  private func refresh(insteadOf rejected: Sent) -> Task<String, any Error> {
    state.withLock { state in
      if let refresh = state.refreshes[rejected.text] { return refresh }
      if let failure = state.failures[rejected.text], failure.moment > rejected.moment {
        return Task { throw failure.error }
      }
      if let token = state.successor(of: rejected) { return Task { token } }
      // A separate task, because others wait for the token, too. It must not end with the request that started it.
      let task = Refresh { [self] in
        do {
          let token = try await refresh(rejected.text)
          if token == rejected.text { throw UnchangedTokenError() }
          end(rejected, .success(token))
          return token
        } catch {
          end(rejected, .failure(error))
          throw error
        }
      }
      state.refreshes[rejected.text] = task
      return task
    }
  }

  private func end(_ rejected: Sent, _ result: Result<String, any Error>) {
    state.withLock { state in
      if state.session != rejected.session { return }
      state.refreshes[rejected.text] = nil
      state.moment += 1
      switch result {
      case .success(let token):
        state.failures[rejected.text] = nil
        if state.successors.count >= State.limit { state.successors = [:] }
        state.successors[rejected.origin] = token
        if state.roots.count >= State.limit { state.roots = state.roots.filter { $0.key == rejected.text } }
        // The app may have requested a token of a user who signed in later.
        if !RequestUser.areOfDifferentUsers(token, rejected.text) {
          state.roots[token] = state.roots[rejected.text] ?? rejected.text
        }
      case .failure(let error):
        // Old failures concern tokens that are no longer in use.
        if state.failures.count >= State.limit { state.failures = [:] }
        state.failures[rejected.text] = (error, state.moment)
      }
    }
  }
}
