import Apus
import Foundation
import Testing

/// An even number: it refuses others in its own way when it is read, and negative ones when it is written.
private struct Even: Codable, Hashable {
  struct Odd: Error {}

  var number: Int

  init(_ number: Int) { self.number = number }
  init(from decoder: any Decoder) throws {
    number = try decoder.singleValueContainer().decode(Int.self)
    if number % 2 != 0 { throw Odd() }
  }
  func encode(to encoder: any Encoder) throws {
    if number < 0 { throw Odd() }
    try number.encode(to: encoder)
  }
}

private enum Side: String, Codable, Hashable { case left, right }

private struct Choice: GraphQLObject {
  var even: GraphQLNullable<Even>
  var side: GraphQLNullable<Side>
  var date: GraphQLNullable<Date>

  init(
    even: GraphQLNullable<Even> = .unset, side: GraphQLNullable<Side> = .unset,
    date: GraphQLNullable<Date> = .unset
  ) { (self.even, self.side, self.date) = (even, side, date) }

  init(_reading reader: inout GraphQLReader) throws {
    even = try reader.nullableCodable("even")
    side = try reader.nullableCodable("side")
    date = try reader.nullableScalar("date", as: GraphQLDateTimeCodec.self)
  }

  func _write(to writer: inout GraphQLWriter) {
    writer.nullableCodable("even", even)
    writer.nullableCodable("side", side)
    writer.nullableScalar("date", date, as: GraphQLDateTimeCodec.self)
  }
}

@Suite(.timeLimit(.minutes(15))) struct CodableScalarTests {
  @Test(arguments: [
    "{}", #"{"even":null}"#, #"{"even":4}"#, #"{"even":4,"side":"left"}"#, #"{"side":null,"date":null}"#,
    #"{"side":"right","date":"2024-05-01T12:30:00Z"}"#,
  ])
  func `inputs are unset, null or values`(_ json: String) throws {
    let choice = try Choice(json: json)
    #expect(try choice.jsonString() == json)
    #expect(
      choice.even.isUnset != json.contains("even") && choice.even.isNull == json.contains(#"even":null"#))
    #expect(choice.side.isUnset != json.contains("side") && choice.date.isUnset != json.contains("date"))
    #expect(try JSONDecoder().decode(Choice.self, from: Data(json.utf8)) == choice)
    #expect(try GraphQLValue(json: JSONEncoder().encode(choice)) == GraphQLValue(json: json))
  }

  @Test func `unset, null and values hash differently`() {
    let date = Date(timeIntervalSinceReferenceDate: 0)
    let choices = [
      Choice(), Choice(even: .null), Choice(even: .value(Even(2))), Choice(side: .null),
      Choice(side: .value(.left)), Choice(side: .value(.right)), Choice(date: .null),
      Choice(date: .value(date)),
    ]
    #expect(Set(choices.map(\.hashValue)).count == choices.count)
  }

  @Test func `a type's own error is reported at the value's place`() {
    #expect(failure(Choice.self, #"{"even":3}"#) == "even: expected Odd(), found 3")
    #expect(failure(Choice.self, #"{"even":"3"}"#) == #"even: expected Int, found "3""#)
    #expect(
      failure(Choice.self, #"{"side":"up"}"#)
        == #"side: expected Cannot initialize Side from invalid String value up, found "up""#)
    let decoded = decoderFailure(Choice.self, #"{"even":3}"#)
    #expect(decoded?.path == ".even" && decoded?.message == "expected value")
  }

  @Test func `a value that cannot be encoded is an error`() {
    let choice = Choice(even: .value(Even(-2)))
    #expect(throws: Even.Odd.self) { try choice.json() }
    #expect(throws: Even.Odd.self) { try JSONEncoder().encode(choice) }
  }

  @Test(arguments: [
    (#"{"amount":"3","currency":"EUR"}"#, "amount: expected Int, found another type"),
    (#"{"amount":null,"currency":"EUR"}"#, "amount: expected Int, found null"),
    (#"{"amount":3}"#, "currency: expected a value, found no such key"),
  ])
  func `an object says where another type does not fit`(_ json: String, _ message: String) throws {
    let object = try GraphQLAnyObject(json: json)
    let error = #expect(throws: GraphQLDecodingError.self) { try object.decode(as: Money.self) }
    #expect(error?.description == message)
  }

  @Test func `an object says why another type rejects its value`() throws {
    struct Way: Decodable { var side: Side }
    let object = try GraphQLAnyObject(json: #"{"side":"up"}"#)
    let error = #expect(throws: GraphQLDecodingError.self) { try object.decode(as: Way.self) }
    #expect(
      error?.description
        == "side: expected Cannot initialize Side from invalid String value up, found another value")
    #expect(error?.kind == .invalidValue)
  }

  /// Some members with names of the type's own, and others.
  private struct Open: GraphQLObject {
    var name: String
    var rest: GraphQLAnyObject

    init(_ name: String, _ rest: GraphQLAnyObject) { (self.name, self.rest) = (name, rest) }
    init(_reading reader: inout GraphQLReader) throws {
      name = try reader.string("name")
      rest = try GraphQLAnyObject(_reading: &reader)
    }
    func _write(to writer: inout GraphQLWriter) {
      writer.string("name", name)
      rest._write(to: &writer)
    }
  }

  @Test func `members of any names follow others`() throws {
    #expect(try Open("a", GraphQLAnyObject(["b": 1])).jsonString() == #"{"name":"a","b":1}"#)
    #expect(try Open("a", GraphQLAnyObject([:])).jsonString() == #"{"name":"a"}"#)
    let encoded = try JSONEncoder().encode(Open("a", GraphQLAnyObject(["b": [1, nil]])))
    #expect(try GraphQLValue(json: encoded) == ["name": "a", "b": [1, nil]])
    let objects = ["{}", #"{"a":1}"#, #"{"a":1,"b":2}"#].map { text in try? GraphQLAnyObject(json: text) }
    #expect(Set(objects).count == 3)
    #expect(try GraphQLAnyObject(json: #"{"b":2,"a":1}"#) == objects[2])
  }
}
