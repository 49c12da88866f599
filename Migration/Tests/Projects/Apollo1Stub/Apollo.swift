// The client of Apollo iOS 1, as far as the apps in ../Apps use it: they are type-checked, not run.

@_exported import ApolloAPI
import Foundation

public struct GraphQLError: Error, Sendable { public let message: String? }

public struct GraphQLResult<Data: SelectionSet>: Sendable {
  public let data: Data?
  public let errors: [GraphQLError]?
}

public enum CachePolicy: Sendable {
  case returnCacheDataElseFetch, fetchIgnoringCacheData, fetchIgnoringCacheCompletely
  case returnCacheDataDontFetch, returnCacheDataAndFetch
  public static let `default` = CachePolicy.returnCacheDataElseFetch
}

public protocol Cancellable: AnyObject { func cancel() }
public final class EmptyCancellable: Cancellable {
  public init() {}
  public func cancel() {}
}

public typealias GraphQLResultHandler<Data: SelectionSet> =
  @Sendable (Result<GraphQLResult<Data>, any Error>) -> Void

open class URLSessionClient { public init() {} }
public protocol NetworkTransport: Sendable {}
public final class InMemoryNormalizedCache: Sendable { public init() {} }
public final class ApolloStore: Sendable {
  public init(cache: InMemoryNormalizedCache = InMemoryNormalizedCache()) {}
}
open class DefaultInterceptorProvider {
  public init(
    client: URLSessionClient = URLSessionClient(), shouldInvalidateClientOnDeinit: Bool = true,
    store: ApolloStore
  ) {}
}
public final class RequestChainNetworkTransport: NetworkTransport {
  public init(
    interceptorProvider: DefaultInterceptorProvider, endpointURL: URL,
    additionalHeaders: [String: String] = [:]
  ) {}
}
public protocol RequestChain: AnyObject {}
public protocol ApolloInterceptor { var id: String { get } }
public struct ResponseCodeInterceptor: ApolloInterceptor {
  public enum ResponseCodeError: Error { case invalidResponseCode(response: Int?, rawData: Data?) }
  public let id = ""
  public init() {}
}
public struct GraphQLQueryWatcher<Query: GraphQLQuery> { public func cancel() {} }

public protocol ApolloClientProtocol: AnyObject {}

public final class ApolloClient: ApolloClientProtocol, @unchecked Sendable {
  public init(url: URL) {}
  public init(networkTransport: any NetworkTransport, store: ApolloStore) {}

  @discardableResult
  public func fetch<Query: GraphQLQuery>(
    query: Query, cachePolicy: CachePolicy = .default, queue: DispatchQueue = .main,
    resultHandler: GraphQLResultHandler<Query.Data>? = nil
  ) -> any Cancellable { EmptyCancellable() }

  @discardableResult
  public func perform<Mutation: GraphQLMutation>(
    mutation: Mutation, publishResultToStore: Bool = true, queue: DispatchQueue = .main,
    resultHandler: GraphQLResultHandler<Mutation.Data>? = nil
  ) -> any Cancellable { EmptyCancellable() }

  public func clearCache(completion: (@Sendable (Result<Void, any Error>) -> Void)? = nil) {}
}
