import Apus

extension GraphQLClient {
  /// Sends a query as text, and returns its data.
  ///
  /// ```swift
  /// let data = try await client.fetch(
  ///   text: "query($id: ID!) { artist(id: $id) { name } }", variables: ["id": "r1"], as: ArtistData.self)
  /// ```
  /// The client treats it like a generated operation: interceptors, limits, persisted documents, ``checks`` and incremental responses all apply. It
  /// bypasses the cache.
  ///
  /// - Parameters:
  ///   - text: the document.
  ///   - operationName: the name of the operation to execute; nil if the document has only one.
  ///   - variables: the values of the operation's variables.
  ///   - uploads: the files to upload, by their paths in the variables: ``GraphQLText/uploads``.
  ///   - type: the `Decodable` type to decode the data as.
  ///   - options: options for this request.
  /// - Throws: the errors of ``fetch(_:policy:maxAge:options:)``, and ``GraphQLClientError/invalidRequest(_:)`` if the text is not a document or not a query. For
  ///   mutations, use ``perform(text:operationName:variables:uploads:as:options:)``.
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
  ///   - type: the `Decodable` type to decode the data as.
  ///   - options: options for this request.
  /// - Throws: the errors of ``fetch(text:operationName:variables:uploads:as:options:)``.
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
  ///   - operationName: the name of the operation to execute; nil if the document has only one.
  ///   - variables: the values of the operation's variables.
  ///   - uploads: the files to upload, by their paths in the variables: ``GraphQLText/uploads``.
  ///   - type: the `Decodable` type to decode the data as.
  ///   - options: options for this request.
  /// - Throws: the errors of ``perform(_:options:)``, and ``GraphQLClientError/invalidRequest(_:)`` if the text is not a document or not a
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
  ///   - type: the `Decodable` type to decode the data as.
  ///   - options: options for this request.
  /// - Throws: the errors of ``perform(text:operationName:variables:uploads:as:options:)``.
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

  /// Sends a query or a mutation as text, and returns the complete response with data, errors and extensions.
  ///
  /// ``checks`` do not apply.
  ///
  /// - Throws: the errors of ``fetch(_:as:options:)`` except ``GraphQLClientError/graphQL(_:)``, and ``GraphQLClientError/invalidRequest(_:)`` for
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
      return try await withoutCache().response(for: TextOperation(text), options: options)
    } catch {
      throw text.named(error)
    }
  }

  /// Sends a document with `@defer` or `@stream` as text, and returns the states of its response as the parts arrive.
  ///
  /// Each state contains everything that has arrived before, with member names as the server sends them. The loop throws the same errors as for a
  /// generated operation, and ``GraphQLClientError/invalidRequest(_:)`` for a subscription.
  public func responses<Value: Decodable>(
    for text: GraphQLText, as type: Value.Type = GraphQLValue.self,
    options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) -> GraphQLTextResponses<Value> {
    GraphQLTextResponses(
      text: text,
      source: .parts(
        GraphQLIncrementalResponses(operation: TextOperation(text), client: withoutCache(), options: options))
    )
  }

  /// Subscribes with a document as text, and returns the data of each event.
  ///
  /// ```swift
  /// let text = try GraphQLText("subscription { nowPlaying { isPaused } }")
  /// for try await event in client.subscribe(to: text, as: GraphQLValue.self) { print(event) }
  /// ```
  /// The loop throws the same errors as ``subscribe(to:options:)``, and ``GraphQLClientError/invalidRequest(_:)`` if the document is not a
  /// subscription.
  public func subscribe<Value: Decodable>(
    to text: GraphQLText, as type: Value.Type = GraphQLValue.self,
    options: GraphQLSubscriptionOptions = GraphQLSubscriptionOptions()
  ) -> GraphQLTextData<Value> {
    GraphQLTextData(
      text: text, responses: withoutCache().events(of: TextOperation(text), options: options), checks: checks)
  }

  /// Subscribes with a document as text, and returns each event as a response with data, errors and extensions.
  ///
  /// In contrast to ``subscribe(to:as:options:)``, the responses contain the errors of events, and ``checks`` do not apply.
  public func responses<Value: Decodable>(
    to text: GraphQLText, as type: Value.Type = GraphQLValue.self,
    options: GraphQLSubscriptionOptions = GraphQLSubscriptionOptions()
  ) -> GraphQLTextResponses<Value> {
    GraphQLTextResponses(
      text: text, source: .events(withoutCache().events(of: TextOperation(text), options: options)))
  }
}

extension GraphQLText {
  /// The data of a response without errors that passes the checks.
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
  /// - Throws: ``GraphQLClientError/invalidRequest(_:)`` for another kind, naming the function that sends it.
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
