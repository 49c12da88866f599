import Apus
import Testing

@testable import ApusCache

@Suite(.timeLimit(.minutes(15))) struct PlanParserTests {
  @Test(arguments: [
    (#"\u00e9a"#, "éa"), (#"\ud83d\ude00b"#, "😀b"), (#"\u{1F600}c"#, "😀c"), (#"\u{10ffff}1"#, "\u{10FFFF}1"),
  ])
  func `an escape ends where GraphQL says`(escaped: String, text: String) throws {
    var parser = PlanParser("{feed(genre:\"\(escaped)\"){id}}", TypeTable([]))
    try parser.parse()
    let set = parser.document.sets[parser.document.root]
    guard case .field(let field) = set.items.first, case .constant(let value) = field.arguments.first?.value
    else {
      Issue.record("\(set)")
      return
    }
    #expect(value == .string(text))
  }

  @Test(
    arguments: [
      ("", 0), ("fragment F at Post{a}", 13), ("query{a}query{b}", 13), ("change{a}", 6), ("{a}x", 4),
      ("{a}\0", 3), ("{", 1), ("query Q", 7), ("{..a}", 1), ("{a{}b", 5), ("{a@include}", 10),
      ("{a@skip(if:\"x\")}", 15), ("query(a:Int){x}", 6), ("query($a Int){x}", 9), ("query($a:[Int){x}", 13),
      ("query($a:Int=$b){a}", 15), ("{a(b 1)}", 5), ("{a(b:)}", 5), ("{a(b:1e)}", 7), ("{a(b:\"\u{1}\")}", 6),
      ("{a(b:\"x", 7), (#"{a(b:"\q")}"#, 8), (#"{a(b:"\"#, 8), (#"{a(b:"\u{110000}")}"#, 16),
      (#"{a(b:"\u{12")}"#, 11), (#"{a(b:"\u{}")}"#, 9), (#"{a(b:"\ud83dx")}"#, 12),
      (#"{a(b:"\ud83d\u0041")}"#, 18), (#"{a(b:"\ude00\ud83d")}"#, 18),
    ] as [(String, Int)])
  func `a document that breaks off or means nothing is refused where it does`(text: String, offset: Int) {
    #expect(throws: GraphQLCacheError.unreadableDocument(offset: offset)) {
      _ = try PlanDocument(text, TypeTable([]))
    }
  }

  @Test func `nesting is limited where the stack ends`() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "{a", count: depth) + String(repeating: "}", count: depth)
    }
    func listed(_ depth: Int) -> String {
      "{a(b:" + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + ")}"
    }
    #expect(try PlanDocument(nested(511), TypeTable([])).sets.count == 511)
    #expect(throws: GraphQLCacheError.unreadableDocument(offset: 1023)) {
      _ = try PlanDocument(nested(512), TypeTable([]))
    }
    #expect(try PlanDocument(listed(510), TypeTable([])).sets.count == 1)
    #expect(throws: GraphQLCacheError.unreadableDocument(offset: 515)) {
      _ = try PlanDocument(listed(511), TypeTable([]))
    }
  }

  @Test(
    arguments: [
      (#""\b\f\n\r\t\"\\\/""#, .string("\u{8}\u{C}\n\r\t\"\\/")), ("\"a\tb\"", .string("a\tb")),
      ("\"\"", .string("")),
      ("true", .bool(true)), ("false", .bool(false)), ("null", .null), ("RED", .string("RED")),
      ("nullable", .string("nullable")), ("-1.5E+3", .number(-1500)), ("0", .number(0)),
    ] as [(String, GraphQLValue)])
  func `a constant has the value that GraphQL gives it`(text: String, value: GraphQLValue) throws {
    guard case .field(let field) = try PlanDocument("{a(b:\(text))}", TypeTable([])).sets[0].items.first,
      case .constant(let found) = field.arguments.first?.value
    else {
      Issue.record("\(text) is no constant")
      return
    }
    #expect(found == value)
  }

  @Test func `variables have their defaults, and directives only those that include or skip`() throws {
    let text = """
      \tquery Q($a:[[Int!]!]!=[ 1,2 ]@x(y:{z:$no}),\r\n$b:In={d:true,c:"x"}$c:Int)@live{
        a b:c@skip(if:$c)@include(if:true)@stream(initialCount:1)@own(x:$b) ...on T@include(if:$d){e}...F@defer
      }
      fragment F($f:Int=7)on T@g{h ___i:j ___j:j}
      """
    let document = try PlanDocument(text, TypeTable([]))
    #expect(document.kind == .query)
    #expect(
      document.defaults.mapValues { String(decoding: $0, as: UTF8.self) } == [
        "a": "[1,2]", "b": #"{"c":"x","d":true}"#, "f": "7",
      ])
    #expect(document.conditions == ["c", "d"])
    #expect(document.usesVariables)
    let fields = document.sets.flatMap(\.items).compactMap { item in
      if case .field(let field) = item { field } else { nil }
    }
    #expect(fields.map { "\($0.key):\($0.name)" } == ["a:a", "b:c", "e:e", "h:h", "___i:j", "___j:j"])
    #expect(fields.map(\.isHidden) == [false, false, false, false, false, true])
    #expect(fields[1].directives.conditions.count == 2)
    #expect(fields[1].directives.others.map(\.name) == ["own"])
    #expect(fields.map(\.usesVariables) == [false, true, false, false, false, false])
  }

  @Test(
    arguments: [
      ("{a}", false), ("{a(b:[{c:1}])}", false), ("{a(b:[{c:$d}])}", true), ("{a@b(c:$d)}", true),
      ("{a@b(c:1)}", false),
      ("{a@skip(if:$b)}", true), ("{a@skip(if:true)}", false),
    ])
  func `a document uses variables if a value or a condition does`(text: String, usesThem: Bool) throws {
    #expect(try PlanDocument(text, TypeTable([])).usesVariables == usesThem)
  }

  @Test func `the first fragment is the root of a document without an operation`() throws {
    let document = try PlanDocument("fragment A on T{a{b}}fragment B on U{c}", TypeTable([]))
    #expect(document.kind == nil)
    #expect(document.sets[document.root].type == "T")
    #expect(document.fragments == ["A": 0, "B": 2])
    let other = try PlanDocument("fragment A on T{a}subscription{b}", TypeTable([]))
    #expect(other.kind == .subscription)
    #expect(other.root == 1)
  }
}
