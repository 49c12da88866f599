import Apus
import Foundation

/// Answers with responses that were recorded, one file for each operation.
struct Recordings: Source {
  func fetch<Query: GraphQLQuery>(_ query: Query) async throws -> Query.Data {
    let name = Query.operationName
    guard let url = Bundle.module.url(forResource: name, withExtension: "json", subdirectory: "Recorded")
    else {
      throw Failure("there is no recorded response for \(name)")
    }
    return try Query.response(json: Data(contentsOf: url)).dataOrThrow()
  }
}
