import Apus

extension GraphQLClient {
  /// Sends several documents in one request, and returns their responses, each decoded as its own type.
  ///
  /// ```swift
  /// let artist = try GraphQLText(#"{ artist(id: "r1") { name } }"#)
  /// let genres = try GraphQLText("{ genres }")
  /// let (first, second) = try await client.batch((artist, as: ArtistData.self), (genres, as: GraphQLValue.self))
  /// ```
  /// The request contains the complete documents, or identifiers if ``documents`` is `trusted`. ``checks`` do not apply to the responses.
  ///
  /// - Parameters:
  ///   - text: a document with its variables, and the type to decode its data as.
  ///   - options: options for this request.
  /// - Throws: the errors of ``response(for:as:options:)``. If one response cannot be decoded, the whole batch fails. Files and documents with
  ///   `@defer` or `@stream` cannot be sent in a batch: ``GraphQLClientError/invalidRequest(_:)``.
  public func batch<each Value: Decodable>(
    _ text: repeat (GraphQLText, as: (each Value).Type),
    options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) async throws -> (repeat GraphQLTextResponse<each Value>) {
    var batch = Batch(self, options)
    repeat try batch.add((each text).0)
    var responses = try await send(batch, options)
    return try await (repeat responses.next(to: (each text).0, as: (each text).1))
  }

  /// Sends several documents in one request, and returns their responses in the same order.
  ///
  /// The request contains the complete documents, or identifiers if ``documents`` is `trusted`. ``checks`` do not apply to the responses.
  ///
  /// - Parameters:
  ///   - texts: the documents with their variables.
  ///   - type: the type to decode the data as.
  ///   - options: options for this request.
  /// - Throws: the errors of ``response(for:as:options:)``. If one response cannot be decoded, the whole batch fails. Files and documents with
  ///   `@defer` or `@stream` cannot be sent in a batch: ``GraphQLClientError/invalidRequest(_:)``.
  public func batch<Value: Decodable>(
    _ texts: [GraphQLText], as type: Value.Type = GraphQLValue.self,
    options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) async throws -> [GraphQLTextResponse<Value>] {
    if texts.isEmpty { return [] }
    var batch = Batch(self, options)
    for text in texts { try batch.add(text) }
    var responses = try await send(batch, options)
    var decoded: [GraphQLTextResponse<Value>] = []
    for text in texts { try await decoded.append(responses.next(to: text, as: type)) }
    return decoded
  }
}

extension Batch {
  fileprivate mutating func add(_ text: GraphQLText) throws {
    try text.require(.query, .mutation)
    try add(TextOperation(text), nil)
  }
}

extension BatchResponses {
  fileprivate mutating func next<Value: Decodable>(
    to text: GraphQLText, as type: Value.Type
  ) async throws -> GraphQLTextResponse<Value> {
    do {
      return try await GraphQLTextResponse(next(to: TextOperation(text)), to: text)
    } catch {
      throw text.named(error)
    }
  }
}
