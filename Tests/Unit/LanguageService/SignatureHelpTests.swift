import Testing

@testable import ApusLanguageService

@Suite(.timeLimit(.minutes(15))) struct SignatureHelpTests {
  private let album = "album(id: ID!, kind: Kind): Album"

  @Test(arguments: [
    ("{ album(‸", "id: ID!"), ("{ album(id: ‸", "id: ID!"), ("{ album(id: 1, ‸) { id } }", "kind: Kind"),
    ("{ album(id: 1 ‸", "kind: Kind"), ("{ album(ki‸", "id: ID!"), ("{ album(kind‸: SINGLE)", "kind: Kind"),
    ("{ album(kind: SINGLE, ‸", "id: ID!"), ("{ album(id: \"a‸\")", "id: ID!"),
    ("query A($i: ID!) { album(id: $‸", "id: ID!"), ("{ album(‸, id: 1)", "kind: Kind"),
    ("{ album(id: 1, kind: SINGLE, ‸)", nil),
  ])
  func `of a field`(marked: String, active: String?) throws {
    let document = Marked(marked)
    let help = try #require(document.analysis.signatureHelp(in: document.source, at: document.offset))
    #expect(help.label == album)
    #expect(parameter(help) == active)
  }

  @Test func `within objects and lists`() throws {
    let document = Marked("{ search(filter: { kinds: [‸")
    let help = try #require(document.analysis.signatureHelp(in: document.source, at: document.offset))
    #expect(help.label == "search(text: String!, filter: Filter): [Result!]!")
    #expect(parameter(help) == "filter: Filter")
  }

  @Test func `of a directive`() throws {
    let document = Marked("{ node @include(‸")
    let help = try #require(document.analysis.signatureHelp(in: document.source, at: document.offset))
    #expect(help.label == "@include(if: Boolean!)")
    #expect(help.documentation == nil && parameter(help) == "if: Boolean!")
  }

  @Test(arguments: [
    "{ album‸(id: 1)", "{ album(id: 1) ‸", "{ album(id: 1) { ‸", "{ node(‸", "query A(‸", "query A($a: ‸",
    "{ nothing(‸", "‸",
  ])
  func `other places have no signature`(marked: String) {
    let document = Marked(marked)
    #expect(document.analysis.signatureHelp(in: document.source, at: document.offset) == nil)
  }

  private func parameter(_ help: SignatureHelp) -> String? {
    help.active.map { String(decoding: Array(help.label.utf8)[help.parameters[$0].place], as: UTF8.self) }
  }
}
