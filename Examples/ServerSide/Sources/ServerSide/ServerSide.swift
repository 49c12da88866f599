import ApusAsyncHTTPClient
import ApusClient
import ApusInspector
import ApusLogging
import ApusMetrics
import ApusServiceLifecycle
import ApusTracing
import Foundation
import Hummingbird
import Logging
import ServiceLifecycle

/// Serves pages with data from a GraphQL API: `ServerSide ENDPOINT [PORT] [HOST]`.
@main
struct ServerSide {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard let endpoint = arguments.first.flatMap(URL.init(string:)), endpoint.scheme != nil,
      let port = arguments.count < 2 ? 8081 : Int(arguments[1])
    else {
      FileHandle.standardError.write(Data("usage: ServerSide ENDPOINT [PORT] [HOST]\n".utf8))
      exit(2)
    }
    // In a container, pass 0.0.0.0, because requests come from outside of it.
    let host = arguments.count < 3 ? "127.0.0.1" : arguments[2]
    // One client serves all requests: it shares its connections, and the event loops of the server.
    var client = GraphQLClient(url: endpoint, transport: AsyncHTTPClientTransport())
    client.timeout = .seconds(10)
    client.interceptors = [SwiftLogInterceptor(level: .info), GraphQLRetryInterceptor(maximumAttempts: 2)]
    // The observatory uses server-sent events for subscriptions, not WebSockets.
    client.subscriptions = GraphQLHTTPSubscriptionTransport(.eventStream)
    // Spans and metrics go to the backends of `InstrumentationSystem` and `MetricsSystem`, if the app sets any.
    let clientService = GraphQLClientService(client.measured().traced())
    let service = Service(client: clientService.client)
    let application = Application(
      router: service.router, configuration: .init(address: .hostname(host, port: port)),
      onServerRunning: { channel in
        // Port 0 asks the system for a free one.
        FileHandle.standardOutput.write(
          Data("http://\(host):\(channel.localAddress?.port ?? port)/\n".utf8))
      })
    let logger = Logger(label: "ServerSide")
    // Services stop in reverse order: first the server, then the client that it uses.
    let group = ServiceGroup(
      services: [clientService, application], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    // For development only: whoever knows the address that this prints sees every request.
    if ProcessInfo.processInfo.environment["INSPECT"] == "1" {
      await group.addServiceUnlessShutdown(InspectorService(inspector: GraphQLInspector(client)))
    }
    try await withLogger(logger) { _ in try await group.run() }
  }
}
