import Apus
import Testing

@testable import ApusCache

/// Values that lack something, or have members twice.
@Suite(.timeLimit(.minutes(15))) struct PartialDataTests {
  @Test func `what may be null becomes null where it cannot be decoded`() throws {
    let boxes = "[{\"size\":1,\"inside\":null},{\"size\":\"x\",\"inside\":null},null]"
    let text =
      "{\"shelf\":{\"label\":5,\"colors\":[\"RED\",7],\"grid\":[[1,2],[3,\"x\"]],\"meta\":1,\"owner\":null,\"boxes\":\(boxes)}}"
    let found = PartialData.decode(ShelfQuery.Data.self, Array(text.utf8), [:])
    let shelf = try #require(found.value?.shelf)
    #expect(shelf.label == nil && shelf.meta == 1 && shelf.owner == nil)
    #expect(shelf.colors == [.red, nil])
    // No element of the list may be null, nor may a row.
    #expect(shelf.grid == nil)
    #expect(shelf.boxes?.map { $0?.size } == [1, nil, nil])
    #expect(found.failures.first?.description == "shelf.label")
    #expect(found.failures.last?.description == "shelf.boxes[1].size")
  }

  @Test func `what may not be null makes null of what is around it`() {
    let whole = "\"likes\":1,\"note\":null,\"author\":{\"name\":\"Ada\"}"
    let missing = PartialData.decode(PostQuery.Data.self, Array("{\"post\":{\(whole)}}".utf8), [:])
    #expect(missing.value != nil && missing.value?.post == nil)
    #expect(missing.failures.map(\.description) == ["post.title"])
    let feed = "{\"feed\":[{\"title\":\"One\",\"likes\":1,\"author\":null}]}"
    let root = PartialData.decode(FeedQuery.Data.self, Array(feed.utf8), [:])
    #expect(root.value == nil)
    #expect(root.failures.first?.description == "feed[0].author")
    let none = PartialData.decode(FeedQuery.Data.self, Array("{".utf8), [:])
    #expect(none.value == nil && none.failures.isEmpty)
    let list = PartialData.decode(FeedQuery.Data.self, Array("[]".utf8), [:])
    #expect(list.value == nil && list.failures.map(\.description) == [""])
  }

  @Test func `the members of fragments become those of the object around them`() {
    let value: GraphQLValue = [
      "a": 1, "o": ["x": 1],
      "...B": [
        "a": 2, "o": ["x": 2, "y": 2, "...C": ["z": 2, "y": 3]], "l": [["p": 2], ["q": 2]], "m": [4], "k": 1,
      ],
      "...A": [
        "o": ["y": 1], "l": [["p": 1], ["p": 1, "...D": ["r": 1]]], "m": [1, 2], "k": ["n": 1], "s": .null,
      ],
      "...E": .null, "...F": [["t": 1]],
    ]
    #expect(
      value.withFragmentsMerged == [
        "a": 1, "o": ["x": 1, "y": 1, "z": 2], "l": [["p": 1], ["p": 1, "r": 1, "q": 2]], "m": [1, 2],
        "k": ["n": 1],
        "s": .null,
      ])
    #expect(GraphQLValue.list([["...A": ["b": 1]], 2]).withFragmentsMerged == [["b": 1], 2])
  }

  @Test(
    arguments: [
      ([:], nil, nil, nil, nil), (["first": 3, "after": "c"], 3, nil, "c", nil),
      (["last": 2, "before": 7], nil, 2, nil, "7"),
      (["first": "3", "after": .null, "before": ["a"]], nil, nil, nil, nil),
    ] as [([String: GraphQLValue], Int?, Int?, String?, String?)])
  func `a page has numbers and cursors`(
    _ arguments: [String: GraphQLValue], _ first: Int?, _ last: Int?, _ after: String?, _ before: String?
  ) {
    let page = ConnectionPage(arguments)
    #expect(page.first == first && page.last == last && page.after == after && page.before == before)
  }

  @Test func `the state of a connection is stored as JSON`() {
    let states = [
      ConnectionState(hasStart: true, hasEnd: false, after: nil, before: "é\"", askedFirst: 3, askedLast: 0),
      ConnectionState(
        hasStart: false, hasEnd: true, after: "a", before: nil, askedFirst: 0, askedLast: 9, isWhole: true),
    ]
    func read(_ json: String) -> ConnectionState? { Array(json.utf8).withUnsafeBytes { ConnectionState($0) } }
    for state in states { #expect(read(state.json) == state) }
    #expect(
      read("{}")
        == ConnectionState(
          hasStart: false, hasEnd: false, after: nil, before: nil, askedFirst: 0, askedLast: 0))
    for json in ["", "[]", "null", "{", "7"] { #expect(read(json) == nil) }
  }
}
