import ApusSource
import Testing

@testable import ApusMock

/// What a field gets for which nobody gave an example.
@Suite(.timeLimit(.minutes(15))) struct GeneratedValuesTests {
  /// The answer to `{ value }`, or to another text, of a schema.
  private func line(
    _ sdl: String, _ text: String = "{ value }", examples: String? = nil, variables: JSONOutput? = .object([])
  ) -> String {
    let sources = [SourceFile(path: "schema.graphqls", text: sdl)]
    let schema = MockSchema(sources)
    var found = (MockExamples(), [Diagnostic]())
    if let examples { found = MockExamples.read(SourceFile(path: "examples.json", text: examples), schema) }
    #expect(found.1.isEmpty)
    let answers = MockAnswers(sources, schema, found.0, MockOptions())
    switch answers.answer(text, operationName: nil, variables: variables) {
    case .response(let value), .refused(let value): return value.line
    case .events: return "events"
    }
  }

  /// A clock's scalar has the word "time", a day's "date"; one with both is a moment.
  @Test(arguments: [
    ("DateTime", #""2026-0[1-9]-1\dT12:00:00Z""#), ("ISO8601Timestamp", #""2026-0[1-9]-1\dT12:00:00Z""#),
    ("Instant", #""2026-0[1-9]-1\dT12:00:00Z""#), ("LocalDate", #""2026-0[1-9]-1\d""#),
    ("LocalTime", #""12:00:00""#),
    ("URL", #""https://example\.com/[0-9a-f]{8}""#), ("GitURI", #""https://example\.com/[0-9a-f]{8}""#),
    ("UUID", #""00000000-0000-4000-8000-[0-9a-f]{12}""#),
    ("GUID", #""00000000-0000-4000-8000-[0-9a-f]{12}""#),
    ("EmailAddress", #""someone@example\.com""#), ("JSONObject", #"\{\}"#), ("Map", #"\{\}"#),
    ("Object", #"\{\}"#),
    ("Long", #"\d{1,2}"#), ("BigInt", #"\d{1,2}"#), ("Short", #"\d{1,2}"#), ("Byte", #"\d{1,2}"#),
    ("Decimal", #""\d{1,2}\.50""#), ("Money", #""\d{1,2}\.50""#), ("HTML", #""Value""#),
    ("Mapped", #""Value""#),
    ("Shortened", #""Value""#),
  ])
  func `a custom scalar gets what its name suggests`(_ name: String, _ value: String) throws {
    let line = line("scalar \(name) type Query { value: \(name)! }")
    let found = try #require(line.wholeMatch(of: #/{"data":{"value":(.*)}}/#)).1
    #expect(try Regex(value).wholeMatch(in: String(found)) != nil, "\(line)")
  }

  @Test(arguments: [
    ("title", #""Title""#), ("firstName", #""First name""#), ("first_name", #""First name""#),
    ("_id", #""Id""#),
    ("htmlURL", #""Html URL""#), ("userID", #""User ID""#), ("aB", #""A B""#), ("urlOfX2", #""Url of X2""#),
    ("a", #""A""#),
  ])
  func `a text is the words of its field`(_ field: String, _ text: String) {
    #expect(line("type Query { \(field): String }", "{ \(field) }") == #"{"data":{"\#(field)":\#(text)}}"#)
  }

  @Test func `the elements of a list have numbers from 1`() {
    #expect(line("type Query { value: [String] }") == #"{"data":{"value":["Value 1","Value 2"]}}"#)
  }

  @Test func `values of an enum take turns, but for the deprecated`() {
    #expect(
      line("type Query { value: [Role] } enum Role { OLD @deprecated A B }")
        == #"{"data":{"value":["A","B"]}}"#)
    #expect(line("type Query { value: Role } enum Role { A B }") == #"{"data":{"value":"A"}}"#)
  }

  @Test func `examples of a scalar take turns`() {
    let sdl = "scalar Price type Query { value: [Price] all: [[Price]] }"
    let examples = #"{"scalars":{"Price":["1.00","2.00"]}}"#
    #expect(line(sdl, examples: examples) == #"{"data":{"value":["1.00","2.00"]}}"#)
    #expect(
      line(sdl, "{ all }", examples: examples) == #"{"data":{"all":[["1.00","2.00"],["1.00","2.00"]]}}"#)
  }

  @Test(arguments: [
    ("{ user(id: \"a\") { id } }", #"{"id":"a"}"#), ("{ user(id: 7) { id } }", #"{"id":"7"}"#),
    ("{ node(id: \"a\") { id } }", #"{"id":"a"}"#),
  ])
  func `an object that is asked for by its id has it`(_ text: String, _ object: String) {
    let sdl = """
      type Query { user(id: ID, name: String): User node(id: ID!): Node users(id: ID): [User] plain(id: ID): Plain }
      interface Node { id: ID! } type User implements Node { id: ID! } type Plain { id: Int! }
      """
    #expect(line(sdl, text).hasSuffix(":\(object)}}"), "\(line(sdl, text))")
  }

  @Test func `an id is asked for by the argument of that name, of one object that has such a field`() {
    let sdl = """
      type Query { user(id: ID, name: String): User users(id: ID): [User] plain(id: ID): Plain by(id: By): User }
      type User { id: ID! } type Plain { id: Int! } input By { a: Int }
      """
    for text in [
      "{ user(name: \"a\") { id } }", "{ users(id: \"a\") { id } }", "{ plain(id: \"a\") { id } }",
      "{ user(id: null) { id } }", "{ by(id: {a: 1}) { id } }",
    ] {
      #expect(!line(sdl, text).contains(#""id":"a""#), "\(text)")
      #expect(line(sdl, text).hasPrefix(#"{"data":"#), "\(text)")
    }
  }

  @Test func `an example of an object wins over the id, and its members over their own examples`() {
    let sdl = "type Query { user(id: ID): User } type User { id: ID! name: String nick: String }"
    let examples = #"{"fields":{"Query.user":{"name":"Ada"},"User.name":"Eve","User.nick":"E"}}"#
    #expect(
      line(sdl, "{ user(id: 7) { name nick } }", examples: examples)
        == #"{"data":{"user":{"name":"Ada","nick":"E"}}}"#)
  }

  @Test func `an example of a type wins over that of its interface`() {
    let sdl = """
      type Query { one: Named two: User } interface Named { name: String } type Bot implements Named { name: String }
      type User implements Named { name: String }
      """
    let examples = #"{"fields":{"User.name":"Ada","Named.name":"any"}}"#
    #expect(
      line(sdl, "{ one { name } two { name } }", examples: examples)
        == #"{"data":{"one":{"name":"any"},"two":{"name":"Ada"}}}"#)
  }

  @Test func `an example is a list of as many objects as it has, each of its type`() {
    let sdl =
      "type Query { all: [Found] } union Found = User | Bot type User { name: String } type Bot { name: String }"
    let examples = #"{"fields":{"Query.all":[{"__typename":"Bot"},{"name":"x"},null]}}"#
    #expect(
      line(sdl, "{ all { __typename ... on User { name } } }", examples: examples)
        == #"{"data":{"all":[{"__typename":"Bot"},{"__typename":"User","name":"x"},null]}}"#)
  }

  /// Each fragment spreads the next one twice: collecting each spread would take 2⁴⁰ steps.
  @Test func `a fragment that is spread many times is collected once`() {
    let chain = (0..<40).map { "fragment F\($0) on Query { ...F\($0 + 1) ...F\($0 + 1) }" }
    let text = "{ ...F0 ...F0 } \(chain.joined(separator: " ")) fragment F40 on Query { a: __typename }"
    #expect(line("type Query { value: Int }", text) == #"{"data":{"a":"Query"}}"#)
  }
}
