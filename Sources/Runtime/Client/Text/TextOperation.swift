import Apus

/// Sends a text through the code for generated operations.
///
/// A generated operation's properties belong to its type, a text's to the value: see ``GraphQLOperation/sentDescription``.
struct TextOperation: GraphQLSingleResponseOperation {
  typealias Data = GraphQLAnyObject

  static var operationName: String { "" }
  static var operationDocument: String { "" }
  static var operationID: String { "" }
  /// Whatever the text is: an answer in parts is recognized by its type.
  static var isIncremental: Bool { true }

  let text: GraphQLText

  init(_ text: GraphQLText) { self.text = text }

  /// The variables, without files.
  func _write(to writer: inout ObjectWriter) { writer.members(of: GraphQLAnyObject(text.variables)) }
}

extension GraphQLOperation {
  private var sentText: GraphQLText? { (self as? TextOperation)?.text }

  /// What interceptors and transports know about the operation.
  var sentDescription: GraphQLOperationDescription {
    sentText?.operation ?? GraphQLOperationDescription(of: Self.self)
  }

  /// Whether a server may answer in parts.
  var isSentIncremental: Bool { sentText?.isIncremental ?? Self.isIncremental }

  /// The parameters of a request.
  ///
  /// - Parameters:
  ///   - onError: how the server handles errors of fields, by the request's options.
  ///   - clientBehavior: the same by the client, if neither they nor the operation say it.
  /// - Throws: an `EncodingError` for a variable that JSON cannot say, ``GraphQLClientError/invalidRequest(_:)`` for a file of a text
  ///   that has no place.
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
