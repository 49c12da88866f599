import Apus
import ApusTesting
import Testing

/// Sample values of every operation of the golden cases.
@Suite struct SampleTests {
  @Test(arguments: GoldenOperation.all.keys.sorted())
  func `each type has a sample that survives encoding and decoding`(_ name: String) throws {
    try #require(GoldenOperation.all[name]).checkSample()
  }
}

/// What is given, what is invented for it, and what is wrong with it.
@Suite struct SampleOverrideTests {
  @Test func `what is given stays, and another seed invents other values`() throws {
    typealias Feed = AccessorsForEveryValueOfACondition.ZooQuery.Data
    let given = try Feed.sample(["animals": [["__typename": "Parrot", "name": "Polly"], [:]]])
    #expect(given.animals.count == 2)
    #expect(given.animals[0].__typename == "Parrot" && given.animals[0].name == "Polly")
    #expect(given.animals[1].name == "Name 2")
    #expect(try Feed.sample(["animals": []]).animals.isEmpty)
  }

  @Test func `a member that does not exist is an error with a suggestion`() throws {
    typealias Feed = AccessorsForEveryValueOfACondition.ZooQuery.Data
    let error = #expect(throws: GraphQLSampleError.self) {
      try Feed.sample(["animals": [["nmae": "Polly"]]])
    }
    #expect(error?.description == "Data: animals.0.nmae: there is no such member. Did you mean \"name\"?")
  }
}
