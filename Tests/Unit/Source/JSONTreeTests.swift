import Testing

@testable import ApusSource

@Suite(.timeLimit(.minutes(15))) struct JSONTreeTests {
  @Test func `reads every kind of value`() throws {
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

  @Test func `decodes escapes`() throws {
    #expect(
      try parse(#""a\n\"\\\/\b\f\r\té\ud83d\ude00ä\ud800""#).string == "a\n\"\\/\u{8}\u{C}\r\té😀ä\u{FFFD}")
    #expect(try parse(#"{"\u0061": 1}"#).members?.first?.name == "a")
  }

  @Test func `keeps places`() throws {
    let root = try parse("{\n  \"a\": [true]\n}")
    let value = try #require(root["a"]?.elements?.first)
    #expect(value.range.position.line == 2)
    #expect(value.range.position.column == 9)
    #expect(root.members?.first?.nameRange.start == 4)
  }

  @Test(arguments: [
    ("", "Expected a value, found the end of the text.", 0..<0),
    (" \n", "Expected a value, found the end of the text.", 2..<2),
    ("{\"a\" 1}", "Expected \":\", found 1.", 5..<6),
    ("{\"a\"", "Expected \":\", found the end of the text.", 4..<4),
    ("{\"a\": 1,}", "JSON has no comma after the last element. Remove it.", 7..<8),
    ("[1, ]", "JSON has no comma after the last element. Remove it.", 2..<3),
    ("[1 2]", "Expected \",\" or \"]\", found 2.", 3..<4),
    ("[1", "Expected \",\" or \"]\", found the end of the text.", 2..<2),
    ("{\"a\":1 ]", "Expected \",\" or \"}\", found ].", 7..<8),
    ("{a: 1}", "Expected a key in quotes, found a.", 1..<2),
    ("{", "Expected a key in quotes, found the end of the text.", 1..<1),
    ("1 ä", "Expected the end of the text, found ä.", 2..<4),
    ("01", "Expected the end of the text, found 1.", 1..<2),
    ("1.", "Expected a digit, found the end of the text.", 2..<2),
    ("-a", "Expected a digit, found a.", 1..<2),
    ("1e+", "Expected a digit, found the end of the text.", 3..<3),
    ("tru", "Expected a value, found t.", 0..<1),
    ("nulL", "Expected a value, found n.", 0..<1),
    ("\"a", "Unterminated string: a line or the text ends before its closing quote.", 0..<1),
    ("\"a\nb\"", "Unterminated string: a line or the text ends before its closing quote.", 2..<3),
    ("\"\\x\"", "Invalid escape in a string.", 1..<2),
    ("\"\\u12\"", "Invalid escape in a string.", 1..<2),
    ("[\"\\u00g9\"]", "Invalid escape in a string.", 2..<3),
  ])
  func `says what is no JSON`(_ text: String, _ message: String, _ place: Range<Int>) {
    expectFailure(SourceFile(path: "x", text: text), message, place)
  }

  private func expectFailure(_ source: SourceFile, _ message: String, _ place: Range<Int>) {
    do {
      _ = try JSONTree.parse(source)
      Issue.record("accepted")
    } catch {
      #expect(error.message == message)
      #expect(error.start == place.lowerBound && error.end == place.upperBound)
    }
  }

  @Test func `limits nesting`() throws {
    _ = try parse(String(repeating: "[", count: 200) + String(repeating: "]", count: 200))
    for depth in [201, 100_000] {
      let source = SourceFile(path: "x", text: String(repeating: "[", count: depth))
      expectFailure(source, "Arrays and objects are nested too deeply.", 200..<201)
    }
  }

  @Test func `many values beside one another are not nested`() throws {
    let text = "[" + Array(repeating: "[]", count: 1_000).joined(separator: ",") + "]"
    #expect(try parse(text).elements?.count == 1_000)
  }

  @Test func `a byte order mark is no part of the text`() throws {
    #expect(try JSONTree.parse(SourceFile(path: "x", bytes: [0xEF, 0xBB, 0xBF, 0x31])).root.integer == 1)
  }

  @Test func `refuses what is not UTF-8`() {
    expectFailure(
      SourceFile(path: "x", bytes: [0x22, 0xE9, 0x22]), "Invalid UTF-8. Save the file in UTF-8 encoding.",
      1..<2)
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
  }
}
