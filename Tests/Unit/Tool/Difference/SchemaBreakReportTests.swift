import ApusSource
import TestSupport
import Testing

@testable import ApusDriver
@testable import ApusTool

/// `apus-tool diff OLD NEW DOCUMENTS`: what is said about a document that the new schema breaks, and where.
@Suite(.timeLimit(.minutes(15))) struct SchemaBreakReportTests {
  private static let schema = """
    type Query { pet(size: Size, near: Int = 1): Pet pets(filter: Filter!, ids: [ID]): [Pet!]! by(by: By): Pet count: Int! }
    interface Named { name: String! }
    interface Pet implements Named { name: String! size: Size }
    type Dog implements Pet & Named { name: String! size: Size barks: Boolean! }
    type Cat implements Pet & Named { name: String! size: Size }
    enum Size { SMALL LARGE HUGE }
    input Filter { text: String more: Filter list: [Int] }
    input By @oneOf { id: ID name: String }
    """

  private static let document = """
    query Q($size: Size, $near: Int, $filter: Filter!, $ids: [ID], $by: By) {
      pet(size: $size, near: $near) { name }
      pets(filter: $filter, ids: $ids) { ... on Dog { barks } ...F }
      by(by: $by) { name }
      count
    }
    fragment F on Named { name }
    """

  private static func variable(_ name: String, _ reason: String) -> String {
    "The new schema rejects some values of the variable \"$\(name)\": \(reason)."
  }

  /// Each row: what is replaced in the schema and by what; the place, the message, and the place of a note in the new schema.
  @Test(
    arguments: [
      (
        "SMALL ", "", "1 size", variable("size", #"the value "Size.SMALL" is removed"#),
        "Size"
      ),
      (
        " HUGE", "", "1 size", variable("size", #"the value "Size.HUGE" is removed"#),
        "Size"
      ),
      (
        "near: Int = 1", "near: Int! = 1", "2 near",
        variable("near", "null, where it was valid before"), nil
      ),
      (
        "list: [Int]", "list: [Int]!", "1 filter",
        variable("filter", #"without "Filter.list", which becomes required"#), "list"
      ),
      (
        "more: Filter", "more: Filter new: Int!", "1 filter",
        variable("filter", #"without "Filter.new", which is new and required"#), "new"
      ),
      (
        "text: String ", "", "1 filter",
        variable("filter", #"the field "Filter.text" is removed"#), "Filter"
      ),
      (
        "text: String ", "text: Int ", "1 filter",
        variable("filter", #""Filter.text": "String" becomes "Int""#), nil
      ),
      (
        "text: String ", "text: Size ", "1 filter",
        variable("filter", #""Filter.text": "String" becomes "Size", which is of a different kind"#),
        "Size"
      ),
      (
        "list: [Int]", "list: [Int!]", "1 filter",
        variable("filter", #""Filter.list": null, where "Int" becomes "Int!""#), "list"
      ),
      (
        "list: [Int]", "list: Int", "1 filter",
        variable("filter", #""Filter.list": a list, where "[Int]" becomes "Int""#),
        "list"
      ),
      (
        "input Filter", "input Filter @oneOf", "1 filter",
        variable("filter", #""Filter" takes exactly one field, as @oneOf"#), "Filter"
      ),
      (
        "id: ID name: String }", "id: ID! name: String }", "1 by",
        variable("by", #"without "By.id", which becomes required"#), "id"
      ),
      (
        "count: Int!", "count: Int", "5 count",
        #"The type of "count" changes from Int! to Int, which existing clients cannot always decode. Add a new field instead."#,
        "count"
      ),
      (
        "count: Int!", "count: [Int!]!", "5 count",
        #"The type of "count" changes from Int! to [Int!]!, which existing clients cannot always decode. Add a new field instead."#,
        "count"
      ),
      (
        "interface Pet implements Named { name: String! size: Size }",
        "interface Pet { name: String! size: Size } type Rat implements Pet { name: String! size: Size }",
        "3 F",
        #"In the new schema, "Rat" is no longer a "Named", but existing clients expect these fields of it. Keep the type until no client uses them."#,
        nil
      ),
    ] as [(String, String, String, String, String?)])
  func `a break is reported at its place`(
    _ before: String, _ after: String, _ place: String, _ message: String, _ note: String?
  ) throws {
    // An `@oneOf` object with a required field is no valid schema.
    let schema = before.hasPrefix("id: ID") ? Self.schema.replacing(" @oneOf", with: "") : Self.schema
    let old = before.hasPrefix("id: ID") ? Self.schema : schema
    let folder = try TemporaryFolder([
      "old.graphqls": old, "new.graphqls": schema.replacing(before, with: after), "a.graphql": Self.document,
    ])
    let inputs = Inputs(schemas: [folder["old.graphqls"]], documents: [Document(path: folder["a.graphql"])])
    let found = SchemaDifference.breaks(inputs, by: [folder["new.graphqls"]])
    let diagnostic = try #require(found.first)
    #expect(found.count == 1)
    #expect(diagnostic.message == message)
    let range = try #require(diagnostic.ranges.first)
    #expect("\(range.position.line) \(range.file.text(range.start, range.end).drop { $0 == "$" })" == place)
    #expect(range.file.path.hasSuffix("a.graphql"))
    let notes = diagnostic.notes.compactMap(\.range)
    #expect(notes.map { $0.file.text($0.start, $0.end) } == [note].compactMap { $0 })
    #expect(notes.allSatisfy { $0.file.path.hasSuffix("new.graphqls") })
  }

  @Test
  func `a fragment whose condition no longer holds is reported at its spread, an inline one as a whole`()
    throws
  {
    let schema =
      "interface A { a: Int } interface B { a: Int } type T implements A & B { a: Int } type Query { t: A }"
    for (selection, expected) in [("... on B { a }", "... on B { a }"), ("...F", "F")] {
      let fragment = selection == "...F" ? " fragment F on B { a }" : ""
      let folder = try TemporaryFolder([
        "old.graphqls": schema,
        "new.graphqls": schema.replacing("A & B", with: "A") + " type U implements B & A { a: Int }",
        "a.graphql": "{ t { \(selection) } }\(fragment)",
      ])
      let inputs = Inputs(schemas: [folder["old.graphqls"]], documents: [Document(path: folder["a.graphql"])])
      let found = SchemaDifference.breaks(inputs, by: [folder["new.graphqls"]])
      #expect(found.map(\.code) == [.changedPossibleTypes])
      #expect(found.first?.ranges.map { $0.file.text($0.start, $0.end) } == [expected])
    }
  }
}
