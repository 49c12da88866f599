import ApusClient
import Foundation

/// A transport that returns recorded responses, one file for each operation, instead of asking a server.
struct Recordings: GraphQLTransport {
  func send(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse {
    let name = request.operations.map(\.name).joined()
    guard let file = Bundle.module.url(forResource: name, withExtension: "json", subdirectory: "Recorded")
    else {
      throw Failure("there is no recorded response for \(name)")
    }
    return GraphQLHTTPResponse(status: 200, body: try Data(contentsOf: file))
  }
}
