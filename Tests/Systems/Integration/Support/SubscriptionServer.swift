import ApusClient
import Foundation
import Testing

/// The servers that subscriptions are tested against, of three makes. Each is started once.
enum SubscriptionServer: String, CaseIterable, CustomTestStringConvertible, Sendable {
  /// The server of the other tests.
  case strawberry = "server.py"
  /// One of other make.
  case ariadne = "ariadne_server.py"
  /// One that uses everything that the protocols allow.
  case handmade = "subscriptions.py"

  /// Where a server answers, plain and by TLS, and who vouches for it.
  struct Ready: Decodable, Sendable {
    let port: Int
    let tls: Int
    let selfSigned: Int
    let wrongHost: Int
    let authority: String
  }

  /// A way to reach a server.
  typealias Port = KeyPath<Ready, Int> & Sendable

  private static let strawberryProcess = start(.strawberry, ["--tls"])
  private static let ariadneProcess = start(.ariadne, ["--tls"])
  private static let handmadeProcess = start(.handmade)

  private static func start(
    _ server: SubscriptionServer, _ arguments: [String] = []
  ) -> Task<ServerProcess<Ready>, any Error> {
    Task.detached { try await ServerProcess<Ready>.start(server.rawValue, arguments) }
  }

  func ready() async throws -> Ready {
    switch self {
    case .strawberry: try await Self.strawberryProcess.value.ready
    case .ariadne: try await Self.ariadneProcess.value.ready
    case .handmade: try await Self.handmadeProcess.value.ready
    }
  }

  var testDescription: String { rawValue }

  /// Where it speaks the older graphql-ws.
  var legacyPath: String { self == .strawberry ? "/graphql" : "/legacy" }

  func url(_ path: String = "/graphql", _ port: Port = \.port) async throws -> URL {
    let scheme = port == \Ready.port ? "http" : "https"
    return try #require(URL(string: "\(scheme)://localhost:\(try await ready()[keyPath: port])\(path)"))
  }

  /// A client whose WebSocket closes once nobody uses it, and trusts the test's authority.
  func client(
    _ path: String = "/graphql", _ port: Port = \.port,
    _ configure: (inout GraphQLWebSocketTransport.Configuration) -> Void = { _ in }
  ) async throws -> GraphQLClient {
    var configuration = GraphQLWebSocketTransport.Configuration()
    configuration.idleTimeout = .zero
    configuration.reconnect = GraphQLReconnectPolicy(firstDelay: .milliseconds(20))
    #if os(Linux)
      configuration.curl.certificateAuthorities = URL(fileURLWithPath: try await ready().authority)
    #endif
    configure(&configuration)
    return GraphQLClient(
      url: try await url(path, port), subscriptions: GraphQLWebSocketTransport(configuration: configuration),
      timeout: .seconds(300))
  }

  /// What the server has open.
  struct Stats: Decodable {
    private let operationCount: Int?
    private let openStreams: Int?
    private let connectionCount: Int?

    private enum CodingKeys: String, CodingKey {
      case operationCount = "operations"
      case openStreams = "open_streams"
      case connectionCount = "connections"
    }

    /// How many subscriptions are running.
    var operations: Int { openStreams ?? operationCount ?? -1 }
    /// How many WebSockets are open; 0 where the server does not count them.
    var connections: Int { connectionCount ?? 0 }
  }

  func stats() async throws -> Stats {
    let request = GraphQLHTTPRequest(method: .get, url: try await url("/stats"))
    return try JSONDecoder().decode(Stats.self, from: await ServerTests.systemTransport().send(request).body)
  }

  /// Makes the server end all WebSockets.
  func drop(_ code: Int = 1012) async throws {
    let request = GraphQLHTTPRequest(method: .get, url: try await url("/drop?code=\(code)"))
    _ = try await ServerTests.systemTransport().send(request)
  }

  /// The numbers that a countdown brings.
  static func numbers(_ client: GraphQLClient, from start: Int) async throws -> [Int] {
    var numbers: [Int] = []
    for try await data in client.subscribe(to: CountdownSubscription(start: start)) {
      numbers.append(data.countdown)
    }
    return numbers
  }
}
