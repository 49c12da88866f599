import Apus
import ApusTesting
import Testing

/// What `GraphQLShapeCoverage` sees in values that do not come from `samples()`.
@Suite(.timeLimit(.minutes(15))) struct ShapeCoverageOfValuesTests {
  private func missing<Operation: GraphQLOperation>(
    _ type: Operation.Type, of data: Operation.Data
  ) throws -> [String] {
    let coverage = try GraphQLShapeCoverage(type)
    try coverage.record(data)
    return coverage.operations[0].missing
  }

  @Test func `a member that is left out of a fragment is not nil in the object`() throws {
    typealias Data = FragmentsThatCasesHaveAsProperties.HomeQuery.Data
    let data = try Data(json: #"{"n":{"__typename":"B","a":1,"b":2,"...G":{"__typename":"B","a":1}}}"#)
    let missing = try missing(FragmentsThatCasesHaveAsProperties.HomeQuery.self, of: data)
    #expect(missing.contains("n.b is nil") && missing.contains("n.b is included"))
    #expect(!missing.contains("n.b is present") && !missing.contains("n.b is left out"))
  }

  @Test func `a result of null is included`() throws {
    let json = """
      {"album":{"id":"1","released":null,"size":null,"extra":null,"tags":null},"other":null}
      """
    let data = try ResultsOfEveryScalar.HomeQuery.Data(json: json)
    let missing = try missing(ResultsOfEveryScalar.HomeQuery.self, of: data)
    #expect(!missing.contains("album.size is included") && !missing.contains("album.size is nil"))
    #expect(missing.contains("album.size is left out"))
    #expect(!missing.contains("album.count is left out") && missing.contains("album.count is included"))
  }

  @Test func `the type that only a fragment tests for is seen`() throws {
    let json = """
      {"events":[{"__typename":"B","at":1,"id":"1","b":2}],"same":[],"sometimes":[],"thing":null,"first":null}
      """
    let data = try ManyTypeConditions.FeedQuery.Data(json: json)
    let missing = try missing(ManyTypeConditions.FeedQuery.self, of: data)
    #expect(!missing.contains("events[] is B") && missing.contains("events[] is A"))
  }

  @Test func `a type that the app does not know counts as another type, whatever interfaces it has`() throws {
    typealias Home = TypeConditions.HomeQuery
    let json = #"{"animal":{"__typename":"Dog","__isPet":"Dog","name":"Rex","...PetCard@defer":"pending"}}"#
    let data = try Home.Data(json: json)
    guard case .other(let other)? = data.animal else {
      Issue.record("\(data)")
      return
    }
    #expect(other.petCard == .pending)
    let missing = try missing(Home.self, of: data)
    #expect(!missing.contains("animal is of another type") && missing.contains("animal is Cat"))
    #expect(!missing.contains { $0.contains("another Pet") })
  }
}
