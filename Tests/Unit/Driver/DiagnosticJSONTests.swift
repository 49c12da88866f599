import ApusSource
import Testing

@testable import ApusDriver

@Suite(.timeLimit(.minutes(15))) struct DiagnosticJSONTests {
  @Test func `every member`() {
    let file = SourceFile(path: "Übung.graphql", text: "{ 😀 ab c }")
    let range = SourceRange(file: file, start: 7, end: 9)
    let other = SourceRange(file: file, start: 10, end: 11)
    let line = DiagnosticJSON.line(
      Diagnostic(
        .warning, .unknownKey, "A \"b\".", at: [range, other], notes: [Diagnostic.Note("See.")]))
    #expect(
      line
        == #"{"path":"Übung.graphql","line":1,"column":6,"endLine":1,"endColumn":8,"severity":"warning","#
        + #""code":"unknown-key","message":"A \"b\".","notes":[{"path":null,"line":null,"column":null,"#
        + #""endLine":null,"endColumn":null,"message":"See."}],"places":[{"path":"Übung.graphql","line":1,"#
        + #""column":9,"endLine":1,"endColumn":10}]}"#)
  }

  @Test func `lists up to a size, and the number of what is left out`() {
    let file = SourceFile(path: "a.graphql", text: "{ a b c }")
    let places = (0..<100).map { _ in SourceRange(file: file, start: 2, end: 3) }
    let notes = (0..<50).map { Diagnostic.Note("Note \($0).") }
    let diagnostic = Diagnostic(.error, .unknownKey, "Wrong.", at: places, notes: notes)
    let all = DiagnosticJSON.object(diagnostic)
    #expect(!all.line.contains("LeftOut"))
    let cut = DiagnosticJSON.object(diagnostic, listSize: 500)
    guard case .object(let members) = cut else {
      Issue.record("\(cut.line)")
      return
    }
    for (name, count) in [("notes", 50), ("places", 99)] {
      guard case .array(let shown)? = members.first(where: { $0.name == name })?.value,
        case .number(let rest)? = members.first(where: { $0.name == name + "LeftOut" })?.value
      else {
        Issue.record("\(name): \(cut.line)")
        continue
      }
      #expect(!shown.isEmpty && shown.count + rest == count)
      #expect(shown.map(\.line.utf8.count).reduce(0, +) <= 500)
    }
  }

  @Test func `without a place`() {
    let line = DiagnosticJSON.line(Diagnostic(.error, .unknownKey, "Wrong.", path: "x.graphql"))
    #expect(line.hasPrefix(#"{"path":"x.graphql","line":null,"column":null,"#))
  }
}
