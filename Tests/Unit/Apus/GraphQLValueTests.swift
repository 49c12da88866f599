import Apus
import Foundation
import Testing

@Suite(.timeLimit(.minutes(15))) struct GraphQLValueTests {
  @Test func `literals, subscripts and access`() {
    var value: GraphQLValue = ["a": [1, 2.5, nil, true], "b": ["c": "d"]]
    #expect(value["a"][0].int == 1)
    #expect(value["a"][1].double == 2.5)
    #expect(value["a"][1].int == nil)
    #expect(value["a"][2].isNull)
    #expect(value["a"][3].bool == true)
    #expect(value["b"]["c"].string == "d")
    #expect(value["b"]["x"]["y"][3].isNull)
    #expect(value["a"][9].isNull)
    #expect(value["a"].list?.count == 4)
    #expect(value["b"].object == ["c": "d"])
    value["b"]["e"] = 3
    value["f"]["g"] = "h"
    #expect(value.description == #"{"a":[1,2.5,null,true],"b":{"c":"d","e":3},"f":{"g":"h"}}"#)
  }

  @Test(arguments: [
    "0", "-0", "9007199254740993", "9223372036854775807", "18446744073709551615", "-9223372036854775809",
    "0.1", "1e400",
    "1.50", "123456789012345678901234567890.5", "5e-324", "1E-2",
    // More than the writer has room for at first.
    String(repeating: "7", count: 50_000), "0." + String(repeating: "7", count: 5_000),
  ])
  func `numbers keep their text`(text: String) throws {
    #expect(try GraphQLValue(json: text).description == text)
    #expect(GraphQLNumber(text)?.description == text)
  }

  @Test func `numbers of one value are equal`() throws {
    for (a, b) in [
      ("1", "1.0"), ("10e-1", "1"), ("-0", "0"), ("1e2", "100.00"), ("0e9", "0"), ("1e400", "10E399"),
    ] {
      let (first, second) = (GraphQLNumber(a), GraphQLNumber(b))
      #expect(first == second && first.hashValue == second.hashValue)
    }
    for (a, b) in [("1", "-1"), ("9007199254740993", "9007199254740992"), ("0.1", "0.10000000000000001")] {
      #expect(GraphQLNumber(a) != GraphQLNumber(b))
    }
  }

  @Test func `numbers convert`() {
    #expect(GraphQLNumber("1e2")?.int == 100)
    #expect(GraphQLNumber("18446744073709551615")?.integer(UInt64.self) == .max)
    #expect(GraphQLNumber("18446744073709551616")?.integer(UInt64.self) == nil)
    #expect(GraphQLNumber("-1")?.integer(UInt8.self) == nil)
    #expect(GraphQLNumber("1e400")?.double == nil)
    #expect(GraphQLNumber("0.5")?.int == nil)
    #expect(GraphQLNumber(Double.infinity) == nil)
    #expect(GraphQLNumber(-Double.zero)?.double?.sign == .minus)
    #expect(GraphQLNumber("0.1")?.decimal == Decimal(string: "0.1"))
    #expect(GraphQLNumber("1e400")?.decimal == nil)
    #expect(GraphQLNumber(" 1") == nil && GraphQLNumber("") == nil && GraphQLNumber("\"1\"") == nil)
  }

  @Test func `numbers are made from literals and from other numbers`() {
    let (integer, fraction): (GraphQLNumber, GraphQLNumber) = (-7, 2.5)
    #expect(integer.int == -7 && integer.double == -7 && fraction.double == 2.5 && fraction.int == nil)
    #expect(
      GraphQLNumber(floatLiteral: 2.0).description == "2"
        && GraphQLNumber(floatLiteral: 0.0).description == "0")
    #expect(
      GraphQLNumber(floatLiteral: -0.0).description == "-0.0"
        && GraphQLNumber(floatLiteral: 1e19).description == "1e+19")
    #expect(GraphQLNumber("0.0")?.int == 0 && GraphQLNumber("0e5")?.integer(UInt8.self) == 0)
    #expect(
      GraphQLNumber("255")?.integer(UInt8.self) == 255 && GraphQLNumber("256")?.integer(UInt8.self) == nil)
    #expect(
      GraphQLNumber("-128")?.integer(Int8.self) == -128 && GraphQLNumber("-129")?.integer(Int8.self) == nil)
    let repeated: GraphQLValue = ["a": 1, "a": 2]
    #expect(repeated == ["a": 1])
  }

  @Test func `numbers that a coder cannot represent are errors`() throws {
    let plist = try PropertyListEncoder().encode(["v": Double.infinity])
    let error = #expect(throws: DecodingError.self) {
      try PropertyListDecoder().decode([String: GraphQLNumber].self, from: plist)
    }
    guard case .dataCorrupted(let context)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.debugDescription == "The number is not finite.")
    let large = #expect(throws: EncodingError.self) {
      try JSONEncoder().encode(["v": GraphQLNumber("1e400")])
    }
    guard case .invalidValue(_, let place)? = large else { return }
    #expect(place.debugDescription == "The number is outside of the encoder's range.")
    #expect(GraphQLPath(place.codingPath) == ["v"])
  }

  @Test(arguments: [
    "null", "true", "\"x\"", "[]", "{}", #"{"a":[1,{"b":null}],"c":"é"}"#, "9007199254740993", "0.1",
    "-12.25", "1e300",
    "18446744073709551615", "123456789012345678901234567890", "[true,1,0,false]",
  ])
  func `values survive encoding and decoding`(text: String) throws {
    let value = try GraphQLValue(json: text)
    #expect(try JSONDecoder().decode(GraphQLValue.self, from: Data(text.utf8)) == value)
    #expect(try GraphQLValue(json: JSONEncoder().encode(value)) == value)
    let list = try PropertyListEncoder().encode(["v": value.isNull ? "none" : value])
    #expect(
      try PropertyListDecoder().decode([String: GraphQLValue].self, from: list)["v"] != nil || value.isNull)
  }

  @Test func `members are sorted and the first counts`() throws {
    #expect(try GraphQLValue(json: #"{"b":1,"a":2,"b":3}"#).description == #"{"a":2,"b":1}"#)
  }

  @Test func `from any bytes`() throws {
    let json = Array("[1]".utf8)
    #expect(try GraphQLValue(json: Data(json)) == [1])
    #expect(try GraphQLValue(json: json[...]) == [1])
    #expect(try json.withUnsafeBytes { try GraphQLValue(json: $0) } == [1])
    #expect(try GraphQLValue(json: Array(json.reversed()).reversed()) == [1])
  }
}
