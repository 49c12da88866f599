import Apus
import Testing

/// Types that the schema gains later never fail a response.
@Suite(.timeLimit(.minutes(15))) struct LaterTypesTests {
  @Test func `a type that does not meet what all of today do is other`() throws {
    typealias Data = ConditionThatEveryTypeOfTodayMeets.HomeQuery.Data
    let data = try Data(
      json:
        #"{"search":[{"__typename":"Song"},{"__typename":"Band","__isEntity":"Band","id":"1"}],"thing":{"__typename":"Hill","name":"N"}}"#
    )
    guard case .other(let song) = data.search[0], case .entity(let band) = data.search[1] else {
      throw Unexpected()
    }
    #expect(song.__typename == "Song")
    #expect(band.id == "1")
    #expect(data.search.map { $0.asEntity?.id } == [nil, "1"])
    #expect(data.thing?.name == "N")
    #expect(data.thing?.key == nil)
  }

  @Test func `a type that meets one of two conditions is not of the case of both`() throws {
    typealias Data = LaterTypeOfOneAlternative.HomeQuery.Data
    let data = try Data(json: #"{"n":{"__typename":"Wolf","__isPet":"Wolf","a":1}}"#)
    guard case .pet(let wolf) = data.n else { throw Unexpected() }
    #expect(wolf.a == 1)
    #expect(data.n?.asPet != nil)
    #expect(data.n?.asAny2 == nil)
  }

  private struct Unexpected: Error {}
}
