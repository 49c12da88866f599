import Testing

@testable import ApusIR

@Suite(.timeLimit(.minutes(5))) struct GuardTableTests {
  private let guards = GuardTable()

  private var x: Guard { guards.atom(.variable(1)) }
  private var y: Guard { guards.atom(.variable(2)) }
  private var cat: Guard { guards.atom(.type(1)) }

  @Test func equalFunctionsAreOneNumber() {
    #expect(guards.or(x, guards.not(x)) == .always)
    #expect(guards.and(x, guards.not(x)) == .never)
    let distributed = guards.or(guards.and(x, y), guards.and(x, cat))
    #expect(guards.and(x, guards.or(y, cat)) == distributed)
    #expect(guards.not(guards.or(x, y)) == guards.and(guards.not(x), guards.not(y)))
  }

  @Test func whatIsKnownSaysNothingMore() {
    #expect(guards.given(x, guards.and(x, y)) == y)
    #expect(guards.given(x, x) == .always)
    #expect(guards.given(guards.not(x), guards.and(x, y)) == .never)
    // Of two guards that agree where the known one holds the rest is the same.
    #expect(guards.given(guards.or(x, y), guards.or(x, y)) == .always)
  }

  @Test func variablesAndTypesAreToldApart() {
    let both = guards.or(cat, x)
    #expect(guards.certain(both) == cat)
    #expect(guards.possible(guards.and(cat, x)) == cat)
    #expect(guards.assuming(both) { _ in false } == x)
    #expect(guards.asksVariables(both) && guards.asksTypes(both))
    #expect(!guards.asksTypes(x) && !guards.asksVariables(cat))
  }

  @Test func alternativesSayEachThingOnce() {
    let either = guards.or(x, guards.and(guards.not(x), y))
    let alternatives = Set(guards.alternatives(either).map { Set($0) })
    let isX = GuardLiteral(atom: .variable(1), isTrue: true)
    let isY = GuardLiteral(atom: .variable(2), isTrue: true)
    #expect(alternatives == [[isX], [isY]])
    #expect(guards.alternatives(.always) == [[]])
    #expect(guards.alternatives(.never) == [])
  }
}
