import Apus
import Foundation
import Testing

/// The reader of JSON and a type's `Codable` conformance behind `JSONDecoder` accept the same, and read the same of it.
@Suite(.timeLimit(.minutes(15))) struct TwoPathsTests {
  private struct Leaf<Codec: GraphQLCodec>: GraphQLObject {
    let value: Codec.Value
    init(_reading reader: inout GraphQLReader) throws { value = try reader.scalar("value", as: Codec.self) }
    func _write(to writer: inout GraphQLWriter) { writer.scalar("value", value, as: Codec.self) }
  }

  private struct Number<Value: GraphQLCodable>: GraphQLObject {
    let value: Value
    init(_reading reader: inout GraphQLReader) throws { value = try reader.value("value") }
    func _write(to writer: inout GraphQLWriter) { writer.value("value", value) }
  }

  private struct Lists: GraphQLObject {
    let ints: [Int]?
    let doubles: [Double]?
    init(_reading reader: inout GraphQLReader) throws {
      ints = try reader.intsOrNil("ints")
      doubles = try reader.doublesOrNil("doubles")
    }
    func _write(to writer: inout GraphQLWriter) {
      writer.ints("ints", ints)
      writer.doubles("doubles", doubles)
    }
  }

  private struct Identified: GraphQLObject {
    let id: String
    init(_reading reader: inout GraphQLReader) throws { id = try reader.id("id") }
    func _write(to writer: inout GraphQLWriter) { writer.id("id", id) }
  }

  /// Integers or, after an error, strings.
  private enum NumbersOrNames: GraphQLCodec {
    static func read(from reader: inout GraphQLReader) throws -> [String] {
      try reader.readList { reader in
        if let number = try? reader.readInt() { return "\(number)" }
        return try reader.readString()
      }
    }
    static func write(_ value: [String], to writer: inout GraphQLWriter) {
      writer.writeList(value) { $1.writeString($0) }
    }
  }

  /// An integer; it leaves anything else unread.
  private enum NumberOrZero: GraphQLCodec {
    static func read(from reader: inout GraphQLReader) throws -> Int { (try? reader.readInt()) ?? 0 }
    static func write(_ value: Int, to writer: inout GraphQLWriter) { writer.writeInt(value) }
  }

  /// A member of a value that was not entered.
  private enum Amount: GraphQLCodec {
    static func read(from reader: inout GraphQLReader) throws -> Int { try reader.int("amount") }
    static func write(_ value: Int, to writer: inout GraphQLWriter) { writer.writeInt(value) }
  }

  /// Whoever writes a codec throws what they like.
  private struct OddNumber: Error, CustomStringConvertible {
    let description = "the number is odd"
  }

  private enum EvenNumber: GraphQLCodec {
    static func read(from reader: inout GraphQLReader) throws -> Int {
      let number = try reader.readInt()
      guard number.isMultiple(of: 2) else { throw OddNumber() }
      return number
    }
    static func write(_ value: Int, to writer: inout GraphQLWriter) { writer.writeInt(value) }
  }

  @Test func `an error of a codec's own has a place by both ways`() throws {
    let json = #"{"v":3}"#
    let direct = failure(Coded<EvenNumber>.self, json)
    #expect(direct.hasPrefix("v: ") && direct.contains("the number is odd"))
    let found = try #require(decoderFailure(Coded<EvenNumber>.self, json))
    #expect(found.path == ".v" && found.message == "the number is odd")
    #expect(agreed(Coded<EvenNumber>.self, #"{"v":4}"#)?.value == 4)
  }

  /// What both paths read; nil where both refuse.
  private func agreed<Object: GraphQLObject>(_ type: Object.Type, _ json: String) -> Object? {
    let direct = try? Object(json: json)
    let decoded = try? JSONDecoder().decode(Object.self, from: Data(json.utf8))
    #expect(direct == decoded, "\(json)")
    return direct
  }

  @Test(arguments: [
    ("-0", "0"), ("0", "0"), ("1.0", "1"), ("1e2", "100"), ("-5", "-5"), ("120e-1", "12"),
    ("18446744073709551615", "18446744073709551615"),
    ("123456789012345678901234567890", "123456789012345678901234567890"),
    ("-123456789012345678901234567890", "-123456789012345678901234567890"), ("\"1.0\"", "1.0"),
  ])
  func `an identifier is the same on both paths`(json: String, id: String) {
    #expect(agreed(Identified.self, #"{"id":\#(json)}"#)?.id == id)
  }

  @Test(arguments: ["1.5", "1e-1", "1e-999", "1e400", "true", "null", "[]"])
  func `no identifiers`(json: String) { #expect(agreed(Identified.self, #"{"id":\#(json)}"#) == nil) }

  @Test(arguments: ["1e-999", "-1e-999", "1e999", "1e-400"])
  func `numbers beyond the range of Double`(json: String) {
    #expect(agreed(Number<Double>.self, #"{"value":\#(json)}"#) == nil)
    #expect(agreed(Lists.self, #"{"ints":null,"doubles":[\#(json)]}"#) == nil)
    #expect(agreed(Lists.self, #"{"ints":[\#(json)],"doubles":null}"#) == nil)
  }

  @Test func `errors of numbers in lists have a place`() {
    for (json, path) in [
      (#"{"ints":[1,1.5],"doubles":null}"#, ".ints[1]"), (#"{"ints":[1,1e999],"doubles":null}"#, ".ints[1]"),
      (#"{"ints":null,"doubles":[0,1e999]}"#, ".doubles[1]"),
      (#"{"ints":[1e-999],"doubles":null}"#, ".ints[0]"),
    ] {
      #expect(decoderFailure(Lists.self, json)?.path == path)
    }
    #expect(decoderFailure(Number<GraphQLValue>.self, #"{"value":[1,1e999]}"#)?.path == ".value[1]")
    #expect(decoderFailure(Number<[[Int]]>.self, #"{"value":[[1.5]]}"#)?.path == ".value[0][0]")
    #expect(
      decoderFailure(Number<[[Int]?]?>.self, #"{"value":[null,[2,3],[2,1e999]]}"#)?.path == ".value[2][1]")
    #expect(decoderFailure(Number<[Double?]>.self, #"{"value":[1,null,1e-999]}"#)?.path == ".value[2]")
  }

  @Test func `lists of lists are the same`() {
    typealias Nested = Number<[[Int?]?]?>
    for json in ["null", "[]", "[null]", "[[]]", "[[1,null,2.0],null,[3]]"] {
      #expect(agreed(Nested.self, #"{"value":\#(json)}"#) != nil, "\(json)")
    }
    for json in ["1", "[1]", "[[true]]", "[[\"1\"]]", "{}", "[[[]]]"] {
      #expect(agreed(Nested.self, #"{"value":\#(json)}"#) == nil, "\(json)")
    }
    #expect(agreed(Number<[[String?]]>.self, #"{"value":[["a",null],[]]}"#)?.value == [["a", nil], []])
    #expect(agreed(Number<[Genre?]>.self, #"{"value":["ROCK",null,"NEW"]}"#)?.value.count == 3)
    #expect(agreed(Number<[GraphQLValue]>.self, #"{"value":[null,{"a":[1]},"x"]}"#)?.value.count == 3)
  }

  @Test func `elements are read again after an error`() throws {
    let json = #"{"value":["a",1,"b",2]}"#
    #expect(agreed(Leaf<NumbersOrNames>.self, json)?.value == ["a", "1", "b", "2"])
    // A decoder whose lists move on even if an element has another type.
    let decoded = try ValueDecoder.decode(Leaf<NumbersOrNames>.self, Array(json.utf8))
    #expect(decoded.value == ["a", "1", "b", "2"])
    #expect(agreed(Leaf<NumbersOrNames>.self, #"{"value":["a",true,1]}"#) == nil)
    #expect(decoderFailure(Leaf<NumbersOrNames>.self, #"{"value":["a",true,1]}"#)?.path == ".value[1]")
  }

  @Test func `elements that are not read are skipped`() throws {
    typealias Numbers = Leaf<_GraphQLListCodec<NumberOrZero>>
    let json = #"{"value":[1,"a",{"b":[2]},null,[3],4]}"#
    #expect(agreed(Numbers.self, json)?.value == [1, 0, 0, 0, 0, 4])
    #expect(try ValueDecoder.decode(Numbers.self, Array(json.utf8)).value == [1, 0, 0, 0, 0, 4])
  }

  @Test(arguments: ["7", "true", "null", "[7]", #"{"amount":7}"#])
  func `values that are not entered have no members`(json: String) {
    let expected = "expected object that is read as a GraphQLObject"
    let value = #"{"value":\#(json)}"#
    #expect(failure(Leaf<Amount>.self, value).hasPrefix("value: \(expected), found "))
    let decoded = decoderFailure(Leaf<Amount>.self, value)
    #expect(decoded?.path == ".value" && decoded?.message == expected)
    let list = #"{"value":[\#(json)]}"#
    #expect(failure(Leaf<_GraphQLListCodec<Amount>>.self, list).hasPrefix("value[0]: \(expected), found "))
    let element = decoderFailure(Leaf<_GraphQLListCodec<Amount>>.self, list)
    #expect(element?.path == ".value[0]" && element?.message == expected)
  }

  @Test(arguments: [
    "2024-05-01T12:30:00.12345678901234567890Z", "2024-05-01T12:30:00.99999999999999999999Z",
    "2024-05-01T12:30:00.00000000000000000001+02:00",
  ])
  func `date-times of twenty digits`(text: String) throws {
    let json = #"{"value":"\#(text)"}"#
    let value = try #require(agreed(Leaf<GraphQLDateTimeCodec>.self, json))
    let encoded = try JSONEncoder().encode(value)
    #expect(try value.json() == Array(encoded))
  }

  /// A key that is missing is an error, of nullable fields, too.
  @Test func `missing nullable fields`() throws {
    struct Missing: GraphQLObject {
      let read: Int
      init(_reading reader: inout GraphQLReader) throws {
        func isMissing<Value>(_ body: (inout GraphQLReader) throws -> Value) -> Int {
          (try? body(&reader)) == nil ? 1 : 0
        }
        var count = isMissing { try $0.stringOrNil("a") } + isMissing { try $0.intOrNil("a") }
        count += isMissing { try $0.doubleOrNil("a") } + isMissing { try $0.boolOrNil("a") }
        count += isMissing { try $0.idOrNil("a") } + isMissing { try $0.stringsOrNil("a") }
        count += isMissing { try $0.intsOrNil("a") } + isMissing { try $0.selectionOrNil("a") as Missing? }
        count += isMissing { try $0.selectionsOrNil("a") as [Missing]? }
        count += isMissing { try $0.sparseSelectionsOrNil("a") as [Missing?]? }
        count += isMissing { try $0.enumerationOrNil("a") as Genre? }
        count += isMissing { try $0.scalarOrNil("a", as: GraphQLDateTimeCodec.self) }
        count += isMissing { try $0.codableOrNil("a") as String? }
        count += isMissing { try $0.value("a") as String? }
        read = count
      }
      func _write(to writer: inout GraphQLWriter) {}
    }
    #expect(agreed(Missing.self, "{}")?.read == 14)
  }

  @Test func `a byte order mark is ignored`() {
    #expect(agreed(Identified.self, "\u{FEFF}{\"id\":\"1\"}")?.id == "1")
    #expect(agreed(Identified.self, "\u{FEFF}\u{FEFF}{\"id\":\"1\"}") == nil)
    #expect(failure(Identified.self, "\u{FEFF}{\"id\":x}").hasSuffix("at line 1, column 10 (byte 9)"))
    #expect((try? GraphQLValue(json: "\u{FEFF}1")) == 1)
    #expect((try? GraphQLValue(json: "\u{FEFF}")) == nil)
  }
}
