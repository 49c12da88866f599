import Apus

/// Sends a document as text through the code for generated operations.
///
/// A generated operation's properties belong to its type, those of a document as text to the value: see ``GraphQLOperation/sentDescription``.
struct TextOperation: GraphQLSingleResponseOperation {
  typealias Data = GraphQLAnyObject

  static var operationName: String { "" }
  static var operationDocument: String { "" }
  static var operationID: String { "" }
  /// Always true: a response in parts is recognized by its type.
  static var isIncremental: Bool { true }

  let text: GraphQLText

  init(_ text: GraphQLText) { self.text = text }

  /// The variables, without files.
  func _write(to writer: inout ObjectWriter) { writer.members(of: GraphQLAnyObject(text.variables)) }
}

extension GraphQLOperation {
  private var sentText: GraphQLText? { (self as? TextOperation)?.text }

  /// The description of the operation for interceptors and transports.
  var sentDescription: GraphQLOperationDescription {
    sentText?.operation ?? GraphQLOperationDescription(of: Self.self)
  }

  /// Whether a server may respond in parts.
  var isSentIncremental: Bool { sentText?.isIncremental ?? Self.isIncremental }

  /// The parameters of a request.
  ///
  /// - Parameters:
  ///   - onError: how the server handles errors of fields, by the request's options.
  ///   - clientBehavior: the same by the client, if neither they nor the operation say it.
  /// - Throws: an `EncodingError` for a variable that JSON cannot represent, ``GraphQLClientError/invalidRequest(_:)`` for a file
  ///   that the document does not mention.
  func parameters(
    onError: GraphQLErrorBehavior?, _ clientBehavior: GraphQLErrorBehavior?
  ) throws -> RequestParameters {
    let onError = onError ?? Self.onError ?? clientBehavior
    if let text = sentText {
      return RequestParameters(
        document: text.document, name: text.name, id: text.operation.id, variables: try text.sentVariables(),
        onError: onError)
    }
    return RequestParameters(
      document: Self.operationDocument, name: Self.operationName, id: Self.operationID, variables: try json(),
      onError: onError)
  }
}
