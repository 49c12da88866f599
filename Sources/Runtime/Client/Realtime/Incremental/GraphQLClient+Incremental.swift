import Apus

extension GraphQLClient {
  /// Sends an operation with `@defer` or `@stream`, and returns the states of its response as the parts arrive. A cache stores each
  /// state; parts that are still to arrive are missing there rather than null.
  ///
  /// ```swift
  /// for try await response in client.responses(for: LibraryQuery(first: 20)) {
  ///   if let data = response.data { print(data.viewer?.displayName ?? "a visitor") }
  ///   if response.isComplete { print("complete") }
  /// }
  /// ```
  /// Each state contains everything that has arrived before. The last one is complete, and is what `fetch` of a client without a cache
  /// returns. If a part has arrived without some of its fields, which happens if two paths lead to the part, there is no state for it.
  ///
  /// At first, there is a state for each part. Once all states together are four times as large as the bytes received, plus a megabyte, parts that
  /// have already arrived are merged into one state, so that the total time stays linear in the size of the response.
  ///
  /// Interceptors see the status and the header fields of an incremental response, but not its body. ``timeout`` limits the time for all parts, from
  /// the start of the response.
  ///
  /// Errors are in the responses: a part that failed is `GraphQLDeferred.failed`, and its errors are also in `errors`. ``checks`` do not apply. The
  /// loop throws ``GraphQLClientError``, errors of ``interceptors``, and `CancellationError`.
  ///
  /// - Parameters:
  ///   - operation: the operation with its variables. Without the directives, there is a single state.
  ///   - options: options for this request.
  public func responses<Operation: GraphQLSingleResponseOperation>(
    for operation: Operation, options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) -> GraphQLSequence<GraphQLResponse<Operation.Data>> {
    GraphQLSequence { [self] in
      var reader = StateReader.new(operation, self, options)
      return { try await reader.next() }
    }
  }
}

/// Sends an operation, and reads the states of its response.
private enum StateReader<Operation: GraphQLSingleResponseOperation> {
  case new(Operation, GraphQLClient, GraphQLRequestOptions)
  case active(IncrementalExchange<Operation>)
  case over

  mutating func next() async throws -> GraphQLResponse<Operation.Data>? {
    do {
      if case .new(let operation, let client, let options) = self {
        try operation.require(.query, .mutation)
        let observed = client.observing(operation)
        self = .active(
          try await observed.begin {
            var options = await client.writing(operation, options)
            options.observed = observed
            return try await IncrementalExchange(operation, client, options)
          })
      }
      guard case .active(var exchange) = self else { return nil }
      // There must be no second copy, so that the response is changed in place.
      self = .over
      let response = try await exchange.next()
      if response != nil { self = .active(exchange) }
      return response
    } catch {
      // Releases the response, which ends the request.
      self = .over
      throw error
    }
  }
}
