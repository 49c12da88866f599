import ApusDiagnostics
import Testing

@testable import ApusValidation

@Suite(.timeLimit(.minutes(5))) struct DefinitionsAreAccessibleTests {
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

  @Test func `other schemas hide nothing`() {
    let schema = "directive @hidden on FIELD_DEFINITION type Query { a: Int @hidden join__b: Int }"
    #expect(check("{ a join__b }", schema).isEmpty)
  }
}
