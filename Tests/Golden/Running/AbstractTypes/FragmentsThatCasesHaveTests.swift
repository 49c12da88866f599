import Apus
import Testing

/// What an enum answers for a fragment, whichever way its case has the fragment.
@Suite(.timeLimit(.minutes(15))) struct FragmentsThatCasesHaveTests {
  private typealias Home = FragmentsThatCasesHaveAsProperties.HomeQuery.Data
  private typealias Narrow = FragmentsThatCasesHaveAsProperties.NarrowQuery.Data

  @Test func `a case that cannot conform answers by its property`() throws {
    let data = try read(Home.self, #"{"$p":true,"n":{"__typename":"B","a":1,"b":2}}"#)
    let n = try #require(data.n)
    #expect(n.g.a == 1)
    guard case .b(let b) = n.g else { throw Unexpected() }
    #expect(b.b == 2)
    let other = try read(Home.self, #"{"$p":true,"n":{"__typename":"C","a":1}}"#)
    #expect(other.n?.g.a == 1)
  }

  @Test func `a spread that narrows under a variable is a property`() throws {
    let there = try read(Narrow.self, #"{"$p":true,"n":{"__typename":"B","a":1,"b":2}}"#)
    #expect(there.n?.fb?.b == 2)
    #expect(there.n?.fc == nil)
    let absent = try read(Narrow.self, #"{"$p":false,"n":{"__typename":"B"}}"#)
    #expect(absent.n?.fb == nil)
    let c = try read(Narrow.self, #"{"$p":true,"n":{"__typename":"C","c":3}}"#)
    #expect(c.n?.fb == nil)
    #expect(c.n?.fc?.c == 3)
  }

  private struct Unexpected: Error {}
}
