import Apus

extension GraphQLClient {
  /// Sends a query as text, and returns its data.
  ///
  /// ```swift
  /// let data = try await client.fetch(
  ///   text: "query($id: ID!) { artist(id: $id) { name } }", variables: ["id": "r1"], as: ArtistData.self)
  /// ```
  /// The client treats a document as text like a generated operation: interceptors, limits, persisted documents, ``checks``, responses
  /// in parts.
  ///
  /// - Parameters:
  ///   - text: the document.
  ///   - operationName: which of its operations is meant; nil where there is one.
  ///   - variables: the values of its variables.
  ///   - uploads: the files that are sent with it, by their places in the variables: ``GraphQLText/uploads``.
  ///   - type: what the data is decoded as, by its own `Decodable`.
  ///   - options: where this request differs from others.
  /// - Throws: as ``fetch(_:options:)``, and ``GraphQLClientError/invalidRequest(_:)`` if the string is not a document, or not a
  ///   query: ``perform(text:operationName:variables:uploads:as:options:)`` sends mutations.
  public func fetch<Value: Decodable>(
    text: String, operationName: String? = nil, variables: [String: GraphQLValue] = [:],
    uploads: [GraphQLPath: GraphQLUpload] = [:], as type: Value.Type = GraphQLValue.self,
    options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) async throws -> Value {
    let text = try GraphQLText(text, operationName: operationName, variables: variables, uploads: uploads)
    return try await fetch(text, as: type, options: options)
  }

  /// Sends a query as text, with its variables, and returns its data.
  ///
  /// - Parameters:
  ///   - text: the document with its variables.
  ///   - type: what the data is decoded as, by its own `Decodable`.
  ///   - options: where this request differs from others.
  /// - Throws: as ``fetch(text:operationName:variables:uploads:as:options:)``.
  public func fetch<Value: Decodable>(
    _ text: GraphQLText, as type: Value.Type = GraphQLValue.self,
    options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) async throws -> Value {
    try text.require(.query)
    return try await value(of: text, options)
  }

  /// Sends a mutation as text, and returns its data.
  ///
  /// ```swift
  /// let data = try await client.perform(
  ///   text: "mutation($id: ID!) { removeAlbum(id: $id) { removed } }", variables: ["id": "a1"], as: GraphQLValue.self)
  /// ```
  ///
  /// - Parameters:
  ///   - text: the document.
  ///   - operationName: which of its operations is meant; nil where there is one.
  ///   - variables: the values of its variables.
  ///   - uploads: the files that are sent with it, by their places in the variables: ``GraphQLText/uploads``.
  ///   - type: what the data is decoded as, by its own `Decodable`.
  ///   - options: where this request differs from others.
  /// - Throws: as ``perform(_:options:)``, and ``GraphQLClientError/invalidRequest(_:)`` if the string is not a document, or not a
  ///   mutation.
  public func perform<Value: Decodable>(
    text: String, operationName: String? = nil, variables: [String: GraphQLValue] = [:],
    uploads: [GraphQLPath: GraphQLUpload] = [:], as type: Value.Type = GraphQLValue.self,
    options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) async throws -> Value {
    let text = try GraphQLText(text, operationName: operationName, variables: variables, uploads: uploads)
    return try await perform(text, as: type, options: options)
  }

  /// Sends a mutation as text, with its variables, and returns its data.
  ///
  /// - Parameters:
  ///   - text: the document with its variables.
  ///   - type: what the data is decoded as, by its own `Decodable`.
  ///   - options: where this request differs from others.
  /// - Throws: as ``perform(text:operationName:variables:uploads:as:options:)``.
  public func perform<Value: Decodable>(
    _ text: GraphQLText, as type: Value.Type = GraphQLValue.self,
    options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) async throws -> Value {
    try text.require(.mutation)
    return try await value(of: text, options)
  }

  private func value<Value: Decodable>(
    of text: GraphQLText, _ options: GraphQLRequestOptions
  ) async throws -> Value {
    let response = try await send(text, options)
    let data = try text.data(of: response, checks)
    guard let value: Value = try text.value(of: data) else {
      throw GraphQLClientError.graphQL(GraphQLFailure(response, operationName: text.operation.shownName))
    }
    return value
  }

  /// Sends a query or a mutation as text, and returns the whole response: data, errors and extensions.
  ///
  /// ``checks`` do not see it.
  ///
  /// - Throws: as ``fetch(_:as:options:)``, but never ``GraphQLClientError/graphQL(_:)``; ``GraphQLClientError/invalidRequest(_:)`` for
  ///   a subscription.
  public func response<Value: Decodable>(
    for text: GraphQLText, as type: Value.Type = GraphQLValue.self,
    options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) async throws -> GraphQLTextResponse<Value> {
    try await GraphQLTextResponse(send(text, options), to: text)
  }

  private func send(
    _ text: GraphQLText, _ options: GraphQLRequestOptions
  ) async throws -> GraphQLResponse<GraphQLAnyObject> {
    try text.require(.query, .mutation)
    do {
      return try await response(for: TextOperation(text), options: options)
    } catch {
      throw text.named(error)
    }
  }

  /// Sends a document as text with `@defer` or `@stream`, and returns each state of its response as the parts arrive.
  ///
  /// The member names of a part are the server's; each state has all that came before. The loop throws what that over an operation's
  /// responses in parts throws, and ``GraphQLClientError/invalidRequest(_:)`` for a subscription.
  public func responses<Value: Decodable>(
    for text: GraphQLText, as type: Value.Type = GraphQLValue.self,
    options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) -> GraphQLTextResponses<Value> {
    GraphQLTextResponses(
      text: text,
      source: .parts(
        GraphQLIncrementalResponses(operation: TextOperation(text), client: self, options: options)))
  }

  /// Subscribes with a document as text, and returns the data of each event.
  ///
  /// ```swift
  /// let text = try GraphQLText("subscription { nowPlaying { isPaused } }")
  /// for try await event in client.subscribe(to: text, as: GraphQLValue.self) { print(event) }
  /// ```
  /// As ``subscribe(to:options:)``. The loop throws ``GraphQLClientError/invalidRequest(_:)`` if the document is not a subscription.
  public func subscribe<Value: Decodable>(
    to text: GraphQLText, as type: Value.Type = GraphQLValue.self,
    options: GraphQLSubscriptionOptions = GraphQLSubscriptionOptions()
  ) -> GraphQLTextData<Value> {
    GraphQLTextData(text: text, responses: events(of: TextOperation(text), options: options), checks: checks)
  }

  /// Subscribes with a document as text, and returns each event as a whole: data, errors and extensions.
  ///
  /// As ``subscribe(to:as:options:)``, but errors of an event are in its response, and ``checks`` do not see it.
  public func responses<Value: Decodable>(
    to text: GraphQLText, as type: Value.Type = GraphQLValue.self,
    options: GraphQLSubscriptionOptions = GraphQLSubscriptionOptions()
  ) -> GraphQLTextResponses<Value> {
    GraphQLTextResponses(text: text, source: .events(events(of: TextOperation(text), options: options)))
  }
}

extension GraphQLText {
  /// The data of a response that has no errors and passes the checks.
  func data(
    of response: GraphQLResponse<GraphQLAnyObject>, _ checks: [GraphQLDataCheck]
  ) throws -> GraphQLAnyObject {
    guard let data = response.data, response.errors.isEmpty else {
      throw GraphQLClientError.graphQL(GraphQLFailure(response, operationName: operation.shownName))
    }
    for check in checks { try check.run(operation, data) }
    return data
  }

  /// - Parameter kinds: the kinds of operation that the caller can send.
  /// - Throws: ``GraphQLClientError/invalidRequest(_:)`` for a document of another kind, with the function that sends it.
  func require(_ kinds: GraphQLOperationDescription.Kind...) throws {
    if kinds.contains(operation.kind) { return }
    let remedy =
      switch operation.kind {
      case .query: "a query: use fetch"
      case .mutation: "a mutation: use perform"
      case .subscription: "a subscription, which answers more than once: use subscribe(to:)"
      }
    throw GraphQLClientError.invalidRequest("\(operation.shownName) is \(remedy)")
  }
}
