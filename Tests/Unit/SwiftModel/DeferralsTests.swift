import Testing

@testable import ApusShapes
@testable import ApusSwiftModel

/// The labels of deferred fragments.
@Suite(.timeLimit(.minutes(15))) struct DeferralsTests {
  private static let schema = """
    directive @defer(if: Boolean! = true, label: String) on FRAGMENT_SPREAD | INLINE_FRAGMENT
    type Query { album: Album }
    type Album { title: String }
    """

  private func deferrals(_ document: String) -> (labels: [String], names: [String]) {
    let documents = Lowered.index(document, schema: Self.schema)
    let deferrals = Deferrals(documents)
    let found = (0..<documents.tree.count).compactMap { deferrals[$0] }
    return (found.map(\.label), found.compactMap(\.name))
  }

  @Test func `Two operations can give the same label`() {
    let found = deferrals(
      """
      query A { album { ...F @defer(label: "late") } }
      query B { album { ...F @defer(label: "late") title } }
      fragment F on Album { title }
      """)
    #expect(found.labels == ["late", "late"])
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
  }

  @Test func `A label that the documents give is not made for a spread`() {
    let found = deferrals(
      """
      query A { album { ...F @defer } }
      query B { album { ... @defer(label: "F") { title } } }
      fragment F on Album { title }
      """)
    #expect(found.labels == ["F_", "F"])
  }

  @Test func `Inline fragments without a label are named by their order in the object`() {
    let found = deferrals(
      """
      query A {
        album { ... @defer { title } ... on Album { ... @defer { title } } }
        other: album { ... @defer { title } ... @defer(label: "1st") { title } ... @defer(label: "cover") { title } }
      }
      fragment F on Album { ... @defer { title } }
      """)
    #expect(found.labels == ["deferred", "deferred.2", "deferred.3", "1st", "cover", "F.deferred"])
    #expect(found.names == ["deferred", "deferred2", "deferred", "deferred2", "cover", "deferred"])
  }
}
