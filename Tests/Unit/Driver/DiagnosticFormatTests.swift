import ApusSource
import Testing

@testable import ApusDriver

/// Diagnostics for GitHub Actions and for collectors of analyses.
@Suite(.timeLimit(.minutes(15))) struct DiagnosticFormatTests {
  private let file = SourceFile(path: "Übung 1,5%.graphql", text: "{ 😀 ab c\n}")

  private func range(_ start: Int, _ end: Int) -> SourceRange {
    SourceRange(file: file, start: start, end: end)
  }

  @Test func `annotations escape what ends a property or a line`() {
    let diagnostic = Diagnostic(
      .warning, .unknownKey, "A: 50 %,\n\"b\".", at: [range(7, 9)],
      notes: [Diagnostic.Note("See.", at: range(10, 11))])
    #expect(
      GitHubAnnotation.line(diagnostic)
        == "::warning file=Übung 1%2C5%25.graphql,line=1,col=6,endColumn=8,title=unknown-key::A: 50 %25,%0A"
        + "\"b\".%0Anote: See. (Übung 1,5%25.graphql:1)")
  }

  @Test func `a colon ends a property, and a carriage return a line`() {
    let diagnostic = Diagnostic(
      .error, .unknownKey, "A:\r\nB, 1 %.", notes: [Diagnostic.Note("See.")], path: "C:\\a,b.graphql")
    #expect(
      GitHubAnnotation.line(diagnostic)
        == "::error file=C%3A\\a%2Cb.graphql,title=unknown-key::A:%0D%0AB, 1 %25.%0Anote: See.")
  }

  @Test func `annotations of several lines have no columns`() {
    #expect(
      GitHubAnnotation.line(Diagnostic(.error, .unknownKey, "Wrong.", at: [range(0, 13)]))
        == "::error file=Übung 1%2C5%25.graphql,line=1,endLine=2,title=unknown-key::Wrong.")
    #expect(
      GitHubAnnotation.line(Diagnostic(.error, .unknownKey, "Wrong.", path: "a.graphql"))
        == "::error file=a.graphql,title=unknown-key::Wrong.")
    #expect(
      GitHubAnnotation.line(Diagnostic(.error, .unknownKey, "Wrong."))
        == "::error title=unknown-key::Wrong.")
  }

  /// What the schema of the format requires, for each kind of result.
  @Test func `a log of SARIF has what its schema requires`() throws {
    let text = SARIFLog.text(
      [
        Diagnostic(
          .error, .unknownKey, "One.", at: [range(7, 9), range(10, 11)],
          notes: [Diagnostic.Note("There.", at: range(10, 11)), Diagnostic.Note("Nowhere.")]),
        Diagnostic(.warning, .unreadableFile, "Two.", path: "/a b\t.graphql"),
        Diagnostic(.error, .missingSchema, "Three."),
      ], version: "1.2.3")
    let root = try JSONTree.parse(SourceFile(path: "log.json", text: text)).root
    #expect(root["version"]?.string == "2.1.0")
    let run = try #require(root["runs"]?.elements?.first)
    let driver = try #require(run["tool"]?["driver"])
    #expect(driver["name"]?.string == "apusc" && driver["version"]?.string == "1.2.3")
    let rules = try #require(driver["rules"]?.elements)
    #expect(rules.compactMap { $0["id"]?.string } == ["missing-schema", "unknown-key", "unreadable-file"])
    #expect(rules.allSatisfy { $0["shortDescription"]?["text"]?.string != nil })
    let results = try #require(run["results"]?.elements)
    #expect(results.compactMap { $0["message"]?["text"]?.string } == ["One.\nNowhere.", "Two.", "Three."])
    #expect(results.compactMap { $0["level"]?.string } == ["error", "warning", "error"])
    for result in results {
      let index = try #require(result["ruleIndex"]?.integer)
      #expect(rules[index]["id"]?.string == result["ruleId"]?.string)
    }
    let place = try #require(results[0]["locations"]?.elements?.first?["physicalLocation"])
    #expect(place["artifactLocation"]?["uri"]?.string == "%C3%9Cbung%201%2C5%25.graphql")
    #expect(place["region"]?["startLine"]?.integer == 1 && place["region"]?["endColumn"]?.integer == 8)
    #expect(results[0]["relatedLocations"]?.elements?.count == 1)
    let other = results[1]["locations"]?.elements?.first?["physicalLocation"]
    #expect(other?["artifactLocation"]?["uri"]?.string == "file:///a%20b%09.graphql")
    #expect(results[2]["locations"] == nil)
  }
}
