import ApusSource
import Testing

@testable import ApusLanguageService

@Suite(.timeLimit(.minutes(15))) struct FragmentArgumentsTests {
  private let rows = """
    "A row." fragment Rows($count: Int!, $kind: Kind = SINGLE) on Artist { albums(first: $count) { artist { ...Rows(count: $count, kind: $kind) } } }
    fragment Top on Artist { ...Rows(count: 3) }
    query All($count: Int!) { node { ... on Artist { ...Rows(count: $count) } } }
    """

  @Test(
    arguments: [
      ("{ node { ...Rows(‸", ["count", "kind"]), ("{ node { ...Rows(count: 1, ‸", ["kind"]),
      ("{ node { ...Rows(‸) @skip(if: true) } }", ["count", "kind"]), ("{ node { ...Nothing(‸", []),
      ("{ node { ...Rows(kind: ‸", ["SINGLE", "LONG_PLAYER", "null"]),
      ("query A($k: Kind, $n: Int) { node { ...Rows(kind: ‸", ["SINGLE", "LONG_PLAYER", "$k", "null"]),
      ("query A($k: Kind) { node { ...Rows(kind: $‸", ["k"]),
      ("fragment G($mine: Int!) on Artist { albums(first: ‸", ["$mine", "$count"]),
      ("fragment G($a: ‸", nil),
      ("fragment G($a: Int) on Art‸", ["Query", "Mutation", "Node", "Album", "Artist", "Result"]),
    ] as [(String, [String]?)])
  func `arguments of a fragment are offered`(marked: String, labels: [String]?) {
    let found = Marked(marked, others: rows).labels
    if let labels { #expect(found == labels) } else { #expect(found.contains("Kind")) }
  }

  @Test(arguments: [
    ("{ node { ...Rows(cou‸nt: 1) } }", "$count: Int!"),
    ("{ node { ...Ro‸ws(count: 1) } }", "fragment Rows($count: Int!, $kind: Kind = SINGLE) on Artist"),
    ("fragment G($mine: Int!) on Artist { albums(first: $mi‸ne) { id } }", "$mine: Int!"),
    ("{ node { ...Rows(kind: SIN‸GLE) } }", "SINGLE"),
  ])
  func `an argument of a fragment can be hovered over`(marked: String, code: String) throws {
    let document = Marked(marked, others: rows)
    #expect(document.symbol.flatMap { document.analysis.hover($0.symbol) }?.code == code)
  }

  /// A fragment's variable is renamed in the fragment and in the arguments of its spreads, and not where an operation's has its name.
  @Test func `an argument of a fragment is renamed`() throws {
    let document = Marked(
      "fragment G($n‸: Int!) on Artist { albums(first: $n) { id } } query A($n: Int!) { node { ... on Artist { ...G(n: $n) } } }"
    )
    let symbol = try #require(document.symbol)
    let places = try document.analysis.rename(symbol, to: "count")
    #expect(
      document.applying(places.map { ($0, "count") })
        == "fragment G($count: Int!) on Artist { albums(first: $count) { id } } query A($n: Int!) { node { ... on Artist { ...G(count: $n) } } }"
    )
    let other = Marked(
      "fragment G($n: Int!) on Artist { albums(first: $n) { id } } query A($n‸: Int!) { node { ... on Artist { ...G(n: $n) } } }"
    )
    let renamed = try other.analysis.rename(try #require(other.symbol), to: "count")
    #expect(
      other.applying(renamed.map { ($0, "count") })
        == "fragment G($n: Int!) on Artist { albums(first: $n) { id } } query A($count: Int!) { node { ... on Artist { ...G(n: $count) } } }"
    )
  }

  @Test(arguments: [
    (
      "{ node { ...G(m: 1) } } fragment G($n: Int) on Node { id @include(if: true) ...H(n: $n) }",
      "...G(n: 1)"
    ),
    ("{ node { ...G } } fragment G($n: Int!) on Node { id ...H(n: $n) }", "...G(n: 0)"),
    ("query A($v: Int!) { node { ...G } } fragment G($n: Int!) on Node { id ...H(n: $n) }", "...G(n: 0)"),
  ])
  func `a fix mends the arguments of a fragment`(document: String, fixed: String) throws {
    let document = Marked(
      document + "‸",
      others:
        "fragment H($n: Int) on Node { id @old(reason: \"\") ... on Artist { albums(first: 1) { id } } }")
    let texts = document.diagnostics.flatMap { document.analysis.fixes(for: $0) }.map {
      document.applying($0.edits)
    }
    #expect(texts.contains { $0.contains(fixed) })
  }

  /// Inlining would lose the values of variables, and extracting their definitions.
  @Test func `no refactorings`() {
    let inline = Marked("{ node { ...R‸ows(count: 1) } }", others: rows)
    #expect(
      !inline.analysis.refactorings(of: inline.source, in: inline.offset..<inline.offset, makesFiles: false)
        .contains { $0.kind == .inline })
    let text = "fragment G($n: Int!) on Artist { albums(first: $n) { id } }‸"
    let extract = Marked(text)
    #expect(
      !extract.analysis.refactorings(of: extract.source, in: 33..<58, makesFiles: false).contains {
        $0.kind == .extract
      })
  }
}
