import ApusSource
import Testing

@testable import ApusDriver

/// Keys that the documents of a module below depend on.
@Suite(.timeLimit(.minutes(15))) struct ModuleDirectiveTests {
  private typealias Run = InheritedOptionsTests.Run

  @Test func `Client directives of a module below are known above it`() throws {
    let run = try Run(
      "type Query { album: Album } type Album { id: ID title: String }",
      low: "fragment Card on Album { id title @mine }", app: "query A { album { ...Card } }",
      lowConfiguration: #"{ "accessLevel": "public", "clientDirectives": ["mine"] }"#)
    #expect(run.messages.isEmpty, "\(run.messages)")
    #expect(!run.text.contains("@mine"))
  }

  @Test func `Both modules' client directives are known, and nobody else's`() throws {
    let schema = "type Query { album: Album } type Album { id: ID title: String }"
    let run = try Run(
      schema, low: "fragment Card on Album { id title @mine }", app: "query A { album { ...Card id @own } }",
      lowConfiguration: #"{ "accessLevel": "public", "clientDirectives": ["mine"] }"#,
      appConfiguration: #"{ "clientDirectives": ["own"] }"#)
    #expect(run.messages.isEmpty, "\(run.messages)")
    let unknown = try Run(
      schema, low: "fragment Card on Album { id }", app: "query A { album { ...Card id @other } }",
      lowConfiguration: #"{ "accessLevel": "public", "clientDirectives": ["mine"] }"#)
    #expect(unknown.messages.contains { $0.contains("Unknown directive \"@other\"") }, "\(unknown.messages)")
  }
}
