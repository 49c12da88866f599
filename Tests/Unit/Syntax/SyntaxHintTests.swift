import ApusSource
import Testing

@testable import ApusSyntax

@Suite(.timeLimit(.minutes(15))) struct SyntaxHintTests {
  private func message(_ text: String) -> String? {
    let source = SourceFile(path: "a.graphql", text: text)
    return Parser.parse(source, into: SyntaxTree(names: NameTable())).first?.diagnostic(in: source).message
  }

  @Test(arguments: ["Query", "MUTATION", "Fragment", "Type", "Extend"])
  func `a keyword in capitals is named`(_ word: String) {
    #expect(
      message("\(word) A { a }")
        == "Syntax Error: Unexpected Name \"\(word)\". Keywords are written in lower case: \(word.lowercased())."
    )
  }

  @Test func `a default value before the type is named`() {
    #expect(message("query Q($id = \"x\": ID!) { a }")?.contains("$name: Type = value.") == true)
  }

  @Test func `a page instead of a schema is named`() {
    #expect(message("<!DOCTYPE html>\n<html></html>")?.hasPrefix("The file contains HTML or XML") == true)
  }

  @Test(arguments: ["queri A { a }", "query A { a(b = 1) }", "{ a < b }"])
  func `other errors have no hint`(_ text: String) {
    #expect(message(text)?.hasPrefix("Syntax Error: ") == true)
    #expect(message(text)?.contains("lower case") == false)
  }
}
