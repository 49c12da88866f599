import ApusSource
import Testing

@testable import ApusValidation

@Suite(.timeLimit(.minutes(15))) struct DefinitionsAreAccessibleTests {
  private func check(_ document: String, _ schema: String) -> [String] {
    diagnostics([.inaccessible], document, schema: schema)
  }

  @Test func `what is hidden cannot be used`() {
    let schema = """
      directive @inaccessible on FIELD_DEFINITION | ENUM_VALUE
      type Query { a: Int b: Int @inaccessible c(kind: Kind): Int } enum Kind { A B @inaccessible }
      """
    #expect(check("{ a c(kind: A) }", schema).isEmpty)
    let found = check("{ a b c(kind: B) }", schema)
    #expect(found.count == 2 && found.allSatisfy { $0.contains("@inaccessible") }, "\(found)")
  }

  @Test(arguments: ["@hide", "@fed__inaccessible"])
  func `what is hidden under a name of the schema's choice cannot be used`(_ directive: String) {
    let schema = """
      extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", as: "fed",
        import: [{ name: "@key", as: "@k" }, "@shareable", { name: "@inaccessible", as: "@hide" }])
      type Query @k(fields: "a") { a: Int @shareable b: Int \(directive) }
      """
    #expect(check("{ a }", schema).isEmpty)
    #expect(check("{ b }", schema).count == 1)
  }

  @Test func `other schemas hide nothing`() {
    let schema = "directive @hidden on FIELD_DEFINITION type Query { a: Int @hidden join__b: Int }"
    #expect(check("{ a join__b }", schema).isEmpty)
  }
}
