import Apus
import Testing

@testable import ApusClient

/// The operation of a document as text, and the documents without one that can be sent.
@Suite(.timeLimit(.minutes(15))) struct DocumentScanTests {
  @Test(arguments: ["\n", "\r", "\r\n"])
  func `a comment ends with its line, whichever way that ends`(_ end: String) throws {
    let scan = try DocumentScan("query A { a } # one\(end)query B { b }")
    #expect(scan.operations.map(\.name) == ["A", "B"])
  }

  @Test func `the operation is found among definitions`() throws {
    let text = #"""
      # query Comment { a }
      "A description." query First($in: In = {a: "}", b: [1.5e-3]}) @x(y: """ } \""" """) { a(b: {c: "{"}) { d } }
      fragment F on query { mutation @defer }
      mutation Second { b }
      """#
    let second = try GraphQLText(text, operationName: "Second")
    #expect(second.operation.kind == .mutation && second.isIncremental)
    #expect(try GraphQLText(text, operationName: "First").operation.kind == .query)
    #expect(throws: GraphQLClientError.self) { try GraphQLText(text) }
    #expect(throws: GraphQLClientError.self) { try GraphQLText(text, operationName: "Third") }
    #expect(try GraphQLText(#"{ a(b: "@defer") deferred }"#).isIncremental == false)
  }

  @Test(arguments: [
    ("", "the document has no operation"), ("fragment F on A { b }", "the document has no operation"),
    ("{ a } { b } query C { c }", "the document has 3 operations: choose one with operationName"),
    ("{ a", "the document ends within a definition"), ("query A", "the document ends within a definition"),
    ("query ($a: [Int) { a }", "brackets do not match"), ("{ a(b: ] }", "brackets do not match"),
    ("{ a(b: [1) }", "brackets do not match"), ("{ a(b: { c: 1 ) }", "brackets do not match"),
    ("query A } { a }", "a bracket is closed that was not opened"),
    ("query A ) { a }", "a bracket is closed that was not opened"),
    ("{ a } }", "a definition begins neither with a keyword nor with a brace"),
    ("-", "the document ends within a definition"),
    ("- -", "a definition begins neither with a keyword nor with a brace"),
    ("\\", "a definition begins neither with a keyword nor with a brace"),
    ("\"Described.\" 1", "a definition begins neither with a keyword nor with a brace"),
    ("\"Described.\"", "the document ends within a definition"),
    ("type A { b: C }", "\"type\" begins neither an operation nor a fragment"),
    ("{ a(b: \"x) }", "a string is not closed"), ("{ a(b: \"\"\"x\"\") }", "a string is not closed"),
    ("{ a(b: \"x\n\") }", "a string is not closed"), ("{ a(b: \"x\r\") }", "a string is not closed"),
    ("{ a(b: \"\"\" \\\"\"\" }", "a string is not closed"), ("\"", "a string is not closed"),
    ("{ a \"\\", "a string is not closed"),
    ("é { a }", "it contains a character that GraphQL only allows in strings and comments"),
    ("{ a \u{0} }", "it contains a character that GraphQL only allows in strings and comments"),
  ])
  func `what is no document is rejected, with the reason`(text: String, reason: String) {
    let error = #expect(throws: GraphQLClientError.self) { try GraphQLText(text) }
    #expect(error?.description.hasSuffix("the text is not a GraphQL document: \(reason)") == true)
  }

  @Test(arguments: ["", "B", "F"])
  func `an operation that is not there is rejected by its name`(name: String) {
    let error = #expect(throws: GraphQLClientError.self) {
      try GraphQLText("query A { a ...F } fragment F on A { a }", operationName: name)
    }
    #expect(error?.description.hasSuffix("the document has no operation \"\(name)\"") == true)
  }

  @Test(arguments: [
    "\u{FEFF}{ a }", "{ a(b: \"\"\"\n}\r\"\"\") }", "{ a(b: \"\"\"\\\"\"\"}\"\"\") }", "{ a(b: \"\\\"}\") }",
    "{ a(b: \"\\\\\") }", "{ a(b: \"\") }", "# }\r{ a # }\n}", "{ a(b: -1.5e+3, c: 2E-1) }",
    "query{a(b:{c:[[]]})}",
    "query ($a: Int = 1 @d(e: \")\")) @f { a }",
  ])
  func `brackets in strings and comments do not count`(text: String) throws {
    let operation = try GraphQLText(text).operation
    #expect(operation.kind == .query)
  }

  @Test(arguments: [
    ("{ a @defer }", true), ("{ a @ stream }", true), ("{ a { ... @defer(if: true) { b } } }", true),
    ("{ defer stream }", false), ("{ a @x(defer: true) }", false), ("{ a(b: defer) }", false),
    ("query @defer { a }", false), ("{ a @deferred }", false),
  ])
  func `a directive makes a document incremental`(text: String, isIncremental: Bool) throws {
    #expect(try GraphQLText(text).isIncremental == isIncremental)
  }
}
