import ApusSource
import Testing

@testable import ApusMock

@Suite(.timeLimit(.minutes(15))) struct MockAnswersTests {
  private static let sdl = """
    enum Kind { OLD @deprecated(reason: "") ALBUM EP }
    interface Named { name: String }
    type Artist implements Named { id: ID! name: String }
    type Band implements Named { id: ID! name: String }
    type Album { id: ID! title: String! kind: Kind year: Int! rating: Float! isNew: Boolean! tracks: [[Int!]!]! }
    union Found = Artist | Band | Album
    type Query { album(id: ID): Album found: [Found!]! one: Found next: Query list(a: In): [Query] }
    input In { a: Int! b: [In!] }
    type Subscription { played: Album! }
    """

  private func answers(
    _ examples: String? = nil, seed: Int = 0, listLength: Int = 2
  ) -> (answers: MockAnswers, problems: [Diagnostic]) {
    let sources = [SourceFile(path: "schema.graphqls", text: MockAnswersTests.sdl)]
    let schema = MockSchema(sources)
    var read = (MockExamples(), [Diagnostic]())
    if let examples { read = MockExamples.read(SourceFile(path: "examples.json", text: examples), schema) }
    var options = MockOptions()
    options.seed = seed
    options.listLength = listLength
    return (MockAnswers(sources, schema, read.0, options), read.1)
  }

  private func line(
    _ text: String, variables: JSONOutput? = .object([]), examples: String? = nil, seed: Int = 0,
    listLength: Int = 2
  ) -> String {
    let answers = answers(examples, seed: seed, listLength: listLength).answers
    switch answers.answer(text, operationName: nil, variables: variables) {
    case .response(let value), .refused(let value): return value.line
    case .events(let values): return values.map(\.line).joined(separator: "\n")
    }
  }

  @Test func `values are of their types`() {
    let line = line("{ album { kind title year rating isNew tracks } }")
    let album =
      #/{"data":{"album":{"kind":"ALBUM","title":"Title","year":\d+,"rating":\d+\.\d,"isNew":(true|false),/#
    #expect(line.prefixMatch(of: album) != nil, "\(line)")
    #expect(line.firstMatch(of: #/"tracks":\[\[\d+,\d+\],\[\d+,\d+\]\]}}}/#) != nil, "\(line)")
  }

  @Test func `reasons of deprecation are the schema's`() {
    let line = line(
      "{ __type(name: \"Kind\") { enumValues(includeDeprecated: true) { deprecationReason } } }")
    #expect(
      line.hasPrefix(#"{"data":{"__type":{"enumValues":[{"deprecationReason":""},{"deprecationReason":null}"#)
    )
  }

  @Test func `each type condition comes once`() {
    let all = line(
      "{ found { __typename ... on Album { id } ... on Named { name } ... on Band { id } } }", listLength: 0)
    #expect(
      all.matches(of: #/"__typename":"(\w+)"/#).map { String($0.1) } == ["Album", "Artist", "Band"], "\(all)")
    #expect(
      line("{ found { __typename } }", listLength: 1) == #"{"data":{"found":[{"__typename":"Artist"}]}}"#)
    #expect(line("{ one { __typename ... on Album { __typename } } }").contains("Album"))
    let last = line("{ one { __typename ... on Album { id } ... on Band { id } } }", seed: 1)
    #expect(last.contains(#""__typename":"Band""#))
    // A negative seed has a remainder as well.
    #expect(line("{ one { __typename ... on Album { id } ... on Band { id } } }", seed: -1).contains("Band"))
  }

  @Test func `selections are merged and conditions heeded`() {
    #expect(
      line(
        "{ a: album { ...F } a: album { x: __typename } } fragment F on Album { __typename ...G } fragment G on Album { y: __typename }"
      )
        == #"{"data":{"a":{"__typename":"Album","y":"Album","x":"Album"}}}"#)
    let text =
      "query($yes: Boolean! = true, $no: Boolean!) { a: __typename @skip(if: $yes) b: __typename @include(if: $no) c: __typename @skip(if: false) }"
    #expect(line(text, variables: .object([("no", .boolean(false))])) == #"{"data":{"c":"Query"}}"#)
    #expect(line(text, variables: nil) == #"{"data":{"b":"Query","c":"Query"}}"#)
  }

  @Test func `who asks by ID gets it`() {
    #expect(line("{ album(id: 7) { id } }") == #"{"data":{"album":{"id":"7"}}}"#)
    #expect(
      line("query($id: ID) { album(id: $id) { id } }", variables: .object([("id", .string("a\"1"))]))
        == #"{"data":{"album":{"id":"a\"1"}}}"#)
    #expect(
      line("{ album(id: 7) { id } }", examples: #"{"fields":{"Query.album":{"id":"8"}}}"#).contains("\"8\""))
  }

  @Test func `examples go first`() {
    let examples =
      #"{"fields":{"Named.name":"any","Band.name":"The band","Query.next":null,"Album.rating":1.50}}"#
    #expect(
      line(
        "{ found { ... on Artist { name } ... on Band { name } } next { __typename } album { rating } }",
        examples: examples)
        == #"{"data":{"found":[{"name":"any"},{"name":"The band"}],"next":null,"album":{"rating":1.50}}}"#)
  }

  @Test(arguments: [
    ("[]", "The examples must be an object"),
    (#"{"field":{}}"#, "There is no key \"field\". Did you mean \"fields\"?"),
    (#"{"fields":[]}"#, "\"fields\" must be an object"),
    (#"{"fields":{"Album":1}}"#, "named by its coordinate"),
    (#"{"fields":{"Albun.id":1}}"#, "no type \"Albun\" with fields. Did you mean \"Album\"?"),
    (#"{"fields":{"Album.year":1.5}}"#, "1.5 is not a valid \"Int!\"."),
    (#"{"fields":{"Album.year":null}}"#, "null is not a valid \"Int!\"."),
    (
      #"{"fields":{"Query.found":[{"__typename":"Query"}]}}"#,
      "at \"[0]\": \"Query\" is not an object type of \"Found\"."
    ),
    (#"{"fields":{"Query.album":{"id":"1","year":"x"}}}"#, "at \"year\": \"x\" is not a valid \"Int!\"."),
    (#"{"scalars":{"Monei":1}}"#, "The schema has no scalar \"Monei\"."),
    (#"{"scalars":{"Int":[]}}"#, "Give at least one example."),
    (#"{"variables":{"A":1}}"#, "The variables of an operation must be an object."),
    (#"{"scalars":{"Int":[1,"x"]}}"#, "\"x\" is not a valid \"Int!\"."),
    (#"{"scalars":{"Kind":"EP"}}"#, "The schema has no scalar \"Kind\"."),
    (#"{"fields":{"Album.a.b":1}}"#, "A field must be named by its coordinate: \"Album.title\"."),
    (#"{"fields":{"In.a":1}}"#, "The schema has no type \"In\" with fields."),
    (#"{"fields":{"Album.titel":1}}"#, "The type \"Album\" has no field \"titel\". Did you mean \"title\"?"),
    (#"{"fields":{"Album.kind":"LP"}}"#, "\"LP\" is not a valid \"Kind\"."),
    (#"{"fields":{"Album.isNew":1}}"#, "1 is not a valid \"Boolean!\"."),
    (#"{"fields":{"Album.title":1}}"#, "1 is not a valid \"String!\"."),
    (#"{"fields":{"Album.rating":"1"}}"#, "\"1\" is not a valid \"Float!\"."),
    (#"{"fields":{"Album.id":1.5}}"#, "1.5 is not a valid \"ID!\"."),
    (#"{"fields":{"Album.year":2147483648}}"#, "2147483648 is not a valid \"Int!\"."),
    (#"{"fields":{"Album.tracks":[1]}}"#, "at \"[0]\": 1 is not a valid \"[Int!]!\"."),
    (#"{"fields":{"Album.tracks":[[1],[2,null]]}}"#, "at \"[1][1]\": null is not a valid \"Int!\"."),
    (#"{"fields":{"Query.album":1}}"#, "1 is not a valid \"Album\"."),
    (#"{"fields":{"Query.one":{"__typename":1}}}"#, "1 is not a valid \"Found\"."),
    (#"{"fields":{"Query.one":{"__typename":"Band","title":"x"}}}"#, "\"Found\" has no field \"title\"."),
    (#"{"fields":{"Query.next":{"album":{"x":1}}}}"#, "at \"album\": \"Album\" has no field \"x\"."),
    ("{", "Expected"),
  ])
  func `wrong examples are told`(_ text: String, _ message: String) {
    let problems = answers(text).problems
    #expect(problems.count == 1 && problems[0].message.contains(message), "\(problems)")
  }

  @Test(arguments: [
    ("[]", "[]"), (#"{"field":{}}"#, #""field""#), (#"{"fields":[]}"#, "[]"),
    (#"{"scalars":{"Monei":1}}"#, #""Monei""#), (#"{"scalars":{"Int":[]}}"#, "[]"),
    (#"{"scalars":{"Int":"x"}}"#, #""x""#), (#"{"fields":{"Album":1}}"#, #""Album""#),
    (#"{"fields":{"Albun.id":1}}"#, #""Albun.id""#), (#"{"fields":{"Album.titel":1}}"#, #""Album.titel""#),
    (#"{"fields":{"Album.year":1.5}}"#, "1.5"), (#"{"variables":{"A":1}}"#, "1"),
  ])
  func `a wrong example's message points at its name or its value`(_ text: String, _ expected: String) {
    let places = answers(text).problems.flatMap(\.ranges).map { $0.file.text($0.start, $0.end) }
    #expect(places == [expected])
  }

  @Test(arguments: [
    (JSONOutput.object([]), "Variable \\\"$a\\\" of required type \\\"In!\\\" was not provided."),
    (.object([("a", .object([]))]), "Field \\\"In.a\\\" of required type \\\"Int!\\\" was not provided."),
    (
      .object([("a", .object([("a", .literal("1")), ("c", .null)]))]),
      "Field \\\"c\\\" is not defined by type \\\"In\\\"."
    ),
    (
      .object([("a", .object([("a", .literal("1")), ("b", .object([("a", .string("x"))]))]))]),
      "at \\\"b.a\\\": \\\"x\\\" is not a valid \\\"Int!\\\"."
    ),
    (.object([("a", .literal("1"))]), "1 is not a valid \\\"In!\\\"."),
    (
      .object([("a", .object([("a", .literal("1")), ("b", .array([.object([])]))]))]),
      "at \\\"b[0]\\\": Field \\\"In.a\\\" of required type \\\"Int!\\\" was not provided."
    ),
    (
      .object([("a", .object([("a", .literal("1")), ("b", .array([.object([("a", .string("x"))])]))]))]),
      "at \\\"b[0].a\\\": \\\"x\\\" is not a valid \\\"Int!\\\"."
    ),
  ])
  func `wrong variables are told`(_ variables: JSONOutput, _ message: String) {
    let answer = line("query($a: In!) { list(a: $a) { __typename } }", variables: variables)
    #expect(
      answer.hasPrefix(#"{"errors":[{"message":"Variable \"$a\""#) && answer.contains(message), "\(answer)")
  }

  @Test func `lists in lists end`() {
    let depth = 40
    let text =
      String(repeating: "{ list", count: depth) + "{ __typename }" + String(repeating: "}", count: depth)
    let answer = line(text, listLength: 3)
    #expect(answer.hasPrefix("{\"data\"") && answer.utf8.count < 10_000_000)
  }

  @Test func `many requests do not fill the table of names`() {
    let answers = answers().answers
    for number in 0..<300 {
      let text = "{" + (0..<100).map { "a\(number)_\($0): __typename " }.joined() + "}"
      guard case .response = answers.answer(text, operationName: nil, variables: nil) else {
        Issue.record("request \(number) is refused")
        return
      }
    }
  }

  @Test func `an operation is chosen`() {
    let answers = answers().answers
    func message(_ name: String?) -> String {
      switch answers.answer(
        "query A { __typename } query B { b: __typename }", operationName: name, variables: nil)
      {
      case .response(let value), .refused(let value): value.line
      case .events: "events"
      }
    }
    #expect(message("B") == #"{"data":{"b":"Query"}}"#)
    #expect(message("C").contains("Unknown operation named"))
    #expect(message(nil).contains("Must provide operation name"))
  }

  @Test(arguments: [
    #"{"fields":{"Album.id":7,"Album.year":-2147483648,"Album.rating":1,"Album.kind":null}}"#,
    #"{"scalars":{"Int":7,"ID":["a",1]},"fields":{},"variables":{"A":{}}}"#,
    #"{"fields":{"Query.found":[{"__typename":"Band","name":"x"},{"title":"y"}],"Album.tracks":[]}}"#,
    #"{"fields":{"Named.name":null}}"#, "{}",
  ])
  func `examples that fit are taken`(_ text: String) {
    #expect(answers(text).problems.isEmpty)
  }

  @Test func `a long value is cut in the message`() {
    func message(_ count: Int) -> String? {
      answers(#"{"fields":{"Album.year":"\#(String(repeating: "x", count: count))"}}"#).problems.first?
        .message
    }
    #expect(message(98) == "\"\(String(repeating: "x", count: 98))\" is not a valid \"Int!\".")
    #expect(message(99) == "\"\(String(repeating: "x", count: 99))… is not a valid \"Int!\".")
  }

  @Test func `one field of a OneOf input object is given`() {
    let sources = [
      SourceFile(
        path: "s.graphqls", text: "type Query { a(by: By): Int } input By @oneOf { id: ID name: String }")
    ]
    let answers = MockAnswers(sources, MockSchema(sources), MockExamples(), MockOptions())
    func line(_ by: [(name: String, value: JSONOutput)]) -> String {
      switch answers.answer(
        "query($by: By) { a(by: $by) }", operationName: nil, variables: .object([("by", .object(by))]))
      {
      case .response(let value), .refused(let value): value.line
      case .events: "events"
      }
    }
    let message = #"Exactly one key must be specified for OneOf type \"By\"."#
    #expect(line([]).contains(message))
    #expect(line([("id", .null)]).contains(message))
    #expect(line([("id", .string("1")), ("name", .string("x"))]).contains(message))
    #expect(line([("id", .string("1"))]).hasPrefix(#"{"data":"#))
  }

  @Test(arguments: [
    (
      "{",
      #"{"errors":[{"message":"Syntax Error: Expected Name, found <EOF>.","locations":[{"line":1,"column":2}]}]}"#
    ),
    (
      "{\n  x y }",
      #"{"errors":[{"message":"Cannot query field \"x\" on type \"Query\".","locations":[{"line":2,"column":3}]},"#
        + #"{"message":"Cannot query field \"y\" on type \"Query\".","locations":[{"line":2,"column":5}]}]}"#
    ),
  ])
  func `errors in a document have their places`(_ text: String, _ expected: String) {
    #expect(line(text) == expected)
  }

  @Test func `an id is taken from a variable's default`() {
    #expect(line("query($id: ID = \"9\") { album(id: $id) { id } }") == #"{"data":{"album":{"id":"9"}}}"#)
  }

  @Test func `an example decides the values of leaves, and the elements of lists of them`() {
    let values = #"{"fields":{"Album.isNew":true,"Album.tracks":[[],[1]],"Album.kind":"EP"}}"#
    #expect(
      line("{ album { isNew tracks kind } }", examples: values)
        == #"{"data":{"album":{"isNew":true,"tracks":[[],[1]],"kind":"EP"}}}"#)
  }

  @Test func `an interface that another condition's object implements has no object of its own`() {
    let text = "{ found { __typename ... on Band { id } ... on Named { name } } }"
    #expect(
      line(text, listLength: 0)
        == #"{"data":{"found":[{"__typename":"Band","id":"@","name":"Name 1"}]}}"#
        .replacing("@", with: id(in: line(text, listLength: 0))))
  }

  private func id(in line: String) -> String {
    line.firstMatch(of: #/"id":"(\w+)"/#).map { String($0.1) } ?? ""
  }

  @Test func `an enum's value is one that the schema has`() {
    let text = "query($k: Kind!) { byKind(kind: $k) }"
    let sources = [
      SourceFile(
        path: "s.graphqls",
        text: "enum Kind { LP } scalar Any type Query { byKind(kind: Kind, any: Any): Int! }")
    ]
    let answers = MockAnswers(sources, MockSchema(sources), MockExamples(), MockOptions())
    func line(_ text: String, _ name: String, _ value: JSONOutput) -> String {
      switch answers.answer(text, operationName: nil, variables: .object([(name, value)])) {
      case .response(let value), .refused(let value): value.line
      case .events: "events"
      }
    }
    #expect(line(text, "k", .string("LP")).hasPrefix(#"{"data":{"byKind":"#))
    #expect(line(text, "k", .string("EP")).contains(#"\"EP\" is not a valid \"Kind!\"."#))
    #expect(line(text, "k", .literal("1")).contains(#"1 is not a valid \"Kind!\"."#))
    #expect(line("query($a: Any!) { byKind(any: $a) }", "a", .array([])).hasPrefix(#"{"data":{"byKind":"#))
  }
}
