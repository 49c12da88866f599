public import Apus
public import ApusPlatform

/// A mutation in a ``GraphQLMutationQueue``.
public struct GraphQLQueuedMutation: Identifiable, Hashable, Sendable, Codable {
  /// The state of a queued mutation.
  public enum State: Hashable, Sendable, Codable {
    /// The mutation is sent when its turn comes.
    case waiting
    /// The mutation was sent, or is about to be, and the response has not been handled yet.
    case sending
    /// The mutation is not sent until the app or its user decides. Others in its lane overtake it.
    case parked(GraphQLParking)
  }

  /// Its number in the queue.
  public let id: UInt32
  /// The name of its operation.
  public let operationName: String
  /// The account that enqueued it.
  public let identity: String
  /// The lane. Mutations in the same lane are sent one after the other.
  public internal(set) var lane: String
  /// The idempotency key, which is the same in every attempt; nil if the server does not support one.
  public internal(set) var key: String?
  /// The position of the key, the same in every attempt.
  public internal(set) var keyPlace: GraphQLIdempotencyKey
  /// The temporary identifier of the object that it creates; nil if it creates none.
  public let temporaryID: String?
  /// The time when it was enqueued.
  public let date: Date
  /// The number of attempts, including an attempt that was about to begin.
  public internal(set) var attempts = 0
  /// Its state in the queue.
  public internal(set) var state = State.waiting

  /// The variables as JSON.
  var text: String
  /// The position in the order of the queue.
  var position = 0
  /// Whether the server rejected it and the handler has not decided yet.
  var isUndecided = false
  /// Whether an attempt may have been executed, so that only the key makes another one harmless.
  var mayHaveRun = false
  /// The response, until the cache has stored its effect.
  var response: Data?

  /// The variables of the mutation.
  public var variables: GraphQLValue { (try? GraphQLValue(json: text)) ?? .null }

  /// The reason why it is parked; nil if it is not.
  public var parking: GraphQLParking? {
    if case .parked(let parking) = state { parking } else { nil }
  }
}

/// The reason why a mutation is parked.
public struct GraphQLParking: Hashable, Sendable, Codable {
  /// The kinds of reasons.
  public enum Reason: String, Hashable, Sendable, Codable {
    /// The server rejected it, possibly with a payload that a check of the client rejects, or it cannot be sent. Its optimistic change is rolled
    /// back.
    case rejected
    /// It may have been executed, and another attempt is harmful or useless. Check with the server or the user before sending it again.
    case unknownOutcome
    /// It refers to an object that does not exist: the mutation that creates it was cancelled, or did not return an identifier.
    case orphaned
    /// The app has no handler for it, or its variables can no longer be decoded.
    case unreadable
  }

  /// The kind of reason.
  public var reason: Reason
  /// The error, for logs.
  public var message: String
  /// The errors in the server's response, if there was one.
  public var errors: [GraphQLError] = []
}
