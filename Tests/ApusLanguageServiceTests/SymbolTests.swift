import ApusDiagnostics
import Testing

@testable import ApusLanguageService

@Suite(.timeLimit(.minutes(5))) struct SymbolTests {
  private let card = "fragment Card on Album { title artist { name } }"

  @Test(arguments: [
    ("{ album(id: 1) { ti‸tle } }", "Album.title: String!", "On the cover."),
    ("{ album(id: 1) { t: ti‸tle } }", "Album.title: String!", "On the cover."),
    ("{ album(id: 1) { ‸t: title } }", "Album.title: String!", "On the cover."),
    ("{ album(i‸d: 1) { id } }", "id: ID!", nil),
    ("{ album(kind: SIN‸GLE) { id", "SINGLE", nil),
    ("{ node { ... on Alb‸um { id } } }", "type Album implements Node", "A record."),
    ("{ album @sk‸ip(if: true) { id } }", "directive @skip(if: Boolean!)", nil),
    ("{ album(id: 1) { ...Ca‸rd } }", "fragment Card on Album", nil),
    ("query A($id: ID!) { album(id: $i‸d) { id } }", "$id: ID!", nil),
  ])
  func hover(marked: String, code: String, description: String?) throws {
    let document = Marked(marked, others: card)
    let hover = try #require(document.symbol.flatMap { document.analysis.hover($0.symbol) })
    #expect(hover.code == code)
    if let description { #expect(hover.description == description) }
  }

  @Test func deprecationIsTold() throws {
    let document = Marked("{ album(id: 1) { ol‸d } }")
    #expect(document.symbol.flatMap { document.analysis.hover($0.symbol) }?.deprecation == "Use title.")
  }

  @Test(arguments: [
    "{ ‸ }", "# albu‸m\n{ node { id } }", "{ album(id: \"al‸bum\") { id } }", "{ nothi‸ng }",
    "que‸ry A { node { id } }",
  ])
  func nothingIsSaidOfNothing(marked: String) { #expect(Marked(marked).symbol == nil) }

  @Test func referencesOfAFieldAreItsSelections() throws {
    let document = Marked("{ album(id: 1) { ti‸tle t: title artist { name } } }", others: card)
    let symbol = try #require(document.symbol?.symbol)
    let found = document.analysis.references(to: symbol).map { "\($0.range.file.path) \($0.isDefinition)" }
    #expect(found == ["s.graphqls true", "a.graphql false", "a.graphql false", "0.graphql false"])
  }

  @Test func aFragmentIsRenamedEverywhere() throws {
    let document = Marked("{ album(id: 1) { ...Ca‸rd ...Card } }", others: card)
    let place = try #require(document.symbol)
    let places = try document.analysis.rename(place, to: "Sleeve")
    #expect(places.map(\.file.path).sorted() == ["0.graphql", "a.graphql", "a.graphql"])
    #expect(
      document.applying(places.map { ($0, "Sleeve") }) == "{ album(id: 1) { ...Sleeve ...Sleeve } }")
    for name in ["Card", "on", "1a", "", "a-b"] {
      #expect(throws: RenameError.self) { try document.analysis.rename(place, to: name) }
    }
  }

  @Test func aVariableIsRenamedInItsFragments() throws {
    let fragment = "fragment F on Query { album(id: $id) { id } }"
    let document = Marked("query A($i‸d: ID!) { ...F node { id } }", others: fragment)
    let place = try #require(document.symbol)
    #expect(try document.analysis.rename(place, to: "key").count == 2)
    let shared = Marked("query A($i‸d: ID!) { ...F }", others: fragment, "query B($id: ID!) { ...F }")
    let other = try #require(shared.symbol)
    #expect(throws: RenameError.self) { try shared.analysis.rename(other, to: "key") }
  }

  @Test func theSchemaIsNotRenamed() throws {
    let document = Marked("{ al‸bum(id: 1) { id } }")
    let place = try #require(document.symbol)
    #expect(throws: RenameError.self) { try document.analysis.rename(place, to: "record") }
  }

  @Test func outlineOfDocuments() {
    let outline = Outline(
      SourceFile(
        path: "a", text: "# a\n# b\nquery A {\n  x: album {\n    id\n  }\n}\ntype T {\n  f: Int\n}\n"))
    #expect(outline.items.map(\.name) == ["A", "T"])
    #expect(outline.items[0].children.map(\.name) == ["x"])
    #expect(outline.items[1].children.map { $0.name + ": " + $0.detail } == ["f: Int"])
    #expect(outline.folds.map { [$0.firstLine, $0.lastLine] } == [[0, 1], [2, 6], [3, 5], [7, 9]])
    #expect(outline.enclosingRanges(at: 32).count >= 4)
  }

  /// The outline of a schema lists fields, input fields and enum values, but not arguments.
  @Test func outlineOfASchema() {
    let text = """
      type T { f(first: Int): Int }
      input I { a: Int b: [Int!] }
      enum E { A B }
      directive @d(c: Int) on FIELD
      """
    let items = Outline(SourceFile(path: "a", text: text)).items
    #expect(items.map(\.name) == ["T", "I", "E", "@d"])
    #expect(items.map { $0.children.map(\.name) } == [["f"], ["a", "b"], ["A", "B"], []])
    #expect(items.flatMap(\.children).allSatisfy { $0.children.isEmpty })
  }
}
