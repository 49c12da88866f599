import ApusPlatform
import Testing

@testable import ApusClient

/// The memory of rejected tokens: what late requests get, and when it forgets.
@Suite(.timeLimit(.minutes(15))) struct TokensTests {
  private struct Rejected: Error {}

  /// A user's closures: what `current` says, and the tokens that `refresh` was asked to replace.
  private final class User: Sendable {
    let token = Locked("0")
    let asked = Locked<[String]>([])
    let fails: Bool

    init(fails: Bool) { self.fails = fails }

    var tokens: Tokens {
      Tokens(current: .immediately { self.token.withLock { $0 } }) { rejected in
        self.asked.withLock { $0.append(rejected) }
        if self.fails { throw Rejected() }
        return "new \(rejected)"
      }
    }

    func say(_ text: String) { token.withLock { $0 = text } }
    var askedCount: Int { asked.withLock { $0.count } }
  }

  @Test func `a request that was sent before a refresh failed has the same failure`() async throws {
    let user = User(fails: true)
    let tokens = user.tokens
    let first = try #require(await tokens.current(within: nil))
    let second = try #require(await tokens.current(within: nil))
    for sent in [first, second, first] {
      await #expect(throws: Rejected.self) { try await tokens.replacement(of: sent) }
    }
    #expect(user.askedCount == 1)
    let later = try #require(await tokens.current(within: nil))
    await #expect(throws: Rejected.self) { try await tokens.replacement(of: later) }
    #expect(user.askedCount == 2)
  }

  @Test func `a request that was sent before a refresh succeeded has the same token`() async throws {
    let user = User(fails: false)
    let tokens = user.tokens
    let first = try #require(await tokens.current(within: nil))
    let second = try #require(await tokens.current(within: nil))
    for sent in [first, second] { #expect(try await tokens.replacement(of: sent)?.token == "new 0") }
    #expect(user.askedCount == 1)
    #expect(try await tokens.current(within: nil)?.text == "new 0")
  }

  /// The number of calls for a new token, once so many others have failed in between.
  @Test(arguments: [(15, 16), (16, 18)])
  func `failures of sixteen tokens are remembered`(_ others: Int, _ calls: Int) async throws {
    let user = User(fails: true)
    let tokens = user.tokens
    let first = try #require(await tokens.current(within: nil))
    _ = try? await tokens.replacement(of: first)
    for number in 1...others {
      user.say("\(number)")
      let sent = try #require(await tokens.current(within: nil))
      _ = try? await tokens.replacement(of: sent)
    }
    user.say("0")
    await #expect(throws: Rejected.self) { try await tokens.replacement(of: first) }
    #expect(user.askedCount == calls)
  }

  @Test(arguments: [(15, "new 0"), (16, "0")])
  func `successors of sixteen tokens are remembered`(_ others: Int, _ text: String) async throws {
    let user = User(fails: false)
    let tokens = user.tokens
    for number in 0...others {
      user.say("\(number)")
      let sent = try #require(await tokens.current(within: nil))
      #expect(try await tokens.replacement(of: sent)?.token == "new \(number)")
    }
    user.say("0")
    #expect(try await tokens.current(within: nil)?.text == text)
  }

  @Test func `who has signed out gets no token, and their tokens are forgotten`() async throws {
    let user = User(fails: false)
    let tokens = user.tokens
    let sent = try #require(await tokens.current(within: nil))
    #expect(try await tokens.replacement(of: sent)?.token == "new 0")
    tokens.signOut()
    #expect(try await tokens.replacement(of: sent) == nil)
    #expect(try await tokens.current(within: nil)?.text == "0")
    #expect(user.askedCount == 1)
  }

  @Test func `a token that comes after its user has signed out is sent for nobody`() async throws {
    let signOut = Locked<@Sendable () -> Void>({})
    let tokens = Tokens(current: .eventually { "0" }) { _ in
      signOut.withLock { $0 }()
      return "new 0"
    }
    signOut.withLock { $0 = { tokens.signOut() } }
    let sent = try #require(await tokens.current(within: nil))
    #expect(try await tokens.replacement(of: sent) == nil)
    #expect(try await tokens.current(within: nil)?.text == "0")
  }
}
