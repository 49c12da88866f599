import Apus

/// The states of a response that comes in parts, by `@defer` and `@stream`. Each loop over it sends the operation, when the first
/// state is asked for; leaving the loop ends the request.
///
/// The last state is complete. A server that does not defer gives one.
///
/// ```swift
/// for try await response in client.responses(for: AlbumQuery(id: "a1")) {
///   print(response.data?.album?.title ?? "", response.isComplete)
/// }
/// ```
public struct GraphQLIncrementalResponses<Operation: GraphQLSingleResponseOperation>: AsyncSequence, Sendable
{
  public typealias Element = GraphQLResponse<Operation.Data>

  let operation: Operation
  let client: GraphQLClient
  let options: GraphQLRequestOptions
  /// Changes the options when a loop begins.
  private(set) var prepare: (@Sendable (inout GraphQLRequestOptions) async -> Void)?

  /// A sequence whose options are changed when a loop begins.
  package func onSending(_ change: @escaping @Sendable (inout GraphQLRequestOptions) async -> Void) -> Self {
    var copy = self
    copy.prepare = change
    return copy
  }

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(state: .new(self)) }

  /// Goes through the states.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate enum State {
      case new(GraphQLIncrementalResponses)
      case active(IncrementalExchange<Operation>)
      case over
    }

    fileprivate var state: State

    public mutating func next() async throws -> GraphQLResponse<Operation.Data>? {
      do {
        if case .new(let sequence) = state {
          var options = sequence.options
          await sequence.prepare?(&options)
          state = .active(try await IncrementalExchange(sequence.operation, sequence.client, options))
        }
        guard case .active(var exchange) = state else { return nil }
        // Without a second copy, so that the response is changed in place.
        state = .over
        let response = try await exchange.next()
        if response != nil { state = .active(exchange) }
        return response
      } catch {
        // Releases the response, which ends the request.
        state = .over
        throw error
      }
    }
  }
}

extension GraphQLClient {
  /// Sends an operation whose document has `@defer` or `@stream`, and returns each state of its response, as the parts come.
  ///
  /// ```swift
  /// for try await response in client.responses(for: LibraryQuery(first: 20)) {
  ///   if let data = response.data { print(data.viewer?.displayName ?? "a visitor") }
  ///   if response.isComplete { print("complete") }
  /// }
  /// ```
  /// Each state has all that came before. ``fetch(_:options:)`` returns the last one. A state in which a part has come but not yet all of its
  /// fields, as servers send it where two ways lead to the part, is passed over.
  ///
  /// There is a state for each part until the states together have four times as many bytes as came, and a megabyte. From then on,
  /// parts that have already come are read together, so that the time stays linear in the bytes of the response.
  ///
  /// Interceptors see the status and the header fields of a response in parts, but not its body. ``timeout`` limits how long all
  /// parts may take, from the start of the response.
  ///
  /// Errors are in the responses: a part that failed is `GraphQLDeferred.failed`, and its errors are also in
  /// `errors`. ``checks`` do not see them. The loop throws ``GraphQLClientError``, what ``interceptors`` throw, and
  /// `CancellationError`.
  ///
  /// - Parameters:
  ///   - operation: the operation with its variables; of one without the directives there is one state.
  ///   - options: where this request differs from others.
  public func responses<Operation: GraphQLSingleResponseOperation>(
    for operation: Operation, options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) -> GraphQLIncrementalResponses<Operation> {
    GraphQLIncrementalResponses(operation: operation, client: self, options: options)
  }
}
