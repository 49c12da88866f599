/// The replacements of Apollo's public types that do not simply have another name.
enum ApolloTypes {
  static let otherTask =
    "nothing here has that name: the page MigratingFromApollo has what there is in its place"

  private static let interceptor = "GraphQLInterceptor has one function"
  private static let provider = "client.interceptors is an array"
  private static let store = "GraphQLCache(schema:)"
  private static let object = "GraphQLObject"

  /// Types that every app names for its client, and that have no counterpart in an app without a cache.
  static let cacheTypes: Set<String> = [
    "ApolloStore", "InMemoryNormalizedCache", "NormalizedCache", "CachePolicy",
  ]
  static let cacheTask =
    "delete it: nothing here needs a cache, and a client without one has neither a store nor policies"

  /// The types of transactions, which are within `ApolloStore`.
  static let transactions = ["ReadTransaction", "ReadWriteTransaction"]
  static let transactionTask = "borrowing GraphQLCacheTransaction, whose functions do not wait"

  static let tasks: [String: String] = [
    "ApolloStore": store, "InMemoryNormalizedCache": store,
    "SQLiteNormalizedCache": "GraphQLCache(schema:storage:) with GraphQLSQLiteStorage(url:)",
    "NormalizedCache": "a GraphQLCacheStorage", "Record": "a GraphQLCacheStorage keeps bytes",
    "RecordSet": "a GraphQLCacheStorage keeps bytes",
    "GraphQLQueryWatcher": "the task around `for await update in client.watch(query)`",
    "Cancellable": "a Task, which has cancel()", "EmptyCancellable": "a Task, which has cancel()",
    "CachePolicy":
      "GraphQLFetchPolicy, with the cases cacheFirst, cacheAndNetwork, networkFirst, networkOnly and cacheOnly",
    "WebSocketTransport": "clients have it without set-up: client.subscriptions",
    "SplitNetworkTransport": "client.transport and client.subscriptions are split already",
    "RequestChainNetworkTransport": "GraphQLClient(url:) and client.interceptors",
    "RequestChain": "the next of GraphQLInterceptor",
    "InterceptorRequestChain": "the next of GraphQLInterceptor",
    "InterceptorProvider": provider, "DefaultInterceptorProvider": provider,
    "LegacyInterceptorProvider": provider,
    "ApolloInterceptor": interceptor, "HTTPInterceptor": interceptor, "GraphQLInterceptor": interceptor,
    "ApolloErrorInterceptor": "a GraphQLInterceptor that catches",
    "CacheInterceptor": "a GraphQLFetchPolicy of client.fetch(_:policy:)",
    "CacheReadInterceptor": "a GraphQLFetchPolicy of client.fetch(_:policy:)",
    "CacheWriteInterceptor": "a GraphQLFetchPolicy of client.fetch(_:policy:)",
    "MaxRetryInterceptor": "GraphQLRetryInterceptor",
    "NetworkFetchInterceptor": "client.transport sends",
    "ApolloURLSession": "GraphQLURLSessionTransport(configure:)",
    "ResponseCodeInterceptor": "the client throws for a status that says so: GraphQLClientError",
    "JSONResponseParsingInterceptor": "the client reads responses by itself",
    "ResponseParsingInterceptor": "the client reads responses by itself",
    "MultipartResponseParsingInterceptor": "the client reads responses by itself",
    "AutomaticPersistedQueryInterceptor": "client.documents = .automaticallyPersisted",
    "URLSessionClient": "GraphQLURLSessionTransport(configure:)",
    "HTTPRequest": "the request of a GraphQLInterceptor",
    "HTTPResponse": "the response of a GraphQLInterceptor",
    "GraphQLRequest": "the request of a GraphQLInterceptor",
    "JSONRequest": "the request of a GraphQLInterceptor",
    "UploadRequest": "a GraphQLUpload for a variable", "RequestBodyCreator": "a GraphQLInterceptor",
    "ApolloRequestBodyCreator": "a GraphQLInterceptor",
    "UploadingNetworkTransport": "GraphQLTransport, with a GraphQLUpload for a variable",
    "NextInterceptorFunction": "the next of GraphQLInterceptor",
    "NextHTTPInterceptorFunction": "the next of GraphQLInterceptor",
    "InterceptorResultStream": "a GraphQLInterceptor returns one response",
    "SingleResponseFormat": "delete the requirement: queries and mutations have it by themselves",
    "NetworkTransport": "GraphQLTransport", "SubscriptionNetworkTransport": "GraphQLSubscriptionTransport",
    "GraphQLFile": "a GraphQLUpload for a variable",
    "ApolloClientProtocol": "a protocol of your own over GraphQLClient",
    "GraphQLHTTPRequestError": "GraphQLClientError", "GraphQLHTTPResponseError": "GraphQLClientError",
    "JSONConverter": "init(json:) and json()", "JSONValue": "GraphQLValue", "JSONObject": "GraphQLValue",
    "JSONEncodable": "a GraphQLCodec", "JSONDecodable": "a GraphQLCodec",
    "JSONDecodingError": "a GraphQLCodec throws errors of its own",
    "AnyGraphQLQuery": "any GraphQLQuery", "DataDict": "make values with initializers, or init(json:)",
    "RootSelectionSet": object, "SelectionSet": object, "InlineFragment": object,
    "Fragment": "GraphQLFragment",
    "GraphQLSelectionSet": object, "GraphQLFragment": "of Apollo 0.x: generate the code anew",
    "GraphQLInputObject": "input objects are structs",
    "GraphQLID": "String, or the binding of ID in apus.json",
    "Fragments": "the value itself conforms to the fragment's protocol",
    "FragmentContainer": "the value itself conforms to the fragment's protocol",
    "InputObject": "input objects are structs", "InputDict": "input objects are structs",
    "MutableSelectionSet": "\"mutableProperties\" in apus.json makes properties settable",
    "MutableRootSelectionSet": "\"mutableProperties\" in apus.json makes properties settable",
    "LocalCacheMutation": "update in a transaction of GraphQLCache",
    "CacheReference": "GraphQLCacheKey(typename, id)", "CacheKey": "GraphQLCacheKey(typename, id)",
    "CacheKeyInfo": "\"keys\" of \"cache\" in apus.json",
    "CustomScalarType": "a GraphQLCodec, or Codable", "GraphQLOperationVariableValue": "Encodable",
    "ScalarType": "a GraphQLCodec",
    "EnumType": "generated enums conform to GraphQLEnum",
    "SchemaConfiguration": "\"keys\" of \"cache\" in apus.json", "SchemaMetadata": "there is no such type",
    "OperationMessage": "GraphQLWebSocketTransport speaks the protocol by itself",
    "GraphQLQueryPager": "pages of the client, in ApusClient",
    "AsyncGraphQLQueryPager": "pages of the client, in ApusClient",
    "ApolloCodegen": "code is generated by the plugin ApusPlugin, in each build",
    "ApolloCodegenConfiguration": "apus.json has the options",
    "ApolloSchemaDownloader": "swift package apus-fetch-schema",
  ]
}
