import Apus
import Foundation
import Testing

@Suite(.timeLimit(.minutes(15))) struct GraphQLNullableTests {
  @Test func `literals are values`() {
    let string: GraphQLNullable<String> = "a\(1)"
    let int: GraphQLNullable<Int> = 1
    let double: GraphQLNullable<Double> = 1.5
    let bool: GraphQLNullable<Bool> = true
    let list: GraphQLNullable<[Int?]> = [1, nil]
    let null: GraphQLNullable<Int> = .null
    #expect(string.value == "a1" && int.value == 1 && double.value == 1.5 && bool.value == true)
    #expect(list.value == [1, nil])
    #expect(null.isNull && !null.isUnset && null.value == nil)
    #expect(!int.isNull && !int.isUnset && !GraphQLNullable<Int>.unset.isNull)
    let letter: GraphQLNullable<Unicode.Scalar> = "a"
    let character: GraphQLNullable<Character> = "e\u{301}"
    #expect(letter.value == "a" && character.value == "é")
    func fromNil<Value: ExpressibleByNilLiteral>(_ type: Value.Type) -> Value { nil }
    #expect(fromNil(GraphQLNullable<Int>.self) == .null)
  }

  @Test func `an optional is a value or null`() {
    let none: Int? = nil
    #expect(GraphQLNullable(none) == .null)
    #expect(GraphQLNullable(Optional(3)) == .value(3))
    #expect(GraphQLNullable.ifPresent(none) == .unset)
    #expect(GraphQLNullable.ifPresent(3) == .value(3))
    #expect(GraphQLNullable.value(3).map(String.init) == .value("3"))
    #expect(GraphQLNullable<Int>.unset.map(String.init) == .unset)
    #expect(GraphQLNullable<Int>.null.map(String.init) == .null)
    #expect((GraphQLNullable<Int>.null ?? 4) == 4)
  }

  @Test func `codable on its own`() throws {
    let values: [GraphQLNullable<Int>] = [1, .null, .unset]
    let json = try JSONEncoder().encode(values)
    #expect(String(decoding: json, as: UTF8.self) == "[1,null,null]")
    #expect(try JSONDecoder().decode([GraphQLNullable<Int>].self, from: json) == [1, .null, .null])
  }
}
