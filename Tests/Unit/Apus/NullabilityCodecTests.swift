import Foundation
import Testing

import Apus

@Suite(.timeLimit(.minutes(15))) struct NullabilityCodecTests {
  private typealias Text = _GraphQLLeafCodec<String>

  /// Expects that a codec writes what it read, as JSON and to an encoder.
  private func expectRewritten<Codec: GraphQLCodec>(
    _ codec: Codec.Type, _ texts: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for text in texts {
      let json = #"{"v":\#(text)}"#
      let value = try Coded<Codec>(json: json)
      #expect(try value.jsonString() == json, sourceLocation: sourceLocation)
      #expect(
        try GraphQLValue(json: JSONEncoder().encode(value)) == GraphQLValue(json: json),
        sourceLocation: sourceLocation)
      #expect(
        try JSONDecoder().decode(Coded<Codec>.self, from: Data(json.utf8)) == value,
        sourceLocation: sourceLocation)
    }
  }

  @Test func `each codec writes what it read`() throws {
    try expectRewritten(_GraphQLThrowingCodec<Text>.self, #""a""#, "null")
    try expectRewritten(_GraphQLSemanticNonNullCodec<Text>.self, #""a""#)
    try expectRewritten(_GraphQLRequiredCodec<Text>.self, #""a""#)
    try expectRewritten(_GraphQLRequiredByParentCodec<Text>.self, #""a""#)
    try expectRewritten(_GraphQLNilWithinCodec<_GraphQLOptionalCodec<Text>>.self, #""a""#, "null")
    try expectRewritten(_GraphQLCatchingCodec<_GraphQLThrowingCodec<Text>>.self, #""a""#, "null")
    try expectRewritten(_GraphQLPresentCodec.self, #"{"a":[1,null]}"#, "0")
    try expectRewritten(
      _GraphQLListCodec<_GraphQLCodableCodec<Money>>.self, "[]", #"[{"amount":3,"currency":"EUR"}]"#)
    try expectRewritten(_GraphQLListCodec<_GraphQLLeafCodec<Bool>>.self, "[true,false]")
    try expectRewritten(_GraphQLListCodec<_GraphQLLeafCodec<GraphQLNumber>>.self, "[1,0.25]")
    try expectRewritten(
      _GraphQLOptionalCodec<_GraphQLListCodec<_GraphQLOptionalCodec<_GraphQLIdentifierCodec<Int>>>>.self,
      #"["a",null]"#, "null")
  }

  @Test func `input objects are written, but not read`() throws {
    let filters = [[Filter(name: "a")], []]
    typealias Codec = _GraphQLListCodec<_GraphQLListCodec<_GraphQLInputCodec<Filter>>>
    #expect(try Coded<Codec>(filters).jsonString() == #"{"v":[[{"name":"a"}],[]]}"#)
    #expect(
      try GraphQLValue(json: JSONEncoder().encode(Coded<Codec>(filters))) == ["v": [[["name": "a"]], []]])
    let expected = #"Filter is only sent: "decodableInputs" in apus.json lets it be decoded."#
    for decode in [
      { try Coded<_GraphQLInputCodec<Filter>>(json: $0) },
      { try JSONDecoder().decode(Coded<_GraphQLInputCodec<Filter>>.self, from: Data($0.utf8)) },
    ] as [(String) throws -> Coded<_GraphQLInputCodec<Filter>>] {
      let error = #expect(throws: DecodingError.self) { try decode(#"{"v":{}}"#) }
      guard case .dataCorrupted(let context)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(context.debugDescription == expected)
    }
  }

  @Test func `the sample of a codec around another is the other's`() {
    #expect(_GraphQLThrowingCodec<GraphQLUUIDCodec>.sample == GraphQLUUIDCodec.sample)
    #expect(_GraphQLSemanticNonNullCodec<GraphQLUUIDCodec>.sample == GraphQLUUIDCodec.sample)
    #expect(_GraphQLRequiredCodec<GraphQLUUIDCodec>.sample == GraphQLUUIDCodec.sample)
    #expect(_GraphQLRequiredByParentCodec<GraphQLUUIDCodec>.sample == GraphQLUUIDCodec.sample)
    #expect(_GraphQLNilWithinCodec<_GraphQLOptionalCodec<GraphQLUUIDCodec>>.sample == GraphQLUUIDCodec.sample)
    #expect(_GraphQLCatchingCodec<_GraphQLOptionalCodec<GraphQLUUIDCodec>>.sample == GraphQLUUIDCodec.sample)
    #expect(_GraphQLListCodec<GraphQLUUIDCodec>.sample == GraphQLUUIDCodec.sample.map { [$0] })
  }

  @Test func `the samples of scalars can be read`() throws {
    func sample<Codec: GraphQLCodec>(_ codec: Codec.Type) throws -> Codec.Value {
      let sample = try #require(codec.sample)
      return try Coded<Codec>(json: GraphQLValue.object(["v": sample]).json()).value
    }
    #expect(try sample(GraphQLDateTimeCodec.self) == sample(GraphQLEpochSecondsCodec.self))
    #expect(try sample(GraphQLDecimalCodec.self) == Decimal(string: "9.5"))
  }

  /// A response with null at `v`, with and without an error there, read both ways.
  private func outcomes<Codec: GraphQLCodec>(of codec: Codec.Type, _ errors: String) -> [String] {
    [
      #"{"data":{"v":null}\#(errors)}"#,
      #"{\#(errors.dropFirst())\#(errors.isEmpty ? "" : ",")"data":{"v":null}}"#,
    ]
    .flatMap { json in
      [
        { try GraphQLResponse<Coded<Codec>>(json: json) },
        { try JSONDecoder().decode(GraphQLResponse<Coded<Codec>>.self, from: Data(json.utf8)) },
      ].map { (read: () throws -> GraphQLResponse<Coded<Codec>>) in
        do {
          let response = try read()
          return response.data.map { "\($0.value)" } ?? "no data, \(response.errors.count)"
        } catch DecodingError.valueNotFound(_, let context) {
          return context.debugDescription
        } catch let error as GraphQLDecodingError {
          return error.description
        } catch {
          return "\(error)"
        }
      }
    }
  }

  @Test func `a null has an error, or breaks a promise`() {
    let errors = #","errors":[{"message":"no","path":["v"]}]"#
    let others = #","errors":[{"message":"no","path":["w"]},{"message":"nowhere"}]"#
    let failed = Array(repeating: "no data, 1", count: 4)
    #expect(outcomes(of: _GraphQLThrowingCodec<Text>.self, errors) == failed)
    #expect(outcomes(of: _GraphQLThrowingCodec<Text>.self, others) == Array(repeating: "nil", count: 4))
    #expect(outcomes(of: _GraphQLSemanticNonNullCodec<Text>.self, errors) == failed)
    #expect(outcomes(of: _GraphQLRequiredCodec<Text>.self, errors) == failed)
    let required = "data.v: expected a value, since the field is required, found null"
    #expect(
      outcomes(of: _GraphQLRequiredCodec<Text>.self, others)
        == [required, "The field is required but null.", required, "The field is required but null."])
    let broken = outcomes(of: _GraphQLSemanticNonNullCodec<Text>.self, "")
    #expect(broken[0] == "data.v: expected a value, found null without an error")
    #expect(broken[2] == broken[0])
    #expect(broken[1].contains("expected a value") && broken[3] == broken[1])
    #expect(
      outcomes(of: _GraphQLCatchingCodec<_GraphQLThrowingCodec<Text>>.self, errors)
        == Array(repeating: "nil", count: 4))
  }

  @Test func `a null that a codec rejects has the response's errors`() {
    enum Rejecting: GraphQLCodec {
      struct Rejection: Error {}
      static func read(from reader: inout GraphQLReader) throws -> String {
        if try reader.readNull() { throw Rejection() }
        return try reader.readString()
      }
      static func write(_ value: String, to writer: inout GraphQLWriter) throws { writer.writeString(value) }
    }
    let errors = #","errors":[{"message":"no","path":["v"]}]"#
    #expect(outcomes(of: Rejecting.self, errors)[0] == "no data, 1")
    #expect(outcomes(of: Rejecting.self, errors)[2] == "no data, 1")
    #expect(outcomes(of: Rejecting.self, "")[0] == "data.v: expected Rejection(), found null")
  }

  @Test func `errors that cannot be read are reported, and not the null that they might be about`() {
    let outcomes = outcomes(of: _GraphQLThrowingCodec<Text>.self, #","errors":[5]"#)
    #expect(outcomes[0] == "errors[0]: expected object, found 5")
    #expect(outcomes[2] == outcomes[0])
  }
}
