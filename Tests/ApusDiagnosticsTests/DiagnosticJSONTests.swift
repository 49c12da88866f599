import ApusDiagnostics
import Foundation
import Testing

@Suite struct DiagnosticJSONTests {
  @Test func everyMember() {
    let source = MarkedSource("{ 😀 1️⃣ab2️⃣ c }", path: "Übung.graphql")
    let other = SourceRange(file: source.file, start: 10, end: 11)
    let line = DiagnosticJSON.line(
      Diagnostic(
        .warning, testCode, "A \"b\".", at: [source.range, other], notes: [Diagnostic.Note("See.")]))
    #expect(
      line
        == #"{"path":"Übung.graphql","line":1,"column":6,"endLine":1,"endColumn":8,"severity":"warning","#
        + #""code":"test-code","message":"A \"b\".","notes":[{"path":null,"line":null,"column":null,"#
        + #""endLine":null,"endColumn":null,"message":"See."}],"places":[{"path":"Übung.graphql","line":1,"#
        + #""column":9,"endLine":1,"endColumn":10}]}"#)
  }

  @Test func withoutAPlace() {
    let line = DiagnosticJSON.line(Diagnostic(testCode, "Wrong.", path: "x.graphql"))
    #expect(line.hasPrefix(#"{"path":"x.graphql","line":null,"column":null,"#))
  }

  @Test func whatIsEscapedReadsBack() throws {
    let text = String(String.UnicodeScalarView((0..<0x3000).compactMap(Unicode.Scalar.init))) + "😀\"\\"
    let quoted = JSONText.quoted(text)
    #expect(!quoted.contains("\n"))
    let value = try JSONSerialization.jsonObject(with: Data("[\(quoted)]".utf8)) as? [String]
    #expect(value?.first?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
  }
}
