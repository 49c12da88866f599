import ApusSource
import Testing

@testable import ApusValidation

@Suite(.timeLimit(.minutes(15))) struct FragmentSpreadsMustNotFormCyclesTests {
  private func check(_ document: String) -> [String] {
    diagnostics([.fragmentCycle], document, schema: "type Query { a: Query }")
  }

  @Test func `several spreads are no cycle`() {
    #expect(
      check("{ ...F ...G } fragment F on Query { ...G a { ...G } } fragment G on Query { a ...Unknown }")
        .isEmpty)
  }

  @Test func `a fragment that spreads itself is a cycle`() {
    #expect(
      check("fragment F on Query { a { ... { ...F } } }") == [
        "1:33 Cannot spread fragment \"F\" within itself."
      ])
  }

  @Test func `itself, after another spread`() {
    #expect(
      check("fragment F on Query { ...G ...F } fragment G on Query { a }") == [
        "1:28 Cannot spread fragment \"F\" within itself."
      ])
  }

  @Test func `through others`() {
    #expect(
      check("fragment F on Query { ...G } fragment G on Query { ...H } fragment H on Query { a { ...F } }")
        == [
          "1:23 1:52 1:85 Cannot spread fragment \"F\" within itself via \"G\", \"H\"."
        ])
  }

  /// As in the reference, a name counts once: with its first definition.
  @Test func `a cycle through a second fragment of the same name`() {
    let cyclic = "fragment F on Query { a { ...F } }"
    let plain = "fragment F on Query { a }"
    #expect(check(cyclic + plain) == ["1:27 Cannot spread fragment \"F\" within itself."])
    #expect(check(plain + cyclic) == [])
    #expect(
      check("fragment F on Query { ...G }" + plain + "fragment G on Query { ...F }") == [
        "1:23 1:76 Cannot spread fragment \"F\" within itself via \"G\"."
      ])
  }

  @Test func `each cycle once`() {
    #expect(
      check("fragment F on Query { ...G ...F } fragment G on Query { ...F }") == [
        "1:23 1:57 Cannot spread fragment \"F\" within itself via \"G\".",
        "1:28 Cannot spread fragment \"F\" within itself.",
      ])
  }

  @Test func `every rule ends where fragments do not`() {
    let fragments = (0..<40).map { number in
      "fragment F\(number) on Query { a { ...F\((number + 1) % 40) ...F\((number + 7) % 40) } ...F\((number + 3) % 40) }"
    }
    let found = diagnostics(
      nil, "{ ...F0 } " + fragments.joined(separator: " "), schema: "type Query { a: Query }")
    #expect(!found.isEmpty && found.allSatisfy { $0.contains("within itself") })
  }
}
