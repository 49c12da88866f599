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
    (
      "a @catch(to: NULL, levels: [1])",
      #""levels" must be numbers from 0, the field itself, to 0, the innermost elements."#
    ),
    (
      "list @catch(to: NULL, levels: [0, 3])",
      #""levels" must be numbers from 0, the field itself, to 2, the innermost elements."#
    ),
    (
      "list @catch(to: NULL, levels: [-1])",
      #""levels" must be numbers from 0, the field itself, to 2, the innermost elements."#
    ),
    ("list @catch(to: NULL, levels: [2, 2])", #"Level 2 has two "@catch" directives. Remove one of them."#),
    (
      "list @catch(to: RESULT, levels: [0, 1])",
      #""@catch(to: RESULT)" applies to the whole field, not to elements of its list. Remove "levels", or write "to: NULL" or "to: THROW"."#
    ),
    (
      "a @required @catch(to: NULL)",
      #""@required" and "@catch" contradict each other on one field. Remove one of them."#
    ),
    (
      "a @required @catch(to: RESULT)",
      #""@required" and "@catch" contradict each other on one field. Remove one of them."#
    ),
    (
      "a @apus(mutable: true)",
      #"On a field, "@apus" only takes "name", "type", and "conformsTo". Remove the argument."#
    ),
    ("a @apus(name: \"a b\")", #""name" in "@apus" must be a string with a Swift name."#),
    ("a @apus(type: \"Int; x\")", #""type" in "@apus" must be a string with a Swift name."#),
    (
      "a @apus(conformsTo: [\"A\"])",
      #""conformsTo" needs a field with selections, because no type is generated for others. Remove the argument."#
    ),
    (
      "kind @apus(type: \"K\")",
      #""type" does not apply to an enum, because its Swift type is generated. To rename it, use "typeNames" in apus.json."#
    ),
    (
      "... @apus(name: \"x\", type: \"Y\") { a }",
      #"On an inline fragment, "@apus" only takes "name". Remove the argument."#
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
        "@required: \"id\" is non-null in the schema, so \"@required\" has no effect. Remove the directive."
      ])
  }

  @Test func `a variable decides nothing for the compiler`() throws {
    let mutable = try lower("query Q($m: Boolean!) @apus(mutable: $m) { a }")
    #expect(mutable == ["$m: \"mutable\" in \"@apus\" must be true or false."])
  }

  @Test func `a field is required in one way`() throws {
    let twice = try lower("query Q { a @required @required(action: NONE) }")
    #expect(
      twice.contains(
        #"@required(action: NONE): The field has two "@required" directives with different actions. Remove one of them."#
      ))
    let alike = try lower("query Q { a @required @required }")
    #expect(alike.isEmpty)
  }
}
