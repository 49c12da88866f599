import Apus
import Testing

/// Over the golden case of the same name.
@Suite(.timeLimit(.minutes(15))) struct MarkersOfAnObjectTypeTests {
  @Test func `markers hold the type that the field names`() throws {
    let json = """
      {"viewer":{"login":"a","__isActor":"User"},"reader":{"__typename":"User","login":"b","__isActor":"User"},\
      "bot":{"__typename":"Bot","login":"c","__isActor":"Bot"}}
      """
    let data = try MarkersOfAnObjectType.HomeQuery.Data(json: json)
    #expect(String(decoding: try data.json(), as: UTF8.self) == json)
  }
}
