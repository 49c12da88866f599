import ApusSource
import Testing

@Suite(.timeLimit(.minutes(15))) struct DiagnosticCatalogTests {
  private let catalog = DiagnosticCatalog([
    [testCode],
    [DiagnosticCode("other", title: "Another", explanation: "So.", example: "x", fix: "Do.")],
  ])

  @Test func `a code's page has its example and its fix`() {
    #expect(
      catalog.code("test-code")?.page == """
        test-code: A diagnostic of a test

        It is made up.

        Example:

            { a }

            { b }

        Fix: Nothing.

        """)
  }

  @Test func `the index lists each code with its summary`() {
    #expect(catalog.index == "other      Another\ntest-code  A diagnostic of a test\n")
  }

  @Test func `unknown code`() {
    #expect(catalog.code("tset-code") == nil)
    #expect(
      catalog.unknownCodeMessage("tset-code")
        == "There is no diagnostic code \"tset-code\". Did you mean \"test-code\"?")
  }
}
