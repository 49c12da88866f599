import Apus
import Testing

/// Enum values are known by their bytes once they were met.
@Suite(.timeLimit(.minutes(15))) struct EnumReadingTests {
  /// An enum of three letters, which any number of names belongs to.
  private enum Code: GraphQLEnum {
    case first
    case unrecognized(String)
    static var allCases: [Code] { [.first] }
    init(rawValue: String) { self = rawValue == "AAA" ? .first : .unrecognized(rawValue) }
    var rawValue: String { if case .unrecognized(let name) = self { name } else { "AAA" } }
  }

  private struct Row: GraphQLObject {
    let code: Code
    let genre: Genre?
    let codes: [Code]
    init(_reading reader: inout GraphQLReader) throws {
      code = try reader.enumeration("code")
      genre = try reader.enumerationOrNil("genre")
      codes = try reader.enumerations("codes")
    }
    func _write(to writer: inout GraphQLWriter) {
      writer.enumeration("code", code)
      writer.enumeration("genre", genre)
      writer.enumerations("codes", codes)
    }
  }

  private struct Rows: GraphQLObject {
    let rows: [Row]
    init(_reading reader: inout GraphQLReader) throws { rows = try reader.selections("rows") }
    func _write(to writer: inout GraphQLWriter) { writer.selections("rows", rows) }
  }

  /// More names than there are places for: names that share one take turns.
  @Test func `many names of two enums`() throws {
    let letters = "ABCDEFGHIJ"
    var rows: [String] = []
    for first in letters {
      for second in letters {
        let name = "\(first)\(second)A"
        let genre = first == "C" ? "null" : "\"\(second == "B" ? "ROCK" : name)\""
        rows.append(#"{"code":"\#(name)","genre":\#(genre),"codes":["AAA","\#(second)","","\#(name)"]}"#)
      }
    }
    let json = #"{"rows":["# + (rows + rows.reversed()).joined(separator: ",") + "]}"
    let read = try Rows(json: json)
    #expect(try String(decoding: read.json(), as: UTF8.self) == json)
    #expect(read.rows[0].code == .first && read.rows[1].code == .unrecognized("ABA"))
    #expect(read.rows[1].genre == .rock && read.rows[0].genre == Genre(rawValue: "AAA"))
  }

  /// Names that differ in one letter, wherever it is, are of different values.
  @Test(arguments: [1, 2, 7, 8, 9, 15, 16, 17, 23, 24, 25, 31, 32, 33, 40])
  func `names of one length`(_ count: Int) throws {
    let plain = String(repeating: "A", count: count)
    let names = [plain] + (0..<count).map { plain.prefix($0) + "B" + plain.dropFirst($0 + 1) }
    let list = (names + names).map { "\"\($0)\"" }.joined(separator: ",")
    let row = try Row(json: #"{"code":"\#(plain)","genre":null,"codes":[\#(list)]}"#)
    #expect(row.codes.map(\.rawValue) == names + names)
    #expect(row.code == row.codes[0])
  }

  /// The table grows when names that share a place are often met, and may then give up values.
  @Test func `names that come again and again`() throws {
    var random = SystemRandomNumberGenerator()
    for count in [3, 18, 200, 2_000] {
      let names = (0..<count).map { "NAME_\($0)_\(UInt64.random(in: 0..<1_000_000, using: &random))" }
      let sequence = (0..<4_000).map { _ in names[Int.random(in: 0..<count, using: &random)] }
      let list = sequence.map { "\"\($0)\"" }.joined(separator: ",")
      let row = try Row(json: #"{"code":"AAA","genre":null,"codes":[\#(list)]}"#)
      #expect(row.codes.map(\.rawValue) == sequence)
    }
  }

  /// Names with less than a word of the text before them or behind them.
  @Test func `names at the ends of the text`() throws {
    struct Short: GraphQLObject {
      let c: Code
      init(_reading reader: inout GraphQLReader) throws { c = try reader.enumeration("c") }
      func _write(to writer: inout GraphQLWriter) { writer.enumeration("c", c) }
    }
    for name in ["A", "AAA", "A_LONGER_NAME"] {
      let json = #"{"c":"\#(name)"}"#
      #expect(try String(decoding: Short(json: json).json(), as: UTF8.self) == json)
    }
  }

  @Test func `equal names are one value`() {
    let names = ["AAA", "", "a", "A name that is longer than what a string holds in place"]
    let values = names.map { Code(rawValue: $0) }
    // Made anew, so that the longest one's text is elsewhere.
    let others = names.map { Code(rawValue: String($0.map(\.self))) }
    for (i, first) in values.enumerated() {
      for (j, second) in others.enumerated() { #expect((first == second) == (i == j)) }
      #expect(first.hashValue == others[i].hashValue)
    }
    #expect(Code.unrecognized("AAA") == .first)
  }

  /// Hashing takes the bytes of names, so text that Swift calls equal to a name must be another value.
  @Test func `text that Swift calls equal to a name`() {
    let pairs = [("K", "\u{212A}"), (";", "\u{37E}"), ("`", "\u{1FEF}")]
    for (name, other) in pairs {
      #expect(name == other)
      #expect(Code.unrecognized(name) != .unrecognized(other))
    }
    let (composed, decomposed) = (Code.unrecognized("\u{C5}"), Code.unrecognized("\u{212B}"))
    #expect(composed != decomposed || composed.hashValue == decomposed.hashValue)
  }

  private struct Choice: GraphQLObject {
    var first: Code?
    var second: Code?
    init(_ first: Code?, _ second: Code?) { (self.first, self.second) = (first, second) }
    init(_reading reader: inout GraphQLReader) throws {
      try self.init(reader.enumerationOrNil("first"), reader.enumerationOrNil("second"))
    }
    func _write(to writer: inout GraphQLWriter) {
      writer.enumeration("first", first)
      writer.enumeration("second", second)
    }
  }

  /// Random names of which many are equal, begin or end alike: equal objects have equal hashes, others have others.
  @Test func `hashes tell names apart`() {
    var random = SystemRandomNumberGenerator()
    func name() -> Code? {
      let length = Int.random(in: -1...20, using: &random)
      guard length >= 0 else { return nil }
      let choices = ["A", "A", "A", "K", "_", "é", "\u{212A}"]
      let letters = (0..<length).map { _ in choices.randomElement(using: &random) ?? "" }
      return Code(rawValue: letters.joined())
    }
    let choices = (0..<400).map { _ in Choice(name(), name()) }
    for (index, first) in choices.enumerated() {
      for second in choices[index...] { #expect((first == second) == (first.hashValue == second.hashValue)) }
    }
  }

  @Test func `names with escapes and beyond ASCII`() throws {
    let row = try Row(json: #"{"code":"\u0041AA","genre":"R\u004fCK","codes":["é","AAA"]}"#)
    #expect(row.code == .first && row.genre == .rock)
    #expect(row.codes == [.unrecognized("é"), .first])
    #expect(throws: GraphQLDecodingError.self) { try Row(json: #"{"code":"A","genre":null,"codes":["A"#) }
  }
}
