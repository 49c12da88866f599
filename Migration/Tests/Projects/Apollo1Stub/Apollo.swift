// The client of Apollo iOS 1, as far as the apps in ../Apps use it: they are type-checked, not run.

@_exported import ApolloAPI
import Foundation

public struct GraphQLError: Error, @unchecked Sendable {
  public struct Location: Sendable { public let line: Int }
  public let message: String?
  public let locations: [Location]?
  public let extensions: [String: Any]?
}

public struct GraphQLResult<Data: SelectionSet>: Sendable {
  public enum Source: Sendable { case cache, server }
  public let data: Data?
  public let errors: [GraphQLError]?
  public let source: Source
  public let dependentKeys: Set<String>?
  public init(data: Data?, errors: [GraphQLError]?, source: Source, dependentKeys: Set<String>?) {
    self.data = data
    self.errors = errors
    self.source = source
    self.dependentKeys = dependentKeys
  }
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
public final class SQLiteNormalizedCache: Sendable { public init(fileURL: URL) throws {} }
public final class ApolloStore: Sendable {
  public init(cache: InMemoryNormalizedCache = InMemoryNormalizedCache()) {}
  public init(cache: SQLiteNormalizedCache) {}
  public func publish(records: RecordSet) {}
  public func clearCache(completion: (@Sendable (Result<Void, any Error>) -> Void)? = nil) {}
  public func withinReadTransaction<T>(
    _ body: @escaping (ReadTransaction) throws -> T, completion: ((Result<T, any Error>) -> Void)? = nil
  ) {}
  public final class ReadTransaction {
    public func read<Query: GraphQLQuery>(query: Query) throws -> Query.Data { throw GraphQLHTTPError() }
  }
}
struct GraphQLHTTPError: Error {}
public protocol InterceptorProvider {
  func interceptors<Operation: GraphQLOperation>(for operation: Operation) -> [any ApolloInterceptor]
}
open class DefaultInterceptorProvider: InterceptorProvider {
  open func interceptors<Operation: GraphQLOperation>(for operation: Operation) -> [any ApolloInterceptor] {
    []
  }
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
public protocol RequestChain: AnyObject {
  func kickoff()
  func proceedAsync<Operation: GraphQLOperation>(
    request: HTTPRequest<Operation>, response: HTTPResponse<Operation>?)
}
open class HTTPRequest<Operation: GraphQLOperation> { public func addHeader(name: String, value: String) {} }
public final class HTTPResponse<Operation: GraphQLOperation> {}
public protocol ApolloErrorInterceptor {
  func handleErrorAsync<Operation: GraphQLOperation>(
    error: any Error, chain: any RequestChain, request: HTTPRequest<Operation>)
}
public protocol ApolloInterceptor {
  var id: String { get }
  func interceptAsync<Operation: GraphQLOperation>(
    chain: any RequestChain, request: HTTPRequest<Operation>, response: HTTPResponse<Operation>?)
}
extension ApolloInterceptor {
  public func interceptAsync<Operation: GraphQLOperation>(
    chain: any RequestChain, request: HTTPRequest<Operation>, response: HTTPResponse<Operation>?
  ) { chain.proceedAsync(request: request, response: response) }
}
public struct GraphQLFile { public init(fieldName: String, originalName: String, fileURL: URL) throws {} }
public enum Publishers { public struct ApolloFetch<Query: GraphQLQuery> {} }
public struct Mock<Object> { public init() {} }
public final class WebSocket { public init(url: URL) {} }
public struct ResponseCodeInterceptor: ApolloInterceptor {
  public enum ResponseCodeError: Error { case invalidResponseCode(response: Int?, rawData: Data?) }
  public let id = ""
  public init() {}
}
public final class GraphQLQueryWatcher<Query: GraphQLQuery>: Cancellable {
  public func cancel() {}
  public func refetch(cachePolicy: CachePolicy = .fetchIgnoringCacheData) {}
}

public protocol ApolloClientProtocol: AnyObject {}

public class ApolloClient: ApolloClientProtocol, @unchecked Sendable {
  public let store = ApolloStore()
  public var cachePolicy: CachePolicy {
    get { .default }
    set {}
  }
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

  public func watch<Query: GraphQLQuery>(
    query: Query, cachePolicy: CachePolicy = .default, callbackQueue: DispatchQueue = .main,
    resultHandler: @escaping GraphQLResultHandler<Query.Data>
  ) -> GraphQLQueryWatcher<Query> { GraphQLQueryWatcher() }

  public func subscribe<Subscription: GraphQLSubscription>(
    subscription: Subscription, queue: DispatchQueue = .main,
    resultHandler: @escaping GraphQLResultHandler<Subscription.Data>
  ) -> any Cancellable { EmptyCancellable() }

  @discardableResult
  public func upload<Operation: GraphQLOperation>(
    operation: Operation, files: [GraphQLFile], queue: DispatchQueue = .main,
    resultHandler: GraphQLResultHandler<Operation.Data>? = nil
  ) -> any Cancellable { EmptyCancellable() }

  public func fetchPublisher<Query: GraphQLQuery>(query: Query) -> Publishers.ApolloFetch<Query> {
    Publishers.ApolloFetch()
  }

  public func clearCache(completion: (@Sendable (Result<Void, any Error>) -> Void)? = nil) {}
}
