import AsyncHTTPClient
import Foundation
import NIOCore

/// The query by AsyncHTTPClient and types by hand, as a service without Apus would send it.
struct PlainClient {
  private struct Request: Encodable {
    let query: String
    let operationName: String
    let variables: [String: Int]
  }

  private struct Response: Decodable {
    struct Data: Decodable { let table: [Row] }
    let data: Data
  }

  struct Row: Decodable {
    let id: String
    let index: Int
    let name: String
    let score: Double
    let active: Bool
    let note: String?
  }

  private let url: String
  private let client: HTTPClient

  init(url: String) {
    self.url = url
    // As AsyncHTTPClientTransport's.
    var configuration = HTTPClient.Configuration(
      redirectConfiguration: .disallow, decompression: .enabled(limit: .none))
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 32
    client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }

  func shutdown() async throws { try await client.shutdown() }

  func fetch(count: Int) async throws -> [Row] {
    var request = HTTPClientRequest(url: url)
    request.method = .POST
    request.headers = [
      "Content-Type": "application/json",
      "Accept": "application/graphql-response+json, application/json;q=0.9",
      "Accept-Encoding": "gzip, deflate",
    ]
    let body = Request(
      query: TableQuery.operationDocument, operationName: TableQuery.operationName,
      variables: ["count": count])
    request.body = .bytes(ByteBuffer(bytes: try JSONEncoder().encode(body)))
    let response = try await client.execute(request, timeout: .seconds(30))
    let bytes = try await response.body.collect(upTo: 256 << 20)
    return try JSONDecoder().decode(Response.self, from: Data(bytes.readableBytesView)).data.table
  }
}
