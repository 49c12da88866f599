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

  @Test func `without a place`() {
    let line = DiagnosticJSON.line(Diagnostic(.error, .unknownKey, "Wrong.", path: "x.graphql"))
    #expect(line.hasPrefix(#"{"path":"x.graphql","line":null,"column":null,"#))
  }
}
