import ApusSource
import TestSupport
import Testing

@testable import ApusDriver

/// Directives on nullability and `@apus` that cannot be applied, each with its reason and its place.
@Suite(.timeLimit(.minutes(15))) struct NullabilityDirectiveTests {
  private func lower(_ document: String) throws -> [String] {
    let schema = """
      type Query { a: Int list: [[Int]] album: Album! kind: Kind }
      type Album { title: String id: ID! } enum Kind { LP }
      """
    let folder = try TemporaryFolder(["s.graphqls": schema, "a.graphql": document])
    let inputs = Inputs(schemas: [folder["s.graphqls"]], documents: [Document(path: folder["a.graphql"])])
    return Pipeline.lower(inputs).diagnostics.map { diagnostic in
      let place = diagnostic.ranges.first.map { $0.file.text($0.start, $0.end) } ?? "-"
      return "\(place): \(diagnostic.message)"
    }
  }

  @Test(arguments: [
    ("a @catch(to: NULL, levels: [1])", #""levels" counts from 0, the field, to 0, what its lists hold."#),
    (
      "list @catch(to: NULL, levels: [0, 3])",
      #""levels" counts from 0, the field, to 2, what its lists hold."#
    ),
    (
      "list @catch(to: NULL, levels: [-1])", #""levels" counts from 0, the field, to 2, what its lists hold."#
    ),
    ("list @catch(to: NULL, levels: [2, 2])", "Level 2 is caught twice."),
    (
      "list @catch(to: RESULT, levels: [0, 1])",
      "A `Result` is the whole field: \"levels\" of \"@catch(to: RESULT)\" can be [0] alone. Elements can be caught as NULL,"
        + " or thrown."
    ),
    ("a @required @catch(to: NULL)", "A required field has no null to catch."),
    ("a @required @catch(to: RESULT)", "A required field has no null to catch."),
    ("a @apus(mutable: true)", #"On a field, "@apus" takes only "name", "type", and "conformsTo"."#),
    ("a @apus(name: \"a b\")", #""name" of "@apus" has to be a Swift name, as a string."#),
    ("a @apus(type: \"Int; x\")", #""type" of "@apus" has to be a Swift name, as a string."#),
    (
      "a @apus(conformsTo: [\"A\"])",
      "A field without selections has no type of its own that could conform to a protocol."
    ),
    ("kind @apus(type: \"K\")", "The type of an enum is emitted, and cannot be another."),
    (
      "... @apus(name: \"x\", type: \"Y\") { a }",
      #"On an inline fragment, "@apus" takes only "name"."#
    ),
  ])
  func `a directive that cannot be applied says why`(_ selection: String, _ reason: String) throws {
    let found = try lower("query Q { \(selection) }")
    #expect(found.count { $0.hasSuffix(": \(reason)") } == 1, "\(found)")
    #expect(found.count == 1, "\(found)")
  }

  @Test(arguments: [
    "list @catch(to: NULL, levels: [0, 2])", "list @catch(to: RESULT, levels: [0])",
    "list @catch(to: THROW, levels: [1])",
    "a @required", "a @required @catch(to: THROW)",
    "a @apus(name: \"b\", type: \"Int\")", "album @apus(conformsTo: [\"A.B\", \"C\"]) { title }",
  ])
  func `directives that can be applied`(_ selection: String) throws {
    let found = try lower("query Q { \(selection) }")
    #expect(found.isEmpty, "\(found)")
  }

  @Test func `what is required already is warned about`() throws {
    #expect(
      try lower("query Q { album { id @required } }") == [
        "@required: \"id\" is never null by the schema's word: \"required\" says nothing more."
      ])
  }

  @Test func `a variable decides nothing for the compiler`() throws {
    let mutable = try lower("query Q($m: Boolean!) @apus(mutable: $m) { a }")
    #expect(mutable == ["$m: \"mutable\" of \"@apus\" has to be true or false."])
  }

  @Test func `a field is required in one way`() throws {
    let twice = try lower("query Q { a @required @required(action: NONE) }")
    #expect(twice.contains("@required(action: NONE): The field is required in two ways."))
    let alike = try lower("query Q { a @required @required }")
    #expect(alike.isEmpty)
  }
}
