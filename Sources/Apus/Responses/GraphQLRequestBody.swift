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
    var writer = ObjectWriter()
    let outer = writer.openObject()
    if form == .identifier { writer.string("documentId", Self.operationID) }
    if form == .document || form == .registration { writer.string("query", Self.operationDocument) }
    writer.string("operationName", Self.operationName)
    let variables = try json()
    if variables != Array("{}".utf8) { writer.member("variables", json: variables) }
    var extensions = extensions
    if form == .registration || form == .hash {
      extensions["persistedQuery"] = ["version": 1, "sha256Hash": .string(Self.operationID)]
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
