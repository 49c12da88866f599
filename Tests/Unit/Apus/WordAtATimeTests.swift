import Apus
import Foundation
import Testing

/// Strings, escapes, dates and UUIDs are read and written eight bytes at a time: every byte at every place of a word, beside
/// what the plainest code says.
@Suite(.timeLimit(.minutes(15))) struct WordAtATimeTests {
  private struct Text: GraphQLObject {
    let s: String
    init(s: String) { self.s = s }
    init(_reading reader: inout GraphQLReader) throws { s = try reader.string("s") }
    func _write(to writer: inout GraphQLWriter) { writer.string("s", s) }
  }

  /// The member, near the text's end or far from it; both ways lead through the reader differently.
  private func read(_ inner: [UInt8], isNearEnd: Bool) -> String? {
    let rest = isNearEnd ? "}" : #","t":"a text that is long enough for two words"}"#
    let json = Array(#"{"s":""#.utf8) + inner + Array("\"".utf8) + Array(rest.utf8)
    let direct = try? Text(json: json)
    // What is passed over is checked the same.
    let isSkippable = (try? Nothing(json: json)) != nil
    #expect(isSkippable == (direct != nil), "\(String(decoding: json, as: UTF8.self))")
    return direct?.s
  }

  @Test(arguments: [false, true]) func `every code unit in digits`(isNearEnd: Bool) {
    for unit in UInt32(0)...0xFFFF {
      let digits = String(unit, radix: 16, uppercase: unit % 2 == 0)
      let text = #"a\u"# + String(repeating: "0", count: 4 - digits.count) + digits + "b"
      let expected = "a\(Character(Unicode.Scalar(unit) ?? "\u{FFFD}"))b"
      let found = read(Array(text.utf8), isNearEnd: isNearEnd)
      if found?.unicodeScalars.elementsEqual(expected.unicodeScalars) != true {
        Issue.record("\(text): \(found ?? "refused")")
        return
      }
    }
  }

  @Test(arguments: [false, true]) func `every byte as an escape`(isNearEnd: Bool) {
    let resolved: [Character: String] = [
      "\"": "\"", "\\": "\\", "/": "/", "b": "\u{8}", "f": "\u{C}", "n": "\n", "r": "\r", "t": "\t",
    ]
    for byte in UInt8.min...UInt8.max where byte != UInt8(ascii: "u") {
      let found = read(Array("é ".utf8) + [UInt8(ascii: "\\"), byte], isNearEnd: isNearEnd)
      let meaning = resolved[Character(Unicode.Scalar(byte))]
      #expect(found == meaning.map { "é " + $0 }, "\(byte)")
    }
  }

  /// Also where the room for the text is just used up.
  @Test(arguments: [("\\n", "\n"), ("\\u8a9e", "語"), ("\\ud83d\\ude00", "😀")])
  func `an escape at the end of a text of any length`(escape: String, meaning: String) {
    for length in 0..<1100 {
      let plain = String(repeating: "a", count: length)
      for isNearEnd in [false, true] {
        let found = read(Array("\(escape)\(plain)\(escape)".utf8), isNearEnd: isNearEnd)
        #expect(found == meaning + plain + meaning, "\(length)")
      }
    }
  }

  private struct List: GraphQLObject {
    let s: [String]
    init(_reading reader: inout GraphQLReader) throws { s = try reader.strings("s") }
    func _write(to writer: inout GraphQLWriter) { writer.strings("s", s) }
  }

  /// The room for unescaped text is followed by the elements that were read before.
  @Test func `an escape at the end leaves the elements before`() throws {
    for length in 0..<400 {
      let plain = String(repeating: "a", count: length)
      let list = try List(json: Array(#"{"s":["first","\#(plain)\n"]}"#.utf8))
      #expect(list.s == ["first", plain + "\n"], "\(length)")
    }
  }

  @Test(arguments: [false, true]) func `every byte as a digit`(isNearEnd: Bool) {
    for place in 0..<4 {
      for byte in UInt8.min...UInt8.max {
        var text = Array(#"ab\u0041"#.utf8)
        text[4 + place] = byte
        let digits = String(decoding: text[4...], as: UTF8.self)
        let isDigit = Character(Unicode.Scalar(byte)).isHexDigit && byte < 0x80
        let code = isDigit ? UInt32(digits, radix: 16) : nil
        let expected = code.flatMap(Unicode.Scalar.init).map { "ab\(Character($0))" }
        #expect(read(text, isNearEnd: isNearEnd) == expected, "\(place) \(byte)")
      }
    }
  }

  @Test func `every pair of surrogates`() {
    for high in stride(from: UInt32(0xD7FF), through: 0xDC00, by: 13) {
      for low in stride(from: UInt32(0xDBFF), through: 0xE000, by: 17) {
        let isPair = (0xD800...0xDBFF).contains(high) && (0xDC00...0xDFFF).contains(low)
        let scalar = isPair ? Unicode.Scalar(0x1_0000 + (high - 0xD800) << 10 + (low - 0xDC00)) : nil
        let alone = [high, low].map { Unicode.Scalar($0) ?? "\u{FFFD}" }
        let expected = scalar.map { "\(Character($0))x" } ?? String(String.UnicodeScalarView(alone)) + "x"
        let text = "\\u\(String(high, radix: 16))\\u\(String(low, radix: 16))x"
        #expect(read(Array(text.utf8), isNearEnd: false) == expected, "\(text)")
      }
    }
  }

  /// Every string of up to 40 bytes with one unusual character in it, there and back.
  @Test(arguments: ["\"", "\\", "\u{0}", "\u{8}", "\n", "\u{1F}", "/", "\u{7F}", "é", "語", "😀"])
  func `one unusual character anywhere`(character: String) throws {
    let plain = Array("the quick brown fox jumps over a lazy dog")
    for length in 0...40 {
      for place in 0...length {
        let text = String(plain[..<place]) + character + String(plain[place..<length])
        var expected = ""
        for scalar in text.unicodeScalars {
          switch scalar {
          case "\"": expected += "\\\""
          case "\\": expected += "\\\\"
          case "\n": expected += "\\n"
          case "\u{8}": expected += "\\b"
          case _ where scalar.value < 0x20:
            expected += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
          default: expected.unicodeScalars.append(scalar)
          }
        }
        let json = try Text(s: text).json()
        #expect(String(decoding: json, as: UTF8.self) == "{\"s\":\"\(expected)\"}")
        #expect(try Text(json: json).s == text)
        // As a slice of another string, which no zero follows.
        let slice = Substring("x\(text)y").dropFirst().dropLast()
        #expect(try Text(s: String(slice)).json() == json)
      }
    }
  }

  /// Bytes that are not UTF-8, at each place of a word, with and without an escape before them.
  @Test func `bytes that are no text`() {
    for wrong: [UInt8] in [
      [0x80], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF],
    ] {
      for place in 0..<20 {
        for start in ["", #"\n"#, #"\u00fc"#, "é"] {
          let text = Array(start.utf8) + Array(repeating: UInt8(ascii: "a"), count: place) + wrong
          #expect(read(text, isNearEnd: false) == nil, "\(text)")
          #expect(read(text, isNearEnd: true) == nil, "\(text)")
        }
      }
    }
  }

  private struct Stamp: GraphQLObject {
    let date: Date
    init(_reading reader: inout GraphQLReader) throws {
      date = try reader.scalar("d", as: GraphQLDateTimeCodec.self)
    }
    func _write(to writer: inout GraphQLWriter) {}
  }

  private struct Identified: GraphQLObject {
    let id: UUID
    init(_reading reader: inout GraphQLReader) throws {
      id = try reader.scalar("id", as: GraphQLUUIDCodec.self)
    }
    func _write(to writer: inout GraphQLWriter) {}
  }

  private static let printable = (UInt8(0x20)...0x7E).filter {
    $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
  }

  @Test func `every byte in a date`() {
    for (place, original) in "2024-02-29T12:30:59Z".utf8.enumerated() {
      for byte in Self.printable {
        var text = Array("2024-02-29T12:30:59Z".utf8)
        text[place] = byte
        let string = String(decoding: text, as: UTF8.self)
        let date = try? Stamp(json: #"{"d":"\#(string)"}"#).date
        #expect(date == Self.date(string), "\(string), \(Character(Unicode.Scalar(original)))")
      }
    }
  }

  /// The plainest reader of `2024-02-29T12:30:59Z`: it counts the days.
  private static func date(_ text: String) -> Date? {
    let parts = text.split(separator: /[-:Tt Zz]/, omittingEmptySubsequences: false)
    let form = text.replacing(/[0-9]/, with: "0").replacing("t", with: "T").replacing("z", with: "Z")
    guard form == "0000-00-00T00:00:00Z" || form == "0000-00-00 00:00:00Z" else { return nil }
    let numbers = parts.compactMap { Int($0) }
    guard numbers.count == 6 else { return nil }
    let (year, month, day) = (numbers[0], numbers[1], numbers[2])
    func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
    func days(in month: Int, of year: Int) -> Int {
      [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }
    guard (1...12).contains(month), (1...days(in: month, of: year)).contains(day), numbers[3] < 24,
      numbers[4] < 60,
      numbers[5] <= 60
    else { return nil }
    var count = day - 1
    for earlier in 1..<month { count += days(in: earlier, of: year) }
    for other in min(year, 2001)..<max(year, 2001) {
      count += (year < 2001 ? -1 : 1) * (isLeap(other) ? 366 : 365)
    }
    let seconds = ((count * 24 + numbers[3]) * 60 + numbers[4]) * 60 + numbers[5]
    return Date(timeIntervalSinceReferenceDate: Double(seconds))
  }

  @Test func `every byte in a UUID`() {
    let valid = "8c9F6b1e-D0a5-4d2c-9d4b-6c1c0e5f7aB1"
    for place in 0..<36 {
      for byte in Self.printable {
        var text = Array(valid.utf8)
        text[place] = byte
        let string = String(decoding: text, as: UTF8.self)
        let isWhole = text.enumerated().allSatisfy { index, byte in
          let character = Character(Unicode.Scalar(byte))
          return [8, 13, 18, 23].contains(index) ? character == "-" : character.isHexDigit
        }
        let found = try? Identified(json: #"{"id":"\#(string)"}"#).id
        #expect(found == (isWhole ? UUID(uuidString: string) : nil), "\(string)")
      }
    }
  }
}
