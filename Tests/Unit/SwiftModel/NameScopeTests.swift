import Testing

@testable import ApusSwiftModel

@Suite(.timeLimit(.minutes(15))) struct NameScopeTests {
  /// More names than are looked at one by one, in an order that is not theirs.
  private let names = (0..<60).map { "name\($0 * 7 % 60)" }

  @Test func `a set has what was inserted`() {
    var set = TakenNames()
    for (index, name) in names.enumerated() {
      #expect(!set.contains(name))
      set.insert(name)
      set.insert(name)
      for (other, known) in names.enumerated() { #expect(set.contains(known) == (other <= index)) }
    }
    #expect(!set.contains(""))
  }

  @Test func `no name is given twice`() {
    var scope = NameScope(outer: ["b"], taken: ["a"])
    #expect(scope.claim("c", suffix: "_") == "c")
    #expect(
      ["a", "a", "b", "c", "c"].map { scope.claim($0, suffix: "_") } == ["a_", "a_2", "b_", "c_", "c_2"])
    var given: Set<String> = []
    for name in names + names + names { #expect(given.insert(scope.claim(name, suffix: "Object")).inserted) }
    #expect(given.contains("name7Object2"))
  }
}
