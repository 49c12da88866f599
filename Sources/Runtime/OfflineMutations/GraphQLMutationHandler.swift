public import Apus
public import ApusCache
public import ApusClient
import ApusPlatform

/// The position of a mutation's idempotency key in a request. The server uses the key to recognize a mutation that it has already executed.
public enum GraphQLIdempotencyKey: Hashable, Sendable, Codable {
  /// No key. The server would execute the mutation again, so it is parked if its response is lost.
  case none
  /// In a header field, such as `Idempotency-Key`.
  case header(String)
  /// In a variable or a member of one, such as `input.clientMutationId`. If the variable already has a value, that is the key.
  case variable(String)
}

/// The decision about a mutation that the server rejected, or whose stored form this version of the app cannot send.
public enum GraphQLConflictResolution<Mutation: GraphQLMutation>: Sendable {
  /// Decides what happens to a mutation, given the error.
  public typealias Function = @Sendable (Mutation, GraphQLClientError) async -> GraphQLConflictResolution

  /// It is parked with its error.
  case park
  /// The mutation is sent again after a pause, with the same idempotency key. If the server recognizes the key and repeats its response, use
  /// ``replace(_:)`` with the same mutation. An unreadable mutation is sent as this version of the app encodes it, if it can be decoded.
  case retry
  /// Another mutation replaces it, with a new idempotency key. For an unreadable mutation, the key stays.
  case replace(Mutation)
  /// The mutation is removed from the queue, because the server's data is right.
  case discard
}

/// The handling of one type of mutation by a ``GraphQLMutationQueue``.
///
/// Closures cannot be stored, so the app registers them at each launch:
///
/// ```swift
/// let save = GraphQLMutationHandler(SaveAlbumMutation.self, key: .header("Idempotency-Key")) { mutation, transaction in
///   try transaction.update(AlbumDetailsQuery(by: .id(mutation.id))) { $0.album?.isSaved = true }
/// }
/// ```
/// The mutation's type must be decodable: `"decodableInputs": true` in `apus.json`.
public struct GraphQLMutationHandler: Sendable {
  let operationName: String
  let key: GraphQLIdempotencyKey
  let isCreating: Bool
  /// Decodes stored variables. The second parameter is the temporary identifier.
  let prepare: @Sendable (String, String?) throws -> PreparedMutation
  /// Asks the app about stored variables that differ from those that would be sent.
  let resolveUnreadable: @Sendable (GraphQLValue, any Error) async throws -> PreparedMutation.Resolution

  /// Creates a handler for mutations that do not create objects.
  ///
  /// - Parameters:
  ///   - mutation: the type of the mutations.
  ///   - key: the position of the idempotency key.
  ///   - optimistically: the expected changes, visible until the response arrives. The closure may run several times, see
  ///     `GraphQLCache.optimistic(_:)`.
  ///   - result: makes further changes after the server has executed a mutation, in the same transaction as the response. After the app was
  ///     terminated, it may run again.
  ///   - conflict: decides what happens to a mutation that the server rejected; by default it is parked.
  ///   - unreadable: decides what happens to a mutation whose stored variables this version of the app cannot read or would send differently,
  ///     given the variables and the error; by default it is parked.
  ///   - lane: the mutation's lane. Mutations in the same lane are sent one after the other, and different lanes are sent simultaneously. By
  ///     default, all mutations share one lane.
  public init<Mutation: GraphQLMutation & GraphQLObject>(
    _ mutation: Mutation.Type, key: GraphQLIdempotencyKey,
    optimistically: @escaping @Sendable (Mutation, borrowing GraphQLCacheTransaction) throws -> Void =
      { _, _ in },
    result: @escaping @Sendable (Mutation, Mutation.Data, borrowing GraphQLCacheTransaction) throws -> Void =
      { _, _, _ in },
    conflict: @escaping GraphQLConflictResolution<Mutation>.Function = { _, _ in .park },
    unreadable: @escaping @Sendable (GraphQLValue, any Error) async -> GraphQLConflictResolution<Mutation> =
      { _, _ in .park },
    lane: @escaping @Sendable (Mutation) -> String = { _ in "" }
  ) {
    self.init(
      mutation, key, nil, { mutation, _, transaction in try optimistically(mutation, transaction) }, result,
      conflict, unreadable, lane)
  }

  /// Creates a handler for mutations that create an object. Later mutations in the queue refer to it by a temporary identifier.
  ///
  /// ```swift
  /// let add = GraphQLMutationHandler(
  ///   CreatePlaylistMutation.self, key: .header("Idempotency-Key"), creates: { $0.createPlaylist.playlist?.id }
  /// ) { mutation, id, transaction in
  ///   try transaction.update(PlaylistPageQuery(id: id)) { $0.playlist?.title = mutation.input.title }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - mutation: the type of the mutations.
  ///   - key: the position of the idempotency key.
  ///   - creates: the new object's identifier in the response.
  ///   - optimistically: the expected changes, given the temporary identifier. The closure may run several times, see
  ///     `GraphQLCache.optimistic(_:)`.
  ///   - result: makes further changes after the server has executed a mutation, in the same transaction as the response. After the app was
  ///     terminated, it may run again.
  ///   - conflict: decides what happens to a mutation that the server rejected; by default it is parked.
  ///   - unreadable: decides what happens to a mutation whose stored variables this version of the app cannot read or would send differently,
  ///     given the variables and the error; by default it is parked.
  ///   - lane: the mutation's lane. Mutations in the same lane are sent one after the other, and different lanes are sent simultaneously. By
  ///     default, all mutations share one lane.
  public init<Mutation: GraphQLMutation & GraphQLObject>(
    _ mutation: Mutation.Type, key: GraphQLIdempotencyKey,
    creates: @escaping @Sendable (Mutation.Data) -> String?,
    optimistically: @escaping @Sendable (Mutation, String, borrowing GraphQLCacheTransaction) throws -> Void =
      { _, _, _ in },
    result: @escaping @Sendable (Mutation, Mutation.Data, borrowing GraphQLCacheTransaction) throws -> Void =
      { _, _, _ in },
    conflict: @escaping GraphQLConflictResolution<Mutation>.Function = { _, _ in .park },
    unreadable: @escaping @Sendable (GraphQLValue, any Error) async -> GraphQLConflictResolution<Mutation> =
      { _, _ in .park },
    lane: @escaping @Sendable (Mutation) -> String = { _ in "" }
  ) {
    self.init(
      mutation, key, creates,
      { mutation, id, transaction in if let id { try optimistically(mutation, id, transaction) } }, result,
      conflict, unreadable, lane)
  }

  private init<Mutation: GraphQLMutation & GraphQLObject>(
    _: Mutation.Type, _ key: GraphQLIdempotencyKey, _ creates: (@Sendable (Mutation.Data) -> String?)?,
    _ optimistically:
      @escaping @Sendable (Mutation, String?, borrowing GraphQLCacheTransaction) throws -> Void,
    _ result: @escaping @Sendable (Mutation, Mutation.Data, borrowing GraphQLCacheTransaction) throws -> Void,
    _ conflict: @escaping GraphQLConflictResolution<Mutation>.Function,
    _ unreadable: @escaping @Sendable (GraphQLValue, any Error) async -> GraphQLConflictResolution<Mutation>,
    _ lane: @escaping @Sendable (Mutation) -> String
  ) {
    operationName = Mutation.operationName
    self.key = key
    isCreating = creates != nil
    resolveUnreadable = { try PreparedMutation.Resolution(await unreadable($0, $1)) }
    prepare = { stored, temporaryID in
      let mutation = try Mutation(json: stored)
      let text = try mutation.jsonString()
      return PreparedMutation(
        text: text, differences: try VariableDifferences.paths(from: stored, to: text), lane: lane(mutation),
        optimistically: { try optimistically(mutation, temporaryID, $0) },
        send: { client, options in _ = try await client.perform(mutation, options: options) },
        answer: { json, cache in
          let (body, response) = try GraphQLDecodedBody.decoding(json, of: mutation)
          let keys = cache.computedKeys(of: body, mutation)
          let createdID = response.data.flatMap { creates?($0) }
          let outcome = MutationOutcome(json, body.errors) { cache.rootFieldCount(of: mutation) }
          return PreparedMutation.Answer(
            createdID: createdID, errors: body.errors, outcome: outcome,
            lacksIdentifier: creates != nil && createdID == nil && !body.errors.isEmpty,
            check: { checks in
              do { _ = try mutation.data(of: response, checks) } catch { return error }
              return nil
            }
          ) { layer, generation, runsResult in
            let error = cache.write(body, of: mutation, keys, replacing: layer, sentIn: generation) {
              transaction in
              if runsResult, let data = response.data { try result(mutation, data, transaction) }
            }
            return error.map { .resultDropped(Mutation.operationName, $0) }
          }
        },
        resolve: { try PreparedMutation.Resolution(await conflict(mutation, $0)) })
    }
  }
}

/// A queued mutation whose variables are decoded, with the functions of its handler.
struct PreparedMutation: Sendable {
  /// A response after decoding.
  struct Answer {
    /// The server's identifier of the new object.
    var createdID: String?
    var errors: [GraphQLError]
    var outcome: MutationOutcome
    /// Whether errors removed the identifier of the new object from the response.
    var lacksIdentifier: Bool
    /// The error of a response with errors, or that one of the client's checks rejects; nil for any other.
    var check: ([GraphQLDataCheck]) -> (any Error)?
    /// Writes the response in place of the optimistic layer, and runs the handler's `result` if requested. Returns an event to report outside of
    /// transactions, because the app's code must not run while the cache is locked.
    var apply: (_ layer: Int?, CacheGeneration, _ runsResult: Bool) -> GraphQLMutationQueueEvent?
  }

  enum Resolution {
    case park, retry, discard
    case replace(String)

    init<Mutation: GraphQLMutation & GraphQLObject>(_ resolution: GraphQLConflictResolution<Mutation>) throws
    {
      self =
        switch resolution {
        case .park: .park
        case .retry: .retry
        case .discard: .discard
        case .replace(let other): .replace(try other.jsonString())
        }
    }
  }

  /// The variables to send.
  var text: String
  /// The differences from the stored variables, because the app has changed.
  var differences: [String]
  var lane: String
  var optimistically: @Sendable (borrowing GraphQLCacheTransaction) throws -> Void
  var send: @Sendable (GraphQLClient, GraphQLRequestOptions) async throws -> Void
  var answer: @Sendable (Data, GraphQLCache) throws -> Answer
  var resolve: @Sendable (GraphQLClientError) async throws -> Resolution

  /// - Throws: ``GraphQLMutationQueueError/changedVariables(_:paths:)`` if it would be sent in a different form than it was enqueued.
  func check(_ operationName: String) throws {
    if !differences.isEmpty {
      throw GraphQLMutationQueueError.changedVariables(operationName, paths: differences)
    }
  }
}
