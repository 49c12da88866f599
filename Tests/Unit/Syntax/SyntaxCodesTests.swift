import ApusSource
import Testing

@testable import ApusSyntax

@Suite(.timeLimit(.minutes(15))) struct SyntaxCodesTests {
  /// The example of each page, where it is one that can be tried, is refused with that code.
  @Test func `examples have the fault`() {
    #expect(Parsed(DiagnosticCode.syntaxError.example).errors.map(\.code) == [.syntaxError])
  }

  @Test(arguments: DiagnosticCode.syntaxCodes)
  func `every code has a page`(code: DiagnosticCode) {
    #expect(code.name.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" })
    #expect(code.page.contains(code.title) && code.page.contains("Fix: "))
    #expect(code.fix.hasSuffix("."))
  }
}
