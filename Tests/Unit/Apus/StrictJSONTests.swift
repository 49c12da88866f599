import Apus
import Foundation
import TestSupport
import Testing

/// An object of which nothing is asked: its members are passed over.
struct Nothing: GraphQLObject {
  init() {}
  init(_reading reader: inout GraphQLReader) throws {}
  func _write(to writer: inout GraphQLWriter) {}
}

@Suite(.computing, .timeLimit(.minutes(15))) struct StrictJSONTests {
  struct Text: GraphQLObject {
    let s: String
    init(_reading reader: inout GraphQLReader) throws { s = try reader.string("s") }
    func _write(to writer: inout GraphQLWriter) { writer.string("s", s) }
  }
  struct Whole: GraphQLObject {
    let n: Int
    init(_reading reader: inout GraphQLReader) throws { n = try reader.int("n") }
    func _write(to writer: inout GraphQLWriter) { writer.int("n", n) }
  }
  struct Real: GraphQLObject {
    let n: Double
    init(_reading reader: inout GraphQLReader) throws { n = try reader.double("n") }
    func _write(to writer: inout GraphQLWriter) { writer.double("n", n) }
  }
  struct Identified: GraphQLObject {
    let id: String
    init(_reading reader: inout GraphQLReader) throws { id = try reader.id("id") }
    func _write(to writer: inout GraphQLWriter) { writer.id("id", id) }
  }

  @Test(arguments: [
    ("0", 0), ("-0", 0), ("7", 7), ("-1", -1), ("9007199254740993", 9_007_199_254_740_993),
    ("9223372036854775807", .max), ("-9223372036854775808", .min), ("1.0", 1), ("1e2", 100), ("120e-1", 12),
    ("0.0e99999999999999999999", 0), ("999999999999999999", 999_999_999_999_999_999),
    ("-922337203685477580.8E1", .min),
  ])
  func `integers are read exactly`(text: String, value: Int) throws {
    #expect(try Whole(json: #"{"n":\#(text)}"#).n == value)
  }

  /// What follows in memory would make each of them whole.
  @Test func `no beginning of a text is one`() throws {
    let text = Array(#"{"unknown":{"a":[[1],{"b":"c"}],"d":null},"s":"a"}"#.utf8)
    #expect(try Text(json: text).s == "a")
    for count in 0..<text.count {
      #expect(throws: GraphQLDecodingError.self, "\(count) bytes") { try Text(json: text.prefix(count)) }
    }
  }

  @Test(arguments: [
    "1.5", "9223372036854775808", "-9223372036854775809", "1e19", "1e-1", "1e99999999999999999999", "\"1\"",
    "true",
  ])
  func `no integers`(text: String) {
    #expect(failure(Whole.self, #"{"n":\#(text)}"#).hasPrefix("n: expected Int, found "))
  }

  @Test(arguments: [
    ("0", 0), ("-0", -0.0), ("-0.0", -0.0), ("1", 1), ("0.1", 0.1),
    ("0.8928297364055078", 0.8928297364055078),
    ("1e22", 1e22), ("1e23", 1e23), ("-1.7976931348623157e308", -Double.greatestFiniteMagnitude),
    ("5e-324", .leastNonzeroMagnitude),
    ("0e-999", 0), ("123456789012345678901234567890", 123_456_789_012_345_677_877_719_597_056),
    ("9007199254740993", 9_007_199_254_740_992), ("2.2250738585072011e-308", .leastNormalMagnitude.nextDown),
    ("0.000000000000000000000000000001", 1e-30), ("100000000000000000000000e-22", 10), ("1E+2", 100),
  ])
  func `doubles are read exactly`(text: String, value: Double) throws {
    let read = try Real(json: #"{"n":\#(text)}"#).n
    #expect(read == value && read.sign == value.sign)
    let written = try Real(json: try Real(json: #"{"n":\#(text)}"#).json()).n
    #expect(written == value && written.sign == value.sign)
  }

  @Test(arguments: ["1e999", "1e-999", "-1e-400", "-1e309", "\"1\"", "null"])
  func `no doubles`(text: String) {
    #expect(failure(Real.self, #"{"n":\#(text)}"#).hasPrefix("n: expected Float, found "))
  }

  @Test(arguments: [
    "01", "-", "+1", ".5", "1.", "1.e1", "1e", "1e+", "0x1", "NaN", "Infinity", "--1", "1.2.3", "1e1.5",
    "-01",
  ])
  func `bad numbers everywhere`(text: String) {
    for json in [#"{"n":\#(text)}"#, #"{"skipped":\#(text),"n":1}"#, #"{"n":1,"skipped":[\#(text)]}"#] {
      #expect(throws: GraphQLDecodingError.self) { try Whole(json: json) }
      #expect(throws: GraphQLDecodingError.self) { try Real(json: json) }
    }
    #expect(GraphQLNumber(text) == nil)
  }

  @Test(arguments: [
    (#""""#, ""), (#""abc""#, "abc"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
    (#""\u0041\uD83D\uDE00\u00e9\u0000""#, "A😀é\u{0}"), (#""é日本語😀""#, "é日本語😀"),
    (
      #""0123456789 a string of more than fifteen bytes\n""#,
      "0123456789 a string of more than fifteen bytes\n"
    ),
    ("\"\u{7F}\u{2028}\"", "\u{7F}\u{2028}"),
  ])
  func `strings are read with their escapes`(text: String, value: String) throws {
    let read = try Text(json: #"{"s":\#(text)}"#)
    #expect(read.s == value)
    #expect(try Text(json: read.json()) == read)
    #expect(try JSONDecoder().decode(Text.self, from: read.jsonData()) == read)
    #expect(throws: Never.self) { try Nothing(json: #"{"s":\#(text)}"#) }
  }

  /// A server in JavaScript that cuts a text within an emoji sends half of it.
  @Test(arguments: [
    (#""\uD83D""#, "\u{FFFD}"), (#""\uDE00""#, "\u{FFFD}"), (#""a\uD83Db""#, "a\u{FFFD}b"),
    (#""\uD83D\u0041""#, "\u{FFFD}A"), (#""\uDE00\uD83D""#, "\u{FFFD}\u{FFFD}"),
    (#""\uD83D\uD83D\uDE00""#, "\u{FFFD}😀"), (#""\uD83D\n""#, "\u{FFFD}\n"),
    (
      #""a text that is longer than sixteen bytes \uD83D, and goes on""#,
      "a text that is longer than sixteen bytes \u{FFFD}, and goes on"
    ),
  ])
  func `half of a surrogate pair is the replacement character`(text: String, value: String) throws {
    #expect(try Text(json: #"{"s":\#(text)}"#).s == value)
    #expect(try Text(json: #"{"skipped":[\#(text)],"s":"x"}"#).s == "x")
    #expect(try GraphQLValue(json: text) == .string(value))
  }

  @Test(arguments: [
    #""\uD83D\uZZZZ""#, #""\uD8""#, #""\x""#, #""\u12G4""#, #""\u12"#, #""\"#,
    "\"a\nb\"",
    "\"\u{0}\"", "\"a", "'a'", "abc", #""\u{41}""#, "\"\u{1F}\"", "\"01234567\u{8}\"",
  ])
  func `bad strings everywhere`(text: String) {
    for json in [#"{"s":\#(text)}"#, #"{"skipped":\#(text),"s":""}"#, #"{"s":"","skipped":[\#(text)]}"#] {
      #expect(throws: GraphQLDecodingError.self) { try Text(json: json) }
      #expect(throws: GraphQLDecodingError.self) { try Nothing(json: json) }
    }
    #expect(throws: GraphQLDecodingError.self) { try GraphQLValue(json: text) }
  }

  @Test(arguments: [
    [0x80], [0xC3], [0xC0, 0xAF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
    [0xF8, 0x88, 0x80],
    [0xC3, 0x28], [0xE2, 0x82], [0xF0, 0x82, 0x82, 0xAC], [0xFF],
  ])
  func `text that is not UTF-8`(bytes: [UInt8]) {
    for prefix in [#"{"s":""#, #"{"skipped":""#, #"{"skipped":"longer than a word "#] {
      let json = Array(prefix.utf8) + bytes + Array(#"","s":""}"#.utf8)
      #expect(throws: GraphQLDecodingError.self) { try Text(json: json) }
      #expect(throws: GraphQLDecodingError.self) { try Nothing(json: json) }
      #expect(throws: GraphQLDecodingError.self) { try GraphQLValue(json: json) }
    }
  }

  @Test(arguments: [
    "", " ", "{", "}", "[]", "nul", "{}{}", "{} x", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{,"a":1}"#,
    #"{"a":1 "b":2}"#,
    #"{"a":[1,]}"#, #"{"a":[,1]}"#, #"{"a":[1 2]}"#, #"{"a":[1}"#, #"{"a":{"b":1]}"#, #"{"a":[}"#,
    #"{"a":{]}"#, #"{a:1}"#,
    #"{"a":tru}"#, #"{"a":nullx}"#, #"{"a":1}]"#, #"{"a":1}}"#, #"{"a":[1]"#, #"{"a":{}"#, "{}\u{0}",
    "{\u{FEFF}}", "\u{FEFF}\u{FEFF}{}",
    #"{"a":1/**/}"#, #"{"a" 1}"#, #"{1:1}"#, "{\u{B}}", "{}\u{A0}",
  ])
  func `broken structure`(json: String) {
    #expect(throws: GraphQLDecodingError.self) { try Nothing(json: json) }
  }

  @Test func `every prefix is refused`() throws {
    let bytes = Array(albums.utf8)
    for count in 0..<bytes.count {
      // On the heap and exactly as long, so that the address sanitizer sees any step beyond.
      let prefix = Array(bytes[..<count])
      #expect(throws: GraphQLDecodingError.self) { try AlbumsQuery.Data(json: prefix) }
      #expect(throws: GraphQLDecodingError.self) { try Nothing(json: prefix) }
      #expect(throws: GraphQLDecodingError.self) { try GraphQLValue(json: prefix) }
    }
  }

  @Test func `whitespace anywhere`() throws {
    #expect(try Text(json: " \t\r\n{ \"a\" : [ ] , \"s\" \n:\t\"x\" , \"b\" : { } } \n").s == "x")
  }

  @Test func `of repeated names the first counts`() throws {
    #expect(try Text(json: #"{"s":"1","s":"2"}"#).s == "1")
    #expect(try Text(json: #"{"a":0,"s":"1","s":"2"}"#).s == "1")
    struct Two: GraphQLObject {
      let a: Int
      let b: Int
      init(_reading reader: inout GraphQLReader) throws {
        a = try reader.int("a")
        b = try reader.int("b")
      }
      func _write(to writer: inout GraphQLWriter) {}
    }
    #expect(try Two(json: #"{"b":1,"a":2,"b":3}"#).b == 1)
    #expect(try Two(json: #"{"a":1,"a":5,"b":3,"b":4}"#).b == 3)
    #expect(try GraphQLValue(json: #"{"a":1,"a":2}"#)["a"].int == 1)
  }

  @Test func `names with escapes`() throws {
    #expect(try Text(json: #"{"\u0073":"x"}"#).s == "x")
    #expect(try Text(json: #"{"\u0073\u0000":1,"\"s":2,"s":"x"}"#).s == "x")
  }

  @Test func `IDs are strings or integers`() throws {
    for (text, id) in [
      ("\"x\"", "x"), ("12", "12"), ("-3", "-3"), ("18446744073709551615", "18446744073709551615"),
    ] {
      #expect(try Identified(json: #"{"id":\#(text)}"#).id == id)
      #expect(try JSONDecoder().decode(Identified.self, from: Data(#"{"id":\#(text)}"#.utf8)).id == id)
    }
    #expect(failure(Identified.self, #"{"id":1.5}"#) == "id: expected ID, found 1.5")
    #expect(failure(Identified.self, #"{"id":true}"#) == "id: expected ID, found Boolean")
  }
}
