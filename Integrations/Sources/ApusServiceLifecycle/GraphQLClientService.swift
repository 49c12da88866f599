import ApusClient
import ServiceLifecycle

/// A client as a service: on graceful shutdown it lets requests that are under way end, and then closes the client.
///
/// ```swift
/// let service = GraphQLClientService(GraphQLClient(url: url))
/// let application = Application(router: routes(service.client))
/// let group = ServiceGroup(services: [service, application], gracefulShutdownSignals: [.sigterm], logger: logger)
/// try await group.run()
/// ```
/// A service group stops the services in the reverse order: those that use the client come after it. Subscriptions do not end by themselves:
/// they fail with `GraphQLSubscriptionError.closedByClient` once the last request has ended.
public struct GraphQLClientService: Service {
  /// The client to use. Its interceptors begin with one that counts requests.
  public let client: GraphQLClient
  private let requests = OpenRequests()
  private let limit: Duration

  /// - Parameters:
  ///   - client: the client.
  ///   - limit: how long requests may still take once the shutdown has begun.
  public init(_ client: GraphQLClient, drainingFor limit: Duration = .seconds(30)) {
    var client = client
    client.interceptors.insert(requests, at: 0)
    self.client = client
    self.limit = limit
  }

  /// Waits for the shutdown, and then for the requests. When its task is cancelled, the client is closed at once.
  public func run() async {
    defer { client.close() }
    guard (try? await gracefulShutdown()) != nil else { return }
    await withTaskGroup { group in
      group.addTask { await requests.waitUntilNone() }
      group.addTask { [limit] in try? await Task.sleep(for: limit) }
      await group.next()
      group.cancelAll()
    }
  }
}
