import Apus
import ApusPlatform
import ApusWebSocket

/// Begins a subscription, and reads its events.
struct SubscriptionReader<Operation: GraphQLOperation> {
  private enum State {
    case new(GraphQLClient, GraphQLSubscriptionOptions)
    /// The events, and a closure that receives each decoded response before the caller does.
    /// Somebody may observe the client: the operation ends with the observation.
    case active(GraphQLEvents, DecodedBodyHandler?, ObservedOperations?)
    case over
  }

  private let operation: Operation
  private var state: State

  init(_ operation: Operation, _ client: GraphQLClient, _ options: GraphQLSubscriptionOptions) {
    self.operation = operation
    state = .new(client, options)
  }

  /// Waits for the next response; returns nil at the end. There are no more after an error.
  mutating func next() async throws -> GraphQLResponse<Operation.Data>? {
    do {
      if case .new(let client, let options) = state {
        let observed = client.observing(operation)
        let (events, onDecoding) = try await observed.begin {
          try await client.events(of: operation, options)
        }
        state = .active(events, onDecoding, observed)
      }
      guard case .active(let events, let onDecoding, let observed) = state else { return nil }
      guard let json = try await events.next() else {
        observed?.end(nil)
        state = .over
        return nil
      }
      let response = try operation.decoded {
        try json.withUnsafeBytes { try operation.response(bytes: $0) }
      } orFailing: {
        .decoding($0)
      }
      var body = GraphQLDecodedBody(json, response)
      body.operation = observed?.numbers.first
      try await onDecoding?(body)
      observed?.receive(json, response.errors)
      return response
    } catch {
      if case .active(_, _, let observed?) = state { observed.end(error) }
      // Releases the events, which ends the subscription.
      state = .over
      throw Self.visible(error)
    }
  }

  /// Waits for the data of the next response.
  ///
  /// - Throws: ``GraphQLClientError/graphQL(_:)`` for a response with errors, and the errors of the checks.
  mutating func nextData(_ checks: [GraphQLDataCheck]) async throws -> Operation.Data? {
    guard let response = try await next() else { return nil }
    do {
      return try operation.data(of: response, checks)
    } catch {
      if case .active(_, _, let observed?) = state { observed.end(error) }
      state = .over
      throw error
    }
  }

  /// The error to show to callers.
  private static func visible(_ error: any Error) -> any Error {
    switch error {
    case is GraphQLClientError, is GraphQLSubscriptionError, is CancellationError: error
    case is WebSocketClosure: GraphQLClientError.transport(error)
    default: GraphQLConnectionError(error).map(GraphQLClientError.transport) ?? error
    }
  }
}
