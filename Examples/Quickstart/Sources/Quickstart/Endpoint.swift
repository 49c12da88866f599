import Apus
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Asks a server over HTTP.
struct Endpoint: Source {
  let url: URL

  func fetch<Query: GraphQLQuery>(_ query: Query) async throws -> Query.Data {
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.setValue("application/graphql-response+json, application/json", forHTTPHeaderField: "Accept")
    request.httpBody = Data(try query.requestBody())
    let (bytes, response) = try await URLSession.shared.data(for: request)
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    guard 200..<300 ~= status else { throw Failure("\(url) answers with status \(status)") }
    return try Query.response(json: bytes).dataOrThrow()
  }
}
