import ApusSource
import ApusValidation
import Testing

@testable import ApusSwiftModel

/// What is sent parses, and says what the document says.
@Suite(.timeLimit(.minutes(15))) struct SentTextTests {
  private let schema = """
    directive @tag(value: [String], a: Any) repeatable on QUERY | FIELD | FRAGMENT_SPREAD | INLINE_FRAGMENT | VARIABLE_DEFINITION
    scalar Any enum E { A B } input I { s: String! = "" n: [I] b: Boolean e: E }
    type Query { f(b: [String], c: [String!], i: I, a: Any, n: [Float], e: [E]): Query node: Node name: String }
    interface Node { id: ID! } type User implements Node { id: ID! name: String }
    """

  /// The first operation. `Lowering` compares it with the document.
  private func lower(_ document: String) throws -> Operation {
    let index = Lowered.index(document, schema: schema)
    let errors = Validator.validate(index).filter { $0.severity == .error }.map(\.message)
    #expect(errors == [], "\(document)")
    let program = Lowering.lower(index, GenerationOptions()).program
    return try #require(program.operations.first)
  }

  @Test(arguments: [
    (#"query A { f(b: ["", "a"]) { name } }"#, #"query A{f(b:["" "a"]){name}}"#),
    (#"query A { f(b: ["", "", ""]) { name } }"#, #"query A{f(b:["" "" ""]){name}}"#),
    (#"query A { f(b: ["a", "", "b"], c: [""]) { name } }"#, #"query A{f(b:["a""" "b"]c:[""]){name}}"#),
    (#"query A { f(a: ["" """b"""]) { name } }"#, #"query A{f(a:["" "b"]){name}}"#),
    (#"query A { f(a: ["""""", 1, 2, ""]) { name } }"#, #"query A{f(a:[""1 2""]){name}}"#),
    (
      #"query A($v: [String] = ["", "a"]) { f(b: $v, i: {s: "", e: A}) { name } }"#,
      #"query A($v:[String]=["" "a"]){f(b:$v i:{s:""e:A}){name}}"#
    ),
  ])
  func `an empty string keeps apart from the next one`(document: String, sent: String) throws {
    #expect(try lower(document).document == sent)
  }

  /// Values of all kinds beside each other: nothing runs into what follows it.
  @Test func `random values are sent as they were written`() throws {
    var random = Random(state: 1)
    for _ in 0..<300 { _ = try lower(random.document()) }
  }
}

/// Documents with values of every kind.
private struct Random {
  var state: UInt64

  private mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }

  private mutating func pick(_ words: [String]) -> String { words[below(words.count)] }

  private mutating func some(_ limit: Int, _ element: (inout Random) -> String) -> String {
    var elements: [String] = []
    for _ in 0..<below(limit) { elements.append(element(&self)) }
    return elements.joined(separator: " ")
  }

  private mutating func string() -> String {
    pick([
      #""""#, #""""#, #""a""#, #""\"""#, #""\\""#, #""\u0001\n""#, #""""""""#, #""""b""""#, #""""\""" c""""#,
      #""😀""#,
    ])
  }

  private mutating func value(_ depth: Int) -> String {
    switch below(depth > 0 ? 9 : 6) {
    case 0, 1: string()
    case 2: pick(["0", "-1", "12", "1.5", "-2e3", "0.0E-1"])
    case 3: pick(["true", "false", "null"])
    case 4: pick(["A", "B", "_c", "on"])
    case 5: "$v"
    case 6, 7: "[" + some(5) { $0.value(depth - 1) } + "]"
    default:
      "{" + ["x", "y", "_z"].prefix(below(4)).map { "\($0): \(value(depth - 1))" }.joined(separator: " ")
        + "}"
    }
  }

  private mutating func directives() -> String {
    some(3) { random in " @tag(value: [\(random.some(4) { $0.string() })], a: \(random.value(2)))" }
  }

  private mutating func selection(_ depth: Int) -> String {
    switch below(depth > 0 ? 6 : 2) {
    case 0: return "name" + directives()
    case 1: return "a\(depth)\(below(1000)): name" + directives()
    case 2: return "..." + directives() + " { " + selections(depth - 1) + " }"
    case 3: return "... on Query" + directives() + " { " + selections(depth - 1) + " }"
    case 4:
      return "node { "
        + pick(["id", "id ...F", "...F", "... on User { name } ...F @tag", "... on User @tag { id }"]) + " }"
    default:
      return
        "k\(depth)\(below(1_000_000)): f(b: [\(some(4) { $0.string() })] a: \(value(3)) i: {s: \(string()) n: [{} {s: \"\" b: true}]})"
        + directives() + " { " + selections(depth - 1) + " }"
    }
  }

  private mutating func selections(_ depth: Int) -> String {
    var all = [selection(depth)]
    for _ in 0..<below(3) { all.append(selection(depth)) }
    return all.joined(separator: pick([" ", ", ", "\n"]))
  }

  mutating func document() -> String {
    """
    "About" query A($v: Any = [\(some(4) { $0.string() })], $w: [String] = ["" \(string())] @tag(value: [""])) @tag(a: $v) {
      w: f(b: $w) { ...G } all: f(a: $v) { \(selections(3)) }
    }
    fragment F on Node { id ... on User @tag(value: ["" "x"]) { name } }
    fragment G on Query { name node { ...F } }
    """
  }
}
