import Apus
import ApusTesting
import Testing

/// Sample values of every operation of the golden cases.
@Suite(.timeLimit(.minutes(5))) struct SampleTests {
  @Test(arguments: GoldenOperation.all.keys.sorted())
  func `each type has a sample that survives encoding and decoding`(_ name: String) throws {
    try #require(GoldenOperation.all[name]).checkSample()
  }
}

/// What is given, what is invented for it, and what is wrong with it.
@Suite(.timeLimit(.minutes(5))) struct SampleOverrideTests {
  @Test func `what is given stays, and another seed invents other values`() throws {
    typealias Feed = AccessorsForEveryValueOfACondition.ZooQuery.Data
    let given = try Feed.sample(["animals": [["__typename": "Parrot", "name": "Polly"], [:]]])
    #expect(given.animals.count == 2)
    #expect(given.animals[0].__typename == "Parrot" && given.animals[0].name == "Polly")
    #expect(given.animals[1].name == "Name 2")
    #expect(try Feed.sample(["animals": []]).animals.isEmpty)
  }

  @Test func `what may be null is invented, and given`() throws {
    typealias Home = ConditionThatAlwaysHolds.HomeQuery.Data
    #expect(try Home.sample().pet?.nickname == "Nickname")
    #expect(try Home.sample(["pet": ["nickname": "Pol"]]).pet?.nickname == "Pol")
    #expect(try Home.sample(["pet": ["nickname": nil]]).pet?.nickname == nil)
    #expect(try Home.sample(["pet": nil]).pet == nil)
  }

  @Test func `typed identifiers differ as others do`() throws {
    let given = try IdentifiersThatMeet.HomeQuery.Data.sample()
    let album = try #require(given.album)
    #expect(IdentifiersThatMeet.NodeID(album.albumKey.id) == album.id)
    guard case .album(let node) = given.node else {
      Issue.record("\(given)")
      return
    }
    #expect(IdentifiersThatMeet.NodeID(node.id) != album.id)
  }

  @Test func `one member of an input is given, or the first one is invented`() throws {
    typealias By = DecodableOneOf.By
    #expect(try By.sample() == .id("1"))
    #expect(try By.sample(["name": "Polly"]) == .name("Polly"))
    #expect(try By.sample(["inner": [:]]) == .inner(.id("1")))
    #expect(throws: GraphQLSampleError.self) { try By.sample(["id": "1", "name": "Polly"]) }
  }

  @Test func `a member that does not exist is an error with a suggestion`() throws {
    typealias Feed = AccessorsForEveryValueOfACondition.ZooQuery.Data
    let error = #expect(throws: GraphQLSampleError.self) {
      try Feed.sample(["animals": [["nmae": "Polly"]]])
    }
    #expect(error?.description == "Data: animals.0.nmae: there is no such member. Did you mean \"name\"?")
  }
}
