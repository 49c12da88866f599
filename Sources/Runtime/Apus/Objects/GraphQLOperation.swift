/// An operation in a document. Its value contains the operation's variables.
///
/// Generated types conform to ``GraphQLQuery``, ``GraphQLMutation`` or ``GraphQLSubscription``.
///
/// ```swift
/// let query = AlbumQuery(id: "a1")
/// let body = try query.requestBody()  // what to send
/// let response = try query.response(json: bytes)  // what came back
/// ```
///
/// Specification: <https://spec.graphql.org/draft/#sec-Language.Operations>.
nonisolated public protocol GraphQLOperation: GraphQLWritable {
  /// The type of the response's `data`.
  associatedtype Data: GraphQLObject

  /// Whether the response depends on Boolean variables: ``_GraphQLConditions``, or ``_GraphQLNoConditions``.
  associatedtype _Conditions: _GraphQLConditionValues = _GraphQLNoConditions

  /// The operation's name in ``operationDocument``.
  static var operationName: String { get }

  /// The document to send: the minified operation and every fragment that it uses.
  static var operationDocument: String { get }

  /// The identifier of ``operationDocument`` for persisted and trusted documents: its SHA-256 in lowercase hexadecimal,
  /// or the one that `operationIdentifiers` in `apus.json` assigns to it.
  static var operationID: String { get }

  /// Whether the document uses `@defer` or `@stream`, so that a server may respond in several parts.
  static var isIncremental: Bool { get }

  /// The `onError` value for requests that do not set it themselves; nil uses the client's.
  static var onError: GraphQLErrorBehavior? { get }

  /// The values of variables that decide which parts the response has.
  var _conditions: _Conditions { get }

  /// Maps the label of each deferred part, as sent, to the member that represents the part.
  static var _parts: [String: String] { get }

  /// The changes of a cache that directives in the document request.
  static var _cacheEdits: [_GraphQLCacheEdit] { get }
}

extension GraphQLOperation {
  /// False by default. Generated as true for operations with `@defer` or `@stream`.
  public static var isIncremental: Bool { false }

  /// Nil by default. Generated with `onError` in `apus.json`.
  public static var onError: GraphQLErrorBehavior? { nil }

  public static var _parts: [String: String] { [:] }

  public static var _cacheEdits: [_GraphQLCacheEdit] { [] }

  /// Writes nothing. Operations with variables have their own implementation.
  public func _write(to writer: inout GraphQLWriter) {}
}

extension GraphQLOperation where _Conditions == _GraphQLNoConditions {
  public var _conditions: _GraphQLNoConditions { _GraphQLNoConditions() }
}

/// An operation with a single response: a query or a mutation, but not a subscription.
nonisolated public protocol GraphQLSingleResponseOperation: GraphQLOperation {}

/// An operation that reads data.
///
/// ```swift
/// let data = try await client.fetch(AlbumQuery(id: "a1"))
/// ```
nonisolated public protocol GraphQLQuery: GraphQLSingleResponseOperation {}

/// An operation that changes data, then reads.
///
/// ```swift
/// let data = try await client.perform(SaveAlbumMutation(id: "a1"))
/// ```
nonisolated public protocol GraphQLMutation: GraphQLSingleResponseOperation {}

/// An operation that returns a response for each event.
///
/// ```swift
/// for try await data in client.subscribe(to: NowPlayingSubscription()) { print(data.nowPlaying.track.title) }
/// ```
nonisolated public protocol GraphQLSubscription: GraphQLOperation {}
