/// The form in which a request identifies its document.
package enum GraphQLDocumentForm: Hashable, Sendable {
  /// The document itself: `query`.
  case document
  /// The document and its hash, for registration: `query` and `extensions.persistedQuery`.
  case registration
  /// Only the hash of a document that the server may already have: `extensions.persistedQuery`.
  case hash
  /// The identifier of a trusted document: `documentId`.
  case identifier
}

extension GraphQLOperation {
  /// Returns the body of a request for this operation: `{"query":…,"operationName":…,"variables":{…}}`.
  ///
  /// `variables` is omitted if none are set. Specification: <https://graphql.github.io/graphql-over-http/draft/#sec-Request-Parameters>.
  ///
  /// - Parameters:
  ///   - extensions: the members of `extensions`.
  ///   - onError: the server's handling of field errors; `nil` means the operation's ``onError``.
  /// - Throws: an `EncodingError` for a variable that JSON cannot represent.
  public func requestBody(
    extensions: [String: GraphQLValue] = [:], onError: GraphQLErrorBehavior? = nil
  ) throws -> [UInt8] {
    try requestBody(.document, extensions: extensions, onError: onError)
  }

  /// The body of a request that identifies the document in another form.
  package func requestBody(
    _ form: GraphQLDocumentForm, extensions: [String: GraphQLValue] = [:],
    onError: GraphQLErrorBehavior? = nil
  ) throws -> [UInt8] {
    try RequestParameters(
      document: Self.operationDocument, name: Self.operationName, id: Self.operationID, variables: json(),
      onError: onError ?? Self.onError
    ).body(form, extensions: extensions)
  }
}

/// The parameters of a request.
package struct RequestParameters {
  /// The text of the document.
  package var document: String
  /// The operation's name; nil for an anonymous operation.
  package var name: String?
  /// The identifier of the document.
  package var id: String
  /// The variables as a JSON object.
  package var variables: [UInt8]
  /// The server's handling of field errors; nil for its default.
  package var onError: GraphQLErrorBehavior?

  package init(
    document: String, name: String?, id: String, variables: [UInt8], onError: GraphQLErrorBehavior?
  ) {
    self.document = document
    self.name = name
    self.id = id
    self.variables = variables
    self.onError = onError
  }

  package func body(
    _ form: GraphQLDocumentForm, extensions: [String: GraphQLValue]
  ) throws -> [UInt8] {
    var writer = GraphQLWriter()
    let outer = writer.openObject()
    if form == .identifier { writer.string("documentId", id) }
    if form == .document || form == .registration { writer.string("query", document) }
    if let name { writer.string("operationName", name) }
    if variables != Array("{}".utf8) { writer.member("variables", json: variables) }
    if let onError { writer.string("onError", onError.rawValue) }
    var extensions = extensions
    if form == .registration || form == .hash {
      extensions["persistedQuery"] = ["version": 1, "sha256Hash": .string(id)]
    }
    if !extensions.isEmpty { writer.value("extensions", GraphQLValue.object(extensions)) }
    writer.closeObject(outer)
    return try writer.withBytes { Array($0) }
  }
}

extension GraphQLWriter {
  /// Writes a member whose JSON already exists.
  fileprivate mutating func member(_ key: StaticString, json: [UInt8]) {
    writeName(key)
    reserve(json.count)
    json.withUnsafeBufferPointer { json in
      if let start = json.baseAddress { store(start, json.count) }
    }
  }
}
