import ApusPlatform

/// The tokens of an ``AuthenticationInterceptor``, and the calls for new ones that are under way.
final class Tokens: Sendable {
  /// A token that a request was sent with.
  struct Sent: Sendable {
    /// The token to send.
    let token: TokenRoot
    var text: String { token.token }
    /// The token that the user's closure returned: this one, or the one that it replaced.
    let origin: String
    /// How many calls for a new token had ended before.
    let moment: Int
    /// How many users had signed out before.
    let session: Int
  }

  /// How the app says its token.
  enum Current: Sendable {
    case immediately(@Sendable () throws -> String?)
    case eventually(@Sendable () async throws -> String?)
  }

  private typealias Refresh = Task<String, any Error>

  private struct State {
    /// The calls that are under way, by the token that was refused.
    var refreshes: [String: Refresh] = [:]
    /// The last error of a call and its time, by the token that was refused.
    var failures: [String: (error: any Error, moment: Int)] = [:]
    /// The tokens that calls returned, by what `current` said before: a closure that goes on saying that gets the new token all the
    /// same, and a late request of another user's does not.
    var successors: [String: String] = [:]
    /// By each token that a call returned, the first of those that it replaced one after the other.
    var roots: [String: String] = [:]
    /// How many calls have ended.
    var moment = 0
    /// How many users have signed out.
    var session = 0

    /// How many old tokens are remembered.
    static let limit = 16

    /// The token that a finished call got for a refused one; nil where there was no such call.
    func successor(of refused: Sent) -> String? {
      successors[refused.origin].flatMap { $0 == refused.text ? nil : $0 }
    }

    /// The first token of the user, as far as it is known.
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

  /// The token to send; nil for none.
  ///
  /// - Parameter timeout: how long the app may take to say it; nil is for ever.
  func current(within timeout: Duration?) async throws -> Sent? {
    // Before the question: a token that comes after a sign-out may still be the old user's.
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

  /// The token to send instead of one that was refused; nil for none, also when its user has signed out.
  func replacement(of refused: Sent) async throws -> TokenRoot? {
    // Another request may have got a new token since.
    guard let now = try await current(within: nil), now.session == refused.session else { return nil }
    // If `current` says a third token, that is another user's.
    if let token = state.withLock({ $0.successor(of: refused) }) {
      return now.text == token ? now.token : nil
    }
    if now.text != refused.text { return now.token }
    let token: String
    do {
      token = try await refresh(insteadOf: refused).value
    } catch {
      if state.withLock({ $0.session != refused.session }) { return nil }
      throw error
    }
    // The user may have signed out, or another signed in, while the new token was on its way: it belongs to the one before.
    guard let now = try await current(within: nil), now.session == refused.session, now.text == token else {
      return nil
    }
    return now.token
  }

  /// Forgets all tokens, and ends the calls for new ones.
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

  /// The call for a new token: one for all requests that were refused with the same, also when it has failed by now.
  private func refresh(insteadOf refused: Sent) -> Task<String, any Error> {
    state.withLock { state in
      if let refresh = state.refreshes[refused.text] { return refresh }
      if let failure = state.failures[refused.text], failure.moment > refused.moment {
        return Task { throw failure.error }
      }
      if let token = state.successor(of: refused) { return Task { token } }
      // A task of its own: others wait for the token, too, so it does not end with the request that asked first.
      let task = Refresh { [self] in
        do {
          let token = try await refresh(refused.text)
          if token == refused.text { throw GraphQLUnchangedTokenError() }
          end(refused, .success(token))
          return token
        } catch {
          end(refused, .failure(error))
          throw error
        }
      }
      state.refreshes[refused.text] = task
      return task
    }
  }

  private func end(_ refused: Sent, _ result: Result<String, any Error>) {
    state.withLock { state in
      if state.session != refused.session { return }
      state.refreshes[refused.text] = nil
      state.moment += 1
      switch result {
      case .success(let token):
        state.failures[refused.text] = nil
        if state.successors.count >= State.limit { state.successors = [:] }
        state.successors[refused.origin] = token
        if state.roots.count >= State.limit { state.roots = state.roots.filter { $0.key == refused.text } }
        // The app may have asked for a token of the user who has signed in since.
        if !RequestUser.areOfDifferentUsers(token, refused.text) {
          state.roots[token] = state.roots[refused.text] ?? refused.text
        }
      case .failure(let error):
        // Old failures are of tokens that nobody has any more.
        if state.failures.count >= State.limit { state.failures = [:] }
        state.failures[refused.text] = (error, state.moment)
      }
    }
  }
}
