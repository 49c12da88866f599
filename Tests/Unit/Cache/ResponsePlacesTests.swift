import Apus
import Testing

@testable import ApusCache

/// Places in the text of a response.
@Suite(.timeLimit(.minutes(15))) struct ResponsePlacesTests {
  @Test(
    arguments: [
      ("{\"data\":{\"a\":1}}", 8), ("  { \"data\" : {} }", 13),
      ("{\"errors\":[{\"data\":{}}],\"data\":{}}", 31),
      ("{\"extensions\":\"}\\\"\",\"data\":{},\"data\":{}}", 27), (#"{"\u0064ata":{}}"#, 13),
      ("{\"data\":null}", nil),
      ("{\"data\":[]}", nil), ("{\"datb\":{},\"date\":{}}", nil), ("{}", nil), ("", nil), ("[]", nil),
      ("{\"data\":", nil),
    ] as [(String, Int?)])
  func `the data is the first member of that name, if it is an object`(_ text: String, _ offset: Int?) {
    let found = Array(text.utf8).withUnsafeBufferPointer { json in
      ResponsePlaces.data(in: json).map { data in (json.count - data.count, data.first) }
    }
    #expect(found?.0 == offset)
    #expect(offset == nil || found?.1 == UInt8(ascii: "{"))
  }

  @Test(
    arguments: [
      (["a"], nil), (["b"], "{\"a\":1,\"b\":"), (["b", "c", 1], "{\"a\":1,\"b\":"),
      (["d", 0, "e"], "{\"a\":1,\"b\":null,\"d\":[{\"e\":"),
      (["d", 1], "{\"a\":1,\"b\":null,\"d\":[{\"e\":null},"),
      (["d", 1, "e", "f"], "{\"a\":1,\"b\":null,\"d\":[{\"e\":null},"), (["d", 2], nil),
      (["d", "e"], nil),
      ([0], nil), (["x"], nil), (["a", "b"], nil), ([], nil),
    ] as [([GraphQLPath.Component], String?)])
  func `an error's null is at its path, or where it moved up to`(
    _ path: [GraphQLPath.Component], _ before: String?
  ) {
    let text = "{\"a\":1,\"b\":null,\"d\":[{\"e\":null},null],\"g\":null}"
    let error = GraphQLError(message: "no", path: GraphQLPath(path))
    let found = Array(text.utf8).withUnsafeBufferPointer { ResponsePlaces.nulls(of: [error], in: $0) }
    #expect(found == (before.map { [$0.utf8.count: "no"] } ?? [:]))
  }

  @Test func `an error without a path has no place, and the last of several at one place counts`() {
    let errors = [
      GraphQLError(message: "a"), GraphQLError(message: "b", path: ["b"]),
      GraphQLError(message: "c", path: ["b"]),
    ]
    let found = Array("{\"b\" : null}".utf8).withUnsafeBufferPointer {
      ResponsePlaces.nulls(of: errors, in: $0)
    }
    #expect(found == [7: "c"])
    #expect(ResponsePlaces.nulls(of: errors, in: UnsafeBufferPointer(start: nil, count: 0)).isEmpty)
  }

  /// Each length up to three words, with a quote or an escape at each place.
  @Test func `a string ends at its quote, wherever that is`() {
    for count in 0..<26 {
      for escape in 0...count {
        var inner = Array(repeating: UInt8(ascii: "x"), count: count)
        if escape + 1 < count { inner.replaceSubrange(escape...(escape + 1), with: Array("\\\"".utf8)) }
        let text = Array("\"".utf8) + inner + Array("\",\"".utf8)
        let offset = text.withUnsafeBufferPointer { json -> Int? in
          guard let start = json.baseAddress else { return nil }
          var scanner = JSONScanner(json, start)
          scanner.skipValue()
          return scanner.offset
        }
        #expect(offset == count + 2)
      }
    }
  }

  @Test(
    arguments: [
      ("12,3", 2), ("true}", 4), ("null]", 4), ("1 2", 1), ("-1.5e3", 6), ("{\"a\":[1,{}]},1", 12), ("[]", 2),
      ("[\"]\"],", 5),
      ("{\"}\":1}2", 7), ("", 0), ("\"ab", 3), ("[1,[2", 5), ("\"a\\", 3),
    ])
  func `a value ends before what follows it`(_ text: String, _ count: Int) {
    let offset = Array((text + " ").utf8).withUnsafeBufferPointer { buffer -> Int? in
      let json = UnsafeBufferPointer(rebasing: buffer.dropLast())
      guard let start = json.baseAddress else { return nil }
      var scanner = JSONScanner(json, start)
      scanner.skipValue()
      return scanner.offset
    }
    #expect(offset == count)
  }

  @Test func `bytes are equal if all of them are`() {
    for count in 0..<42 {
      let one = (0..<count).map { UInt8($0) }
      #expect(areEqual(one, one, count))
      for place in 0..<count {
        var other = one
        other[place] ^= 0x80
        #expect(!areEqual(one, other, count), "\(place) of \(count)")
      }
      // What lies beyond does not count.
      #expect(areEqual(one + [1], one + [2], count))
    }
  }
}
