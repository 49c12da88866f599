import ApusClient
import Foundation
import Testing

/// Answers that point elsewhere, over the wire.
@Suite(.timeLimit(.minutes(15))) struct TransportRedirectionTests {
  @Test(arguments: TransportKind.all, [307, 308])
  func `a posted operation keeps method, fields and body`(_ kind: TransportKind, _ status: Int) async throws {
    let server = try RawServer { connection, _ in
      while let request = connection.readRequest() {
        if request.target == "/graphql" {
          connection.answer("", status: "\(status) Elsewhere", fields: ["Location: /there"])
        } else {
          let token = request.field("Authorization") ?? "none"
          connection.answer("\(request.method) \(request.target) \(token) \(request.body.count)")
        }
      }
    }
    let body = GraphQLHTTPBody.bytes(Data(repeating: 1, count: 300_000))
    let request = GraphQLHTTPRequest(url: server.url, headers: ["Authorization": "Bearer x"], body: body)
    let response = try await kind.make().send(request)
    #expect(String(decoding: response.body, as: UTF8.self) == "POST /there Bearer x 300000")
  }

  @Test(arguments: TransportKind.all)
  func `credentials stay with their origin`(_ kind: TransportKind) async throws {
    let other = try RawServer { connection, _ in
      guard let request = connection.readRequest() else { return }
      connection.answer(request.field("Authorization") ?? "none")
    }
    let server = try RawServer { connection, _ in
      _ = connection.readRequest()
      connection.answer("", status: "307 Elsewhere", fields: ["Location: \(other.url)"])
    }
    let request = GraphQLHTTPRequest(url: server.url, headers: ["Authorization": "Bearer x"])
    #expect(try await kind.make().send(request).body == Data("none".utf8))
  }

  @Test(arguments: TransportKind.all)
  func `a circle has an end`(_ kind: TransportKind) async throws {
    let server = try RawServer { connection, _ in
      while connection.readRequest() != nil {
        connection.answer("", status: "308 Elsewhere", fields: ["Location: /graphql"])
      }
    }
    let error = await #expect(throws: GraphQLConnectionError.self) {
      try await kind.make().send(GraphQLHTTPRequest(url: server.url))
    }
    #expect(error?.code == .httpTooManyRedirects)
  }

  @Test(arguments: TransportKind.all)
  func `what is not followed is the answer`(_ kind: TransportKind) async throws {
    let server = try RawServer { connection, _ in
      while connection.readRequest() != nil {
        connection.answer("moved", status: "302 Found", fields: ["Location: /there"])
      }
    }
    let response = try await kind.make().send(GraphQLHTTPRequest(url: server.url))
    #expect(response.status == 302)
    #expect(response.body == Data("moved".utf8))
  }
}
