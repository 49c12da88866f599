import ApusDiagnostics
import Testing

@testable import ApusLanguageService

@Suite(.timeLimit(.minutes(5))) struct FixTests {
  @Test(arguments: [
    ("{ album(id: 1) { titel } }", "{ album(id: 1) { title } }"),
    ("{ node { title } }", "{ node { ... on Album { title } } }"),
    ("{ album(di: 1, id: 2) { id } }", "{ album(id: 1, id: 2) { id } }"),
    ("query A($id: ID!, $b: Int) { album(id: $id) { id } }", "query A($id: ID!) { album(id: $id) { id } }"),
    ("query A($b: Int) { node { id } }", "query A { node { id } }"),
    ("query A($b: Int @old(reason: \"\")) { node { id } }", "query A { node { id } }"),
    (
      "query A($a: ID!, $b: Int, $c: ID!) { album(id: $a) { id } a: album(id: $c) { id } }",
      "query A($a: ID!, $c: ID!) { album(id: $a) { id } a: album(id: $c) { id } }"
    ),
    (
      "query A { node { id } }\n  fragment F on Node { id }  \nquery B { node { id } }",
      "query A { node { id } }\nquery B { node { id } }"
    ),
    ("query A { album(id: $id) { id } }", "query A($id: ID!) { album(id: $id) { id } }"),
    (
      "\"One.\" # query\n query { album(id: $id) { id } }",
      "\"One.\" # query\n query($id: ID!) { album(id: $id) { id } }"
    ),
    ("{ node }", "{ node { id } }"), ("{ node { id { a } } }", "{ node { id } }"),
    ("{ album { id } }", "{ album(id: \"\") { id } }"),
    ("{ node @include { id } }", "{ node @include(if: false) { id } }"),
    (
      "{ search(text: \"\", filter: { year: 1, kidn: SINGLE }) { __typename } }",
      "{ search(text: \"\", filter: { year: 1, kind: SINGLE }) { __typename } }"
    ),
    ("{ album(id: 1, kind: SINGEL) { id } }", "{ album(id: 1, kind: SINGLE) { id } }"),
    ("{ album(id: 1, kind: \"SINGLE\") { id } }", "{ album(id: 1, kind: SINGLE) { id } }"),
    ("{ album(id: 1) { old } }", "{ album(id: 1) { title } }"),
    (
      "query A($i: ID) { album(id: $i) { id } }", "query A($i: ID!) { album(id: $i) { id } }"
    ),
    (
      "mutation A($s: Int) { rate(rating: { stars: $s }) { id } }",
      "mutation A($s: Int!) { rate(rating: { stars: $s }) { id } }"
    ),
    ("{ album(id: 1, id: 2) { id } }", "{ album(id: 1) { id } }"),
    ("{ node @skip(if: true) @skip(if: true) { id } }", "{ node @skip(if: true) { id } }"),
    ("query A($a: ID!, $a: ID!) { album(id: $a) { id } }", "query A($a: ID!) { album(id: $a) { id } }"),
    (
      "{ search(text: \"\", filter: { year: 1, year: 2 }) { __typename } }",
      "{ search(text: \"\", filter: { year: 1 }) { __typename } }"
    ),
    (
      "{ search(text: \"\", filter: { }) { __typename } }",
      "{ search(text: \"\", filter: { year: 0 }) { __typename } }"
    ),
    (
      "{ search(text: \"\", filter: { kinds: [] }) { __typename } }",
      "{ search(text: \"\", filter: { kinds: [], year: 0 }) { __typename } }"
    ),
    (
      "{ album(id: 1) { id } album(id: 2) { id } }", "{ album(id: 1) { id } album2: album(id: 2) { id } }"
    ),
    ("query A {\n  node {\n    id\n}\n", "query A {\n  node {\n    id\n  }\n}\n"),
    (
      "query A {\n  a: node {\n    id\n  node { id }\n}\n",
      "query A {\n  a: node {\n    id\n  }\n  node { id }\n}\n"
    ),
    ("query A {\n  node { id }\n", "query A {\n  node { id }\n}\n"),
    (
      "{ node { ...Crad } } fragment Card on Node { id }", "{ node { ...Card } } fragment Card on Node { id }"
    ),
  ])
  func firstFixMends(text: String, mended: String) throws {
    let document = Marked(text)
    let found = document.diagnostics + document.syntaxErrors
    let fix = try #require(found.flatMap(document.analysis.fixes).first)
    #expect(document.applying(fix.edits) == mended)
  }

  /// The titles of all that a text offers.
  @Test(arguments: [
    ("{ album { id } }", ["Add the missing arguments", "Add the missing arguments as variables"]),
    ("fragment F on Query { album { id } } { ...F }", ["Add the missing arguments"]),
    ("{ node { ...F } } fragment F on Node { id { a } }", ["Remove the selections"]),
    ("query A { album(id: 1) { id } } query A { node { id } }", []),
  ])
  func titles(text: String, expected: [String]) {
    let document = Marked(text)
    #expect(document.diagnostics.flatMap(document.analysis.fixes).map(\.title) == expected)
  }

  @Test func missingArgumentsAsVariables() throws {
    let document = Marked("{ album { id } }")
    let fix = try #require(document.diagnostics.flatMap(document.analysis.fixes).last)
    #expect(document.applying(fix.edits) == "query ($id: ID!) { album(id: $id) { id } }")
  }
}
