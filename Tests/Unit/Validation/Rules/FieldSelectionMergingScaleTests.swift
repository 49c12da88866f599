import ApusSource
import Testing

@testable import ApusValidation

/// Shapes on which a comparison of all pairs, or of all ways through fragments, would not end.
@Suite(.timeLimit(.minutes(15))) struct FieldSelectionMergingScaleTests {
  private func check(_ document: String) -> [String] {
    diagnostics(
      [.fieldsConflict], document,
      schema: """
        type Query { a: Query b: Query x: Int y: Int n: Node }
        interface Node { id: ID next: Node }
        type Dog implements Node { id: ID next: Node d: Int } type Cat implements Node { id: ID next: Node d: Int }
        """)
  }

  private func fragments(_ count: Int, _ text: (Int) -> String) -> String {
    (0..<count).map(text).joined(separator: "\n")
  }

  @Test func `overlapping fields`() {
    #expect(check("{ \(fragments(3000) { _ in "f: x" }) }").isEmpty)
    #expect(check("{ \(fragments(3000) { "a { f\($0): x f: y }" }) }").isEmpty)
    #expect(check("{ \(fragments(3000) { _ in "f: x" }) f: y }").count == 1)
  }

  @Test func `fragments that spread two`() {
    let text = fragments(30) {
      "fragment F\($0) on Query { a { ...F\($0 + 1) x } b { ...F\($0 + 1) } ...F\($0 + 1) ...F\($0 + 1) }"
    }
    #expect(check("{ ...F0 } \(text) fragment F30 on Query { x }").isEmpty)
    #expect(!check("{ ...F0 } \(text) fragment F30 on Query { x: y }").isEmpty)
  }

  @Test func `pairs of fragments`() {
    let text = fragments(30) {
      """
      fragment F\($0) on Query { a { ...F\($0 + 1) ...G\($0 + 1) } b { ...F\($0 + 1) } }
      fragment G\($0) on Query { a { ...F\($0 + 1) ...G\($0 + 1) } b { ...G\($0 + 1) x } }
      """
    }
    let last = "fragment F30 on Query { x } fragment G30 on Query"
    #expect(check("{ ...F0 ...G0 } \(text) \(last) { x }").isEmpty)
    #expect(!check("{ ...F0 ...G0 } \(text) \(last) { x: y }").isEmpty)
  }

  @Test func `alternatives are compared in time`() {
    let text = fragments(30) { number in
      """
      fragment N\(number) on Node {
        next { ...N\(number + 1) }
        ... on Dog { next { ...N\(number + 1) id } } ... on Cat { next { ...N\(number + 1) k: id } }
      }
      """
    }
    #expect(check("{ n { ...N0 } } \(text) fragment N30 on Node { id }").isEmpty)
  }
}
