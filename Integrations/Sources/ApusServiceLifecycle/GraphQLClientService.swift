import ApusClient
import ServiceLifecycle

/// A service that owns a client. On graceful shutdown it waits for requests in flight, and then closes the client.
///
/// ```swift
/// let service = GraphQLClientService(GraphQLClient(url: url))
/// let application = Application(router: routes(service.client))
/// let group = ServiceGroup(services: [service, application], gracefulShutdownSignals: [.sigterm], logger: logger)
/// try await group.run()
/// ```
/// A service group stops its services in reverse order, so list services that use the client after it. Subscriptions do not end by themselves: they
/// fail with `GraphQLSubscriptionError.closedByClient` once the last request has ended.
public struct GraphQLClientService: Service {
  /// The client to use. Its first interceptor counts requests.
  public let client: GraphQLClient
  private let requests = OpenRequests()
  private let limit: Duration

  /// - Parameters:
  ///   - client: the client.
  ///   - limit: the maximum time to wait for requests after the shutdown begins.
  public init(_ client: GraphQLClient, drainingFor limit: Duration = .seconds(30)) {
    var client = client
    client.interceptors.insert(requests, at: 0)
    self.client = client
    self.limit = limit
  }

  /// Waits for the shutdown, and then for the requests. If its task is cancelled, it closes the client immediately.
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
