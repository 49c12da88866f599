import ApusClient
import Foundation
import Hummingbird

/// Serves pages made from a GraphQL API: `ServerSide ENDPOINT [PORT]`.
@main
struct ServerSide {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard let endpoint = arguments.first.flatMap(URL.init(string:)), endpoint.scheme != nil,
      let port = arguments.count < 2 ? 8081 : Int(arguments[1])
    else {
      FileHandle.standardError.write(Data("usage: ServerSide ENDPOINT [PORT]\n".utf8))
      exit(2)
    }
    // One client for all requests: it shares its connections.
    var client = GraphQLClient(url: endpoint)
    client.timeout = .seconds(10)
    client.interceptors = [RetryInterceptor(maximumAttempts: 2)]
    // The observatory sends the events of a subscription as server-sent events, and has no WebSocket.
    client.subscriptions = EventStreamTransport()
    let service = Service(client: client)
    let application = Application(
      router: service.router, configuration: .init(address: .hostname("127.0.0.1", port: port)),
      onServerRunning: { channel in
        // Port 0 asks the system for a free one.
        FileHandle.standardOutput.write(
          Data("http://127.0.0.1:\(channel.localAddress?.port ?? port)/\n".utf8))
      })
    try await application.runService()
  }
}
