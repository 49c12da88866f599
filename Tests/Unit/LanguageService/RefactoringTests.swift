import ApusSource
import Testing

@testable import ApusLanguageService

/// Changes that keep what a document means: `‸` for the caret, or `«` and `»` around the selected part.
@Suite(.timeLimit(.minutes(15))) struct RefactoringTests {
  private func refactorings(
    _ marked: String, makesFiles: Bool = false, others: String = ""
  ) -> (document: Marked, found: [Refactoring]) {
    let isRange = marked.contains("«")
    let end = marked.replacingOccurrences("»", "‸").replacingOccurrences("«", "")
    let document = Marked(isRange ? end : marked, others: others)
    let start =
      isRange ? marked.split(separator: "«", omittingEmptySubsequences: false)[0].utf8.count : document.offset
    return (
      document,
      document.analysis.refactorings(of: document.source, in: start..<document.offset, makesFiles: makesFiles)
    )
  }

  private func apply(_ title: String, _ marked: String, others: String = "") -> String? {
    let (document, found) = refactorings(marked, others: others)
    return found.first { $0.change.title.hasPrefix(title) }.map { document.applying($0.change.edits) }
  }

  @Test func `extract a fragment`() throws {
    let text = "query A {\n  album(id: 1) {\n    «title\n    artist {\n      name\n    }»\n    id\n  }\n}\n"
    let fragment = "fragment AlbumParts on Album {\n  title\n  artist {\n    name\n  }\n}\n"
    #expect(
      apply("Extract", text)
        == "query A {\n  album(id: 1) {\n    ...AlbumParts\n    id\n  }\n}\n\n" + fragment)
    // A name that is taken has a number; a file of its own where the client makes one.
    let taken = "fragment AlbumParts on Album { id }"
    let (_, found) = refactorings(text, makesFiles: true, others: taken)
    let change = try #require(found.first { $0.kind == .extract }?.change)
    #expect(change.newFile?.path == "AlbumParts2.graphql")
    #expect(change.newFile?.text == fragment.replacingOccurrences("AlbumParts", "AlbumParts2"))
    #expect(change.edits.count == 1)
  }

  @Test func `inline a fragment`() {
    let fragment = "\nfragment Card on Album {\n  title # kept\n  artist {\n    name\n  }\n}\n"
    let text = "query A {\n  album(id: 1) {\n    ...Ca‸rd\n    ...Card @skip(if: true)\n  }\n}\n"
    #expect(
      apply("Inline this spread", text + fragment)
        == "query A {\n  album(id: 1) {\n    title # kept\n    artist {\n      name\n    }\n    ...Card @skip(if: true)\n  }\n}\n"
        + fragment)
    #expect(
      apply("Inline \"Card\" everywhere", text + fragment)
        == """
        query A {
          album(id: 1) {
            title # kept
            artist {
              name
            }
            ... on Album @skip(if: true) {
              title # kept
              artist {
                name
              }
            }
          }
        }


        """)
    // From the definition all of them; of what reaches itself, or has directives, none.
    #expect(
      apply("Inline \"F\" everywhere", "{ node { ...F } }\nfragment ‸F on Node { id }") == "{ node { id } }\n"
    )
    #expect(
      apply("Inline", "{ node { ...‸F } }\nfragment F on Node { ...G } fragment G on Node { ...F }") == nil)
    #expect(apply("Inline", "{ node { ...‸F } }\nfragment F on Node @a { id }") == nil)
    // What no object of a narrower type meets stays within the wider one.
    #expect(
      apply("Inline this", "{ album(id: 1) { ...‸F } }\nfragment F on Node { ... on Artist { name } }")
        == "{ album(id: 1) { ... on Node {\n  ... on Artist { name }\n} } }\n"
        + "fragment F on Node { ... on Artist { name } }")
    // A comment at its end does not hide what follows the spread.
    #expect(
      apply("Inline this", "{ node { ...‸F } }\nfragment F on Node {\n  id # c\n}")
        == "{ node { id # c\n } }\nfragment F on Node {\n  id # c\n}")
    // An interface's fields are no union's.
    #expect(
      apply("Inline this", "{ search(text: \"\") { ...‸F } }\nfragment F on Node { id }")
        == "{ search(text: \"\") { ... on Node {\n  id\n} } }\nfragment F on Node { id }")
  }

  @Test func `wrap in an inline fragment`() {
    let text = "{\n  node {\n    «id\n    id»\n  }\n}"
    #expect(
      apply("Wrap in \"... on Album\"", text)
        == "{\n  node {\n    ... on Album {\n      id\n      id\n    }\n  }\n}")
    #expect(refactorings(text).found.filter { $0.kind == .rewrite }.count == 2)
    #expect(apply("Wrap", "{ album(id: 1) { ‸id } }") == nil)
    // Only in types that the selected fragments can apply to.
    for selection in ["...A", "... on Artist { name }", "name: id ...A"] {
      let (_, found) = refactorings(
        "{ node { «\(selection)» } }", others: "fragment A on Artist { name }")
      let titles = found.map(\.change.title)
      #expect(titles.contains("Wrap in \"... on Artist\"") && !titles.contains("Wrap in \"... on Album\""))
    }
  }

  @Test func `select all leaf fields`() {
    #expect(
      apply("Select all", "{\n  album(id: 1) {\n    ‸id\n  }\n}")
        == "{\n  album(id: 1) {\n    id\n    title\n    kind\n  }\n}")
    #expect(apply("Select all", "{ album(id: 1) { ti‸tle id } }") == "{ album(id: 1) { title id kind } }")
    #expect(apply("Select all", "{ album(id: 1) { ti‸tle id kind } }") == nil)
  }

  @Test func `make an argument a variable`() {
    #expect(
      apply("Make it", "query A { album(id: ‸\"1\") { id } }")
        == "query A($id: ID! = \"1\") { album(id: $id) { id } }")
    #expect(
      apply("Make it", "query A($id: Int) { album(id: ‸1, kind: SINGLE) { id } }")
        == "query A($id: Int, $id2: ID! = 1) { album(id: $id2, kind: SINGLE) { id } }")
    for text in [
      "query A($i: ID @old(reason: ‸\"\")) { node { id } }", "query A($i: ID!) { album(id: ‸$i) { id } }",
      "fragment F on Query { album(id: ‸1) { id } }",
      "query A($k: Kind) { search(text: \"\", filter: ‸{ kind: $k, year: 1 }) { __typename } }",
    ] { #expect(apply("Make it", text) == nil) }
  }
}

extension String {
  fileprivate func replacingOccurrences(_ part: Character, _ other: String) -> String {
    split(separator: part, omittingEmptySubsequences: false).joined(separator: other)
  }

  fileprivate func replacingOccurrences(_ part: String, _ other: String) -> String {
    var parts: [Substring] = []
    var rest = self[...]
    while let range = rest.firstRange(of: part) {
      parts.append(rest[..<range.lowerBound])
      rest = rest[range.upperBound...]
    }
    return (parts + [rest]).joined(separator: other)
  }
}
