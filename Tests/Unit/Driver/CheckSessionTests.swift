import ApusSource
import Foundation
import Testing

@testable import ApusDriver

@Suite(.timeLimit(.minutes(15))) struct CheckSessionTests {
  /// Files that a test changes.
  private final class Files {
    var texts: [String: String] = [:]

    func read(_ path: String) throws(FileError) -> SourceFile {
      guard let text = texts[path] else { throw FileError(path, ENOENT) }
      return SourceFile(path: path, text: text)
    }
  }

  private func schema(root: String, directives: String) -> String {
    """
    { "__schema": { "queryType": { "name": "\(root)" }, "directives": [\(directives)], "types": [
      { "kind": "SCALAR", "name": "Int" },
      { "kind": "OBJECT", "name": "Query", "interfaces": [], "fields": [
        { "name": "a", "args": [], "type": { "kind": "SCALAR", "name": "Int" } }] }] } }
    """
  }

  @Test func `while a schema is unusable, documents are checked against the last good one`() throws {
    let files = Files()
    let session = CheckSession(
      Inputs(schemas: ["s.json"], documents: [Document(path: "A.graphql")]), read: files.read)
    func messages() -> [String] {
      session.loadSchema()
      return session.check().diagnostics.map { "\($0.severity.rawValue): \($0.message)" }
    }
    let inDocument = "error: Cannot query field \"zebra\" on type \"Query\"."
    let inDirective = "Introspection result missing directive args: lit."
    let incomplete = #"{ "name": "lit", "locations": ["FIELD"] }"#
    let missing =
      "error: The file cannot be read: \(String(cString: strerror(ENOENT))). Correct the path or its permissions."

    #expect(messages() == [missing, missing])
    #expect(session.check().index == nil)
    files.texts["A.graphql"] = "query A { a zebra }"
    files.texts["s.json"] = schema(root: "Query", directives: "")
    #expect(messages() == [inDocument])
    // No document uses the directive.
    files.texts["s.json"] = schema(root: "Query", directives: incomplete)
    #expect(messages() == [inDocument, "warning: " + inDirective])
    files.texts["s.json"] = schema(root: "Nothing", directives: incomplete)
    #expect(
      messages() == [
        inDocument,
        "error: Invalid or incomplete schema, unknown type: Nothing. Ensure that a full introspection query is used "
          + "in order to build a client schema.", "error: " + inDirective,
      ])
    files.texts["s.json"] = nil
    #expect(messages() == [missing, inDocument])
    #expect(session.check().index != nil)
  }
}
