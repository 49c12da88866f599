import Apus
import Testing

/// With `"mutableProperties": true` a change reaches through enums and through fragments' protocols.
@Suite(.timeLimit(.minutes(15))) struct MutablePropertiesTests {
  private typealias Data = MutablePropertiesThroughEnums.EventsQuery.Data

  private let json = """
    {"events": [{"__typename": "Concert", "id": "1", "title": "A", "place": {"name": "Here"}, "genre": "Jazz"}],
     "next": {"__typename": "Concert", "title": "B", "place": null, "genre": "Rock"}}
    """

  private func rename(_ row: inout some MutablePropertiesThroughEnums.EventRowFragment) { row.title = "New" }

  @Test func `shared properties and cases can be set`() throws {
    var data = try Data(json: json)
    data.events[0].title = "C"
    data.events[0].place?.name = "There"
    data.events[0].asConcert?.genre = "Folk"
    data.events[0].asTalk?.speaker = "Nobody"
    let concert = try #require(data.events[0].asConcert)
    #expect(concert.title == "C" && concert.place?.name == "There" && concert.genre == "Folk")
    rename(&data.events[0])
    #expect(data.events[0].title == "New")
    if var next = data.next {
      rename(&next)
      #expect(next.title == "New" && next.__typename == "Concert")
    }
  }
}
