import ApusDiagnostics
import Testing

@testable import ApusJSON

@Suite(.timeLimit(.minutes(5))) struct JSONTreeTests {
  @Test func readsEveryKindOfValue() throws {
    let root = try parse(#" { "a": [1, -2.5e+3, true, false, null], "b": {}, "c": [], "d": "x" } "#)
    let elements = try #require(root["a"]?.elements)
    #expect(elements.map(\.kind) == [.number, .number, .true, .false, .null])
    #expect(elements.map(\.integer) == [1, nil, nil, nil, nil])
    #expect(elements[2].boolean == true)
    #expect(root["b"]?.members?.isEmpty == true)
    #expect(root["c"]?.elements?.isEmpty == true)
    #expect(root["d"]?.string == "x")
    #expect(root["e"] == nil)
    #expect(root.members?.map(\.name) == ["a", "b", "c", "d"])
  }

  @Test func decodesEscapes() throws {
    #expect(
      try parse(#""a\n\"\\\/\b\f\r\té\ud83d\ude00ä\ud800""#).string == "a\n\"\\/\u{8}\u{C}\r\té😀ä\u{FFFD}")
    #expect(try parse(#"{"\u0061": 1}"#).members?.first?.name == "a")
  }

  @Test func keepsPlaces() throws {
    let root = try parse("{\n  \"a\": [true]\n}")
    let value = try #require(root["a"]?.elements?.first)
    #expect(value.range.position.line == 2)
    #expect(value.range.position.column == 9)
    #expect(root.members?.first?.nameRange.start == 4)
  }

  @Test(arguments: [
    ("", "Expected a value, found the end of the text.", 0),
    ("{\"a\" 1}", "Expected \":\", found 1.", 5),
    ("{\"a\": 1,}", "Expected a value, found }.", 8),
    ("[1 2]", "Expected \",\" or \"]\", found 2.", 3),
    ("[1", "Expected \",\" or \"]\", found the end of the text.", 2),
    ("{a: 1}", "Expected a key in quotes, found a.", 1),
    ("1 ä", "Expected the end of the text, found ä.", 2),
    ("01", "Expected the end of the text, found 1.", 1),
    ("1.", "Expected a digit, found the end of the text.", 2),
    ("tru", "Expected a value, found t.", 0),
    ("\"a", "Unterminated string: a line or the text ends before its closing quote.", 0),
    ("\"a\nb\"", "Unterminated string: a line or the text ends before its closing quote.", 2),
    ("\"\\x\"", "Invalid escape in a string.", 1),
    ("\"\\u12\"", "Invalid escape in a string.", 1),
  ])
  func saysWhatIsNoJSON(_ text: String, _ message: String, _ offset: Int) throws {
    do {
      _ = try parse(text)
      Issue.record("accepted")
    } catch {
      #expect(error.message == message)
      #expect(error.start == offset)
    }
  }

  @Test func limitsNesting() throws {
    _ = try parse(String(repeating: "[", count: 200) + String(repeating: "]", count: 200))
    #expect(throws: JSONError.self) { try parse(String(repeating: "[", count: 100_000)) }
  }

  @Test func manyValuesBesideOneAnotherAreNotNested() throws {
    let text = "[" + Array(repeating: "[]", count: 1_000).joined(separator: ",") + "]"
    #expect(try parse(text).elements?.count == 1_000)
  }

  @Test func aByteOrderMarkIsNoPartOfTheText() throws {
    #expect(try JSONTree.parse(SourceFile(path: "x", bytes: [0xEF, 0xBB, 0xBF, 0x31])).root.integer == 1)
  }

  @Test func refusesWhatIsNotUTF8() {
    #expect(throws: JSONError.self) { try JSONTree.parse(SourceFile(path: "x", bytes: [0x22, 0xE9, 0x22])) }
  }

  private func parse(_ text: String) throws(JSONError) -> JSONValue {
    try JSONTree.parse(SourceFile(path: "x.json", text: text)).root
  }

  @Test(arguments: ["1e5", "1E5", "1e-5", "1e+5", "-0.5E-10", "0"]) func `numbers in every form`(
    _ text: String
  ) throws {
    let value = try parse(text)
    #expect(value.kind == .number && value.range.end - value.range.start == text.utf8.count)
  }

  @Test func `digits of escapes are small or capital`() throws {
    #expect(try parse(#""\u00e9\u00E9\uABCD\uabcd\uD83D\uDE00""#).string == "éé\u{ABCD}\u{ABCD}😀")
    #expect(throws: (any Error).self) { try parse(#""\u00G9""#) }
    #expect(throws: (any Error).self) { try parse(#""\u00g9""#) }
  }
}
