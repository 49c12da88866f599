import Apus

/// The name, the kind and the document of generated operations belong to their types. Those of documents as text belong to the values: see
/// ``GraphQLOperation/sentDescription``.
extension GraphQLText: GraphQLQuery, GraphQLMutation, GraphQLSubscription {
  public typealias Data = GraphQLAnyObject

  /// Empty: see ``operation``.
  public static var operationName: String { "" }
  /// Empty: see ``document``.
  public static var operationDocument: String { "" }
  /// Empty: see ``operation``.
  public static var operationID: String { "" }
  /// Always true. An incremental response is recognized by its media type.
  public static var isIncremental: Bool { true }

  /// Writes the variables without files.
  public func _write(to writer: inout GraphQLWriter) { writer.members(of: GraphQLAnyObject(variables)) }
}

extension GraphQLOperation {
  private var text: GraphQLText? { self as? GraphQLText }

  /// Whether caches know the operation. Those of documents as text lack the identifiers that the compiler adds to generated ones.
  package static var isCacheable: Bool { Self.self != GraphQLText.self }

  /// The name to show: that of a document as text is its value's.
  package var shownName: String { Self.isCacheable ? Self.operationName : sentDescription.shownName }

  /// The description of the operation for interceptors and transports.
  var sentDescription: GraphQLOperationDescription {
    text?.operation ?? GraphQLOperationDescription(of: Self.self)
  }

  /// Whether a server may send an incremental response.
  var isSentIncremental: Bool { text?.isIncremental ?? Self.isIncremental }

  /// - Parameter kinds: the kinds of operation that the caller can send.
  /// - Throws: ``GraphQLClientError/invalidRequest(_:)`` for a document as text of another kind, naming the function that sends it.
  func require(_ kinds: GraphQLOperationDescription.Kind...) throws {
    guard let operation = text?.operation, !kinds.contains(operation.kind) else { return }
    let remedy =
      switch operation.kind {
      case .query: "a query: use fetch"
      case .mutation: "a mutation: use perform"
      case .subscription: "a subscription, which has several responses: use subscribe(to:)"
      }
    throw GraphQLClientError.invalidRequest("\(operation.shownName) is \(remedy)")
  }

  /// The parameters of a request.
  ///
  /// - Parameters:
  ///   - onError: the request option for the server's handling of field errors.
  ///   - clientBehavior: the client's setting, used if neither the request nor the operation has one.
  /// - Throws: an `EncodingError` for a variable that JSON cannot represent, or ``GraphQLClientError/invalidRequest(_:)`` for a file that the
  ///   document does not use.
  func parameters(
    onError: GraphQLErrorBehavior?, _ clientBehavior: GraphQLErrorBehavior?
  ) throws -> RequestParameters {
    let onError = onError ?? Self.onError ?? clientBehavior
    if let text {
      return RequestParameters(
        document: text.document, name: text.name, id: text.operation.id, variables: try text.sentVariables(),
        onError: onError)
    }
    return RequestParameters(
      document: Self.operationDocument, name: Self.operationName, id: Self.operationID, variables: try json(),
      onError: onError)
  }
}
