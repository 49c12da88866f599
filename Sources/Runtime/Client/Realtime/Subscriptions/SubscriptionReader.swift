import Apus
import ApusPlatform
import ApusWebSocket

/// Begins a subscription, and reads its events.
struct SubscriptionReader<Operation: GraphQLOperation> {
  private enum State {
    case new(GraphQLClient, GraphQLSubscriptionOptions)
    /// The events, and a closure that receives each decoded response before the caller does.
    case active(GraphQLEvents, DecodedBodyHandler?)
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
        let (events, onDecoding) = try await client.events(of: operation, options)
        state = .active(events, onDecoding)
      }
      guard case .active(let events, let onDecoding) = state, let json = try await events.next() else {
        state = .over
        return nil
      }
      let response = try operation.decoded {
        try json.withUnsafeBytes { try operation.response(bytes: $0) }
      } orFailing: {
        .decoding($0)
      }
      try await onDecoding?(GraphQLDecodedBody(json, response))
      return response
    } catch {
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
