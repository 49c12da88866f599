/// What of an operation is sent as its text.
public enum GraphQLDocumentForm: Hashable, Sendable {
  /// The document itself: `query`.
  case document
  /// The document and its hash, to register it: `query`, and `extensions.persistedQuery`.
  case registration
  /// The hash alone, of a document that the server may have: `extensions.persistedQuery`.
  case hash
  /// The identifier of a document that the server trusts: `documentId`.
  case identifier
}

extension GraphQLOperation {
  /// The body of a request for this operation: `{"query":…,"operationName":…,"variables":{…}}`.
  ///
  /// `variables` is left out when none is set.
  /// Specification: <https://graphql.github.io/graphql-over-http/draft/#sec-Request-Parameters>.
  ///
  /// - Parameters:
  ///   - form: how the server learns which document is meant.
  ///   - extensions: members of `extensions`.
  /// - Throws: an `EncodingError` for a variable that JSON cannot say.
  public func requestBody(
    _ form: GraphQLDocumentForm = .document, extensions: [String: GraphQLValue] = [:]
  ) throws -> [UInt8] {
    try RequestParameters(
      document: Self.operationDocument, name: Self.operationName, id: Self.operationID, variables: json()
    ).body(form, extensions: extensions)
  }
}

/// What a request for an operation says.
package struct RequestParameters {
  /// The text of the document.
  package var document: String
  /// The operation's name; nil for one that has none.
  package var name: String?
  /// What identifies the document.
  package var id: String
  /// The variables as a JSON object.
  package var variables: [UInt8]

  package init(document: String, name: String?, id: String, variables: [UInt8]) {
    self.document = document
    self.name = name
    self.id = id
    self.variables = variables
  }

  /// The body of a request.
  package func body(
    _ form: GraphQLDocumentForm, extensions: [String: GraphQLValue]
  ) throws -> [UInt8] {
    var writer = ObjectWriter()
    let outer = writer.openObject()
    if form == .identifier { writer.string("documentId", id) }
    if form == .document || form == .registration { writer.string("query", document) }
    if let name { writer.string("operationName", name) }
    if variables != Array("{}".utf8) { writer.member("variables", json: variables) }
    var extensions = extensions
    if form == .registration || form == .hash {
      extensions["persistedQuery"] = ["version": 1, "sha256Hash": .string(id)]
    }
    if !extensions.isEmpty { writer.value("extensions", GraphQLValue.object(extensions)) }
    writer.closeObject(outer)
    return try writer.withBytes { Array($0) }
  }
}

extension ObjectWriter {
  /// A member whose JSON is there already.
  fileprivate mutating func member(_ key: StaticString, json: [UInt8]) {
    writeName(key)
    reserve(json.count)
    json.withUnsafeBufferPointer { json in
      if let start = json.baseAddress { store(start, json.count) }
    }
  }
}
