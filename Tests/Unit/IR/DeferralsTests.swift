import Testing

@testable import ApusIR

/// The labels of deferred fragments.
@Suite(.timeLimit(.minutes(5))) struct DeferralsTests {
  private static let schema = """
    directive @defer(if: Boolean! = true, label: String) on FRAGMENT_SPREAD | INLINE_FRAGMENT
    type Query { album: Album }
    type Album { title: String }
    """

  private func deferrals(_ document: String) -> (labels: [String], messages: [String]) {
    let documents = Lowered.index(document, schema: Self.schema)
    let deferrals = Deferrals(documents)
    let labels = (0..<documents.tree.count).compactMap { deferrals[$0]?.label }
    return (labels, deferrals.diagnostics.map(\.message))
  }

  @Test func `Two operations can give the same label`() {
    let found = deferrals(
      """
      query A { album { ...F @defer(label: "late") } }
      query B { album { ...F @defer(label: "late") title } }
      fragment F on Album { title }
      """)
    #expect(found.labels == ["late", "late"])
    #expect(found.messages == [])
  }

  @Test func `Spreads without a label are numbered in each definition`() {
    let found = deferrals(
      """
      query A { album { ...F @defer ...F @defer } }
      query B { album { ...G @defer(if: false) ...F @defer } }
      fragment F on Album { title }
      fragment G on Album { title ...F @defer }
      """)
    #expect(found.labels == ["F", "F.2", "F", "G.F"])
    #expect(found.messages == [])
  }

  @Test func `A label that a spread is sent with is taken`() {
    let found = deferrals(
      """
      query A { album { ...F @defer } }
      query B { album { ... @defer(label: "F") { title } } }
      fragment F on Album { title }
      """)
    #expect(
      found.messages == ["The label \"F\" is sent with a spread of \"F\" that has none. Use another one."])
  }
}
