import Apus
import Testing

/// What has a default and refuses null is left out, or has a value: nothing that is emitted can send null.
@Suite(.timeLimit(.minutes(15))) struct NonNullWithDefaultTests {
  @Test func `what nobody gives is left out`() throws {
    #expect(try GraphQLValue(json: NonNullWithDefault.FindQuery().json()) == [:])
    #expect(
      try GraphQLValue(json: NonNullWithDefault.FindQuery(first: nil, count: nil, kinds: nil).json()) == [:])
    #expect(try GraphQLValue(json: NonNullWithDefault.Filter(size: nil, inner: nil, w: nil).json()) == [:])
  }

  @Test func `what is given is sent`() throws {
    let filter = NonNullWithDefault.Filter(
      size: 2, name: .null, kinds: [.jazz], inner: .init(from: 3), id: "x", grid: [["y", nil], nil], w: 4)
    let query = NonNullWithDefault.FindQuery(first: 1, by: .value(filter), kinds: [.rock])
    let json = try query.json()
    #expect(
      try GraphQLValue(json: json) == [
        "first": 1, "kinds": ["ROCK"],
        "by": [
          "size": 2, "name": .null, "kinds": ["JAZZ"], "inner": ["from": 3], "id": "x",
          "grid": [["y", .null], .null],
          "w": 4,
        ],
      ])
    #expect(try NonNullWithDefault.FindQuery(json: json) == query)
  }

  @Test func `null is refused when read`() {
    #expect(throws: (any Error).self) {
      try NonNullWithDefault.FindQuery(json: Array(#"{"first": null}"#.utf8))
    }
  }
}
