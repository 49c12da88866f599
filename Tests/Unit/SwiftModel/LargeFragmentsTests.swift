import ApusSentText
import Testing

@testable import ApusSwiftModel

/// Fragments with many type conditions are properties among other selections.
@Suite(.timeLimit(.minutes(15))) struct LargeFragmentsTests {
  private func schema(_ count: Int) -> String {
    let types = (0..<count).map { "type T\($0) implements Node & Named { id: ID! name: String f\($0): Int }" }
    return """
      type Query { node: Node any: Any first: T0 }
      interface Node { id: ID! } interface Named { name: String } union Any = T0 | Other
      type Other { id: ID! }
      \(types.joined(separator: "\n"))
      """
  }

  private func text(
    _ count: Int, _ documents: String, conditions: (Int) -> String = { "... on T\($0) { f\($0) }" }
  )
    -> String
  {
    let fragment = "fragment Row on Node { \((0..<count).map(conditions).joined(separator: " ")) } "
    let lowered = Lowered(fragment + documents, schema: schema(count))
    #expect(lowered.diagnostics.isEmpty, "\(lowered.diagnostics.map(\.message))")
    return ShapePrinter.text(lowered.program)
  }

  @Test func `a fragment is a property from eight type conditions on`() {
    #expect(!text(7, "query Q { node { id ...Row } }").contains("row: RowData"))
    #expect(text(8, "query Q { node { id ...Row } }").contains("row: RowData\n"))
  }

  @Test func `conditions of fragments that it spreads count, unless those are properties themselves`() {
    let half = (0..<4).map { "... on T\($0) { id }" }.joined(separator: " ")
    let other = (4..<8).map { "... on T\($0) { id }" }.joined(separator: " ")
    let documents = """
      query Q { node { id ...Both } }
      fragment Both on Node { ...Half \(other) }
      fragment Half on Node { \(half) }
      """
    #expect(text(8, documents).contains("both: BothData\n"))
    let above = "query Q { node { id ...Above } } fragment Above on Node { ...Row ... on T0 { name } }"
    let found = text(8, above)
    #expect(found.contains("row: RowData\n") && !found.contains("above: AboveData"), "\(found)")
  }

  @Test func `a condition that always holds does not count`() {
    let documents = "query Q { node { id ...Row } }"
    #expect(!text(8, documents) { "... on Node { a\($0): id }" }.contains("row: RowData"))
  }

  @Test func `a selection set that is just the fragment has its type`() {
    let found = text(
      8, "query Q { node { ...Row } } query R { node { ...Same } } fragment Same on Node { ...Row }")
    #expect(!found.contains("row: RowData") && !found.contains("same: "), "\(found)")
  }

  @Test func `an object whose type is known has the fragment's fields`() {
    let found = text(8, "query Q { first { id ...Row } any { ... on T0 { name ...Row } } }")
    #expect(!found.contains("row: RowData") && found.contains("RowFragment"), "\(found)")
  }

  @Test func `the property is there where the fragment applies`() {
    #expect(text(8, "query Q { any { __typename ...Row } }").contains("row: RowData? when "))
    #expect(
      text(8, "query Q($x: Boolean!) { node { id ...Row @include(if: $x) } }").contains(
        "row: RowData? when $x"))
    // It is one property, whichever spreads bring it.
    let found = text(
      8,
      "query Q($x: Boolean!) { node { id ...Row @include(if: $x) ... on T0 { ...Row @skip(if: $x) } ...Row } }"
    )
    #expect(found.contains("row: RowData\n") && !found.contains("rowFragment"), "\(found)")
  }

  @Test func `a type conforms to the fragments that spread it`() {
    let found = text(
      8, "query Q { node { id ...Card } } fragment Card on Node { ...Row a: id }")
    #expect(found.contains("Node: CardFragment"), "\(found)")
  }
}
