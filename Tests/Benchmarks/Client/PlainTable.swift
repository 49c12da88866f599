import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The same query as a program without any library would ask it.
struct PlainTable {
  private struct Request: Encodable {
    let query: String
    let operationName: String
    let variables: [String: Int]
  }

  struct Response: Decodable {
    struct Data: Decodable { let table: [Row] }
    let data: Data
  }

  struct Row: Codable, Equatable {
    let id: String
    let index: Int
    let name: String
    let score: Double
    let active: Bool
    let note: String?
  }

  private let url: URL
  private let session: URLSession

  init(url: URL) {
    self.url = url
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpMaximumConnectionsPerHost = 32
    // As the client's: with a cache and cookies it takes longer.
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    session = URLSession(configuration: configuration)
  }

  func fetch(count: Int) async throws -> [Row] {
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.setValue(
      "application/graphql-response+json, application/json;q=0.9", forHTTPHeaderField: "Accept")
    request.httpBody = try JSONEncoder().encode(
      Request(query: TableQuery.operationDocument, operationName: "Table", variables: ["count": count]))
    let (data, response) = try await session.data(for: request)
    guard let response = response as? HTTPURLResponse, 200..<300 ~= response.statusCode else {
      throw URLError(.badServerResponse)
    }
    return try JSONDecoder().decode(Response.self, from: data).data.table
  }
}
