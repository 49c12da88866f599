// The client of Apollo iOS 2, as far as the app in ../App uses it: it answers from files, and prints what it is asked.

@_exported import ApolloAPI
import Foundation

public struct GraphQLError: Error, Sendable {
  public let message: String?
}

public struct GraphQLResponse<Operation: GraphQLOperation>: Sendable {
  public let data: Operation.Data?
  public let errors: [GraphQLError]?
}

public enum CachePolicy: Sendable { case networkOnly, cacheFirst }

public final class ApolloClient: Sendable {
  private let url: URL
  public init(url: URL) { self.url = url }

  public func fetch<Query: GraphQLQuery>(query: Query, cachePolicy: CachePolicy = .networkOnly) async throws
    -> GraphQLResponse<Query>
  { try answer(query) }

  public func perform<Mutation: GraphQLMutation>(mutation: Mutation) async throws -> GraphQLResponse<Mutation>
  {
    try answer(mutation)
  }

  public func subscribe<Subscription: GraphQLSubscription>(subscription: Subscription) throws
    -> AsyncThrowingStream<GraphQLResponse<Subscription>, any Error>
  {
    let first = try answer(subscription)
    return AsyncThrowingStream { continuation in
      continuation.yield(first)
      continuation.finish()
    }
  }

  private func answer<Operation: GraphQLOperation>(_ operation: Operation) throws -> GraphQLResponse<
    Operation
  > {
    let folder = ProcessInfo.processInfo.environment["RESPONSES"] ?? "."
    let file = URL(fileURLWithPath: folder).appendingPathComponent(Operation.operationName + ".json")
    let json = try JSONSerialization.jsonObject(with: Foundation.Data(contentsOf: file)) as? [String: Any]
    let errors = (json?["errors"] as? [[String: Any]])?.map {
      GraphQLError(message: $0["message"] as? String)
    }
    return GraphQLResponse(data: Operation.Data.decode(json?["data"]), errors: errors)
  }
}
