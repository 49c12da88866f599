// The client of Apollo iOS 2, as far as the app in ../App uses it: it answers from files.

@_exported import ApolloAPI
import Foundation

public struct GraphQLError: Error, Sendable {
  public let message: String?
}

public struct GraphQLResponse<Operation: GraphQLOperation>: Sendable {
  public let data: Operation.Data?
  public let errors: [GraphQLError]?
}

public enum CachePolicy: Sendable { case cacheFirst, cacheOnly, networkFirst, networkOnly, `default` }
public enum StreamPolicy: Sendable { case cacheAndNetwork }

public struct RequestConfiguration: Sendable {
  public var requestTimeout: Double?
  public init(requestTimeout: Double?) { self.requestTimeout = requestTimeout }
}

public final class ApolloClient: Sendable {
  public let store = ApolloStore()
  private let url: URL
  public init(url: URL) { self.url = url }
  public init(url: URL, defaultCachePolicy: CachePolicy) { self.url = url }

  public func fetch<Query: GraphQLQuery>(query: Query, cachePolicy: CachePolicy = .cacheFirst) async throws
    -> GraphQLResponse<Query>
  {
    if cachePolicy == .cacheFirst, let data = await store.read(query) {
      return GraphQLResponse(data: data, errors: nil)
    }
    return try await answer(query)
  }

  public func fetch<Query: GraphQLQuery>(
    query: Query, cachePolicy: CachePolicy = .cacheFirst, requestConfiguration: RequestConfiguration
  ) async throws -> GraphQLResponse<Query> { try await fetch(query: query, cachePolicy: cachePolicy) }

  public func fetch<Query: GraphQLQuery>(query: Query, cachePolicy: StreamPolicy) throws
    -> AsyncThrowingStream<GraphQLResponse<Query>, any Error>
  {
    AsyncThrowingStream { continuation in
      Task {
        continuation.yield(try await fetch(query: query))
        continuation.finish()
      }
    }
  }

  public func perform<Mutation: GraphQLMutation>(mutation: Mutation) async throws -> GraphQLResponse<Mutation>
  {
    try await answer(mutation)
  }

  public func subscribe<Subscription: GraphQLSubscription>(subscription: Subscription) throws
    -> AsyncThrowingStream<GraphQLResponse<Subscription>, any Error>
  {
    AsyncThrowingStream { continuation in
      Task {
        continuation.yield(try await answer(subscription))
        continuation.finish()
      }
    }
  }

  public func watch<Query: GraphQLQuery>(
    query: Query, cachePolicy: CachePolicy = .cacheFirst,
    resultHandler: @escaping @Sendable (Result<GraphQLResponse<Query>, any Error>) -> Void
  ) async -> GraphQLQueryWatcher<Query> {
    do {
      resultHandler(.success(try await fetch(query: query, cachePolicy: cachePolicy)))
    } catch {
      resultHandler(.failure(error))
    }
    let number = await store.watch(query) {
      resultHandler(.success(GraphQLResponse(data: $0, errors: nil)))
    }
    return GraphQLQueryWatcher(store: store, number: number)
  }

  public func clearCache() async throws { try await store.clearCache() }

  private func answer<Operation: GraphQLOperation>(_ operation: Operation) async throws -> GraphQLResponse<
    Operation
  > {
    let folder = ProcessInfo.processInfo.environment["RESPONSES"] ?? "."
    let file = URL(fileURLWithPath: folder).appendingPathComponent(Operation.operationName + ".json")
    let bytes = try Foundation.Data(contentsOf: file)
    let json = try JSONSerialization.jsonObject(with: bytes) as? [String: Any]
    let errors = (json?["errors"] as? [[String: Any]])?.map {
      GraphQLError(message: $0["message"] as? String)
    }
    await store.write(operation, bytes)
    return GraphQLResponse(data: Operation.Data.decode(json?["data"]), errors: errors)
  }
}
