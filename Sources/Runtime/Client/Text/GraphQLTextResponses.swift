import Apus

/// The responses to a document as text: the states of an incremental response, or the events of a subscription. Each loop over it sends the document
/// when the first response is requested. Leaving the loop ends the request.
public struct GraphQLTextResponses<Value: Decodable>: AsyncSequence, Sendable {
  public typealias Element = GraphQLTextResponse<Value>

  enum Source: Sendable {
    case parts(GraphQLIncrementalResponses<TextOperation>)
    case events(GraphQLSubscriptionResponses<TextOperation>)
  }

  let text: GraphQLText
  let source: Source

  public func makeAsyncIterator() -> AsyncIterator {
    let iterator: AsyncIterator.Source =
      switch source {
      case .parts(let responses): .parts(responses.makeAsyncIterator())
      case .events(let responses): .events(responses.makeAsyncIterator())
      }
    return AsyncIterator(text: text, source: iterator)
  }

  /// Iterates over the responses.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate enum Source {
      case parts(GraphQLIncrementalResponses<TextOperation>.AsyncIterator)
      case events(GraphQLSubscriptionResponses<TextOperation>.AsyncIterator)
      case over
    }

    fileprivate let text: GraphQLText
    fileprivate var source: Source

    public mutating func next() async throws -> GraphQLTextResponse<Value>? {
      do {
        let response: GraphQLResponse<GraphQLAnyObject>?
        switch source {
        case .parts(var iterator):
          try text.require(.query, .mutation)
          response = try await iterator.next()
          source = .parts(iterator)
        case .events(var iterator):
          try text.require(.subscription)
          response = try await iterator.next()
          source = .events(iterator)
        case .over: return nil
        }
        return try response.map { try GraphQLTextResponse($0, to: text) }
      } catch {
        // Releases the response, which ends the request.
        source = .over
        throw text.named(error)
      }
    }
  }
}

/// The data of the events of a subscription whose document is a ``GraphQLText``. Each loop over it is a separate subscription, which begins when the
/// first event is requested and ends with the loop.
///
/// It throws ``GraphQLClientError/graphQL(_:)`` for an event with errors. There are no more events after an error.
public struct GraphQLTextData<Value: Decodable>: AsyncSequence, Sendable {
  public typealias Element = Value

  let text: GraphQLText
  let responses: GraphQLSubscriptionResponses<TextOperation>
  let checks: [GraphQLDataCheck]

  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(text: text, checks: checks, responses: responses.makeAsyncIterator())
  }

  /// Iterates over the data.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let text: GraphQLText
    fileprivate let checks: [GraphQLDataCheck]
    fileprivate var responses: GraphQLSubscriptionResponses<TextOperation>.AsyncIterator?

    public mutating func next() async throws -> Value? {
      do {
        if responses != nil { try text.require(.subscription) }
        guard let response = try await responses?.next() else { return nil }
        return try text.value(of: text.data(of: response, checks))
      } catch {
        // Releases the events, which ends the subscription.
        responses = nil
        throw text.named(error)
      }
    }
  }
}
