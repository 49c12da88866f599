import Apus
import ApusWebSocket
import ApusPlatform

/// The responses to a subscription. Each loop over it is a separate subscription, which begins when the first event is requested and ends with the
/// loop.
///
/// There are no more events after an error.
public struct GraphQLSubscriptionResponses<Operation: GraphQLOperation>: AsyncSequence, Sendable {
  public typealias Element = GraphQLResponse<Operation.Data>

  private let operation: Operation
  private let onDecoding: DecodedBodyHandler?
  private let start: @Sendable () async throws -> GraphQLEvents

  /// - Parameters:
  ///   - onDecoding: receives each decoded response before the caller does.
  ///   - start: begins a subscription.
  init(
    _ operation: Operation, onDecoding: DecodedBodyHandler?,
    _ start: @escaping @Sendable () async throws -> GraphQLEvents
  ) {
    self.operation = operation
    self.onDecoding = onDecoding
    self.start = start
  }

  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(operation, start: start, onDecoding: onDecoding)
  }

  /// Iterates over the responses.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private enum State {
      case new(@Sendable () async throws -> GraphQLEvents)
      case active(GraphQLEvents.AsyncIterator)
      case over
    }

    private let operation: Operation
    private var state: State
    private let onDecoding: DecodedBodyHandler?

    fileprivate init(
      _ operation: Operation, start: @escaping @Sendable () async throws -> GraphQLEvents,
      onDecoding: DecodedBodyHandler?
    ) {
      self.operation = operation
      state = .new(start)
      self.onDecoding = onDecoding
    }

    public mutating func next() async throws -> GraphQLResponse<Operation.Data>? {
      do {
        if case .new(let start) = state { state = .active(try await start().makeAsyncIterator()) }
        guard case .active(var events) = state, let json = try await events.next() else {
          state = .over
          return nil
        }
        let response = try Operation.decoded {
          try json.withUnsafeBytes { try operation.response(bytes: $0) }
        } orFailing: {
          .decoding($0)
        }
        await onDecoding?(GraphQLDecodedBody(json, response))
        return response
      } catch {
        state = .over
        throw Self.visible(error)
      }
    }

    /// Releases the events, which ends the subscription.
    fileprivate mutating func end() { state = .over }

    /// The error to show to callers.
    private static func visible(_ error: any Error) -> any Error {
      switch error {
      case is GraphQLClientError, is GraphQLSubscriptionError, is CancellationError: error
      case is WebSocketClosure: GraphQLClientError.transport(error)
      default: GraphQLConnectionError(error).map(GraphQLClientError.transport) ?? error
      }
    }
  }
}

/// The data of a subscription's events. Each loop over it is a separate subscription, which begins when the first event is requested and ends with
/// the loop.
///
/// It throws ``GraphQLClientError/graphQL(_:)`` for an event with errors. There are no more events after an error.
public struct GraphQLSubscriptionData<Operation: GraphQLOperation>: AsyncSequence, Sendable {
  public typealias Element = Operation.Data

  let responses: GraphQLSubscriptionResponses<Operation>
  let checks: [GraphQLDataCheck]

  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(responses: responses.makeAsyncIterator(), checks: checks)
  }

  /// Iterates over the data.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private var responses: GraphQLSubscriptionResponses<Operation>.AsyncIterator
    private let checks: [GraphQLDataCheck]

    fileprivate init(
      responses: GraphQLSubscriptionResponses<Operation>.AsyncIterator, checks: [GraphQLDataCheck]
    ) {
      self.responses = responses
      self.checks = checks
    }

    public mutating func next() async throws -> Operation.Data? {
      do {
        guard let response = try await responses.next() else { return nil }
        guard let data = response.data, response.errors.isEmpty else {
          throw GraphQLClientError.graphQL(GraphQLFailure(response, operationName: Operation.operationName))
        }
        for check in checks { try check.run(Operation.self, data) }
        return data
      } catch {
        responses.end()
        throw error
      }
    }
  }
}
