import Apus

/// Sends a document as text through the code for generated operations.
///
/// The properties of a generated operation belong to its type. Those of a document as text belong to the value: see
/// ``GraphQLOperation/sentDescription``.
struct TextOperation: GraphQLSingleResponseOperation {
  typealias Data = GraphQLAnyObject

  static var operationName: String { "" }
  static var operationDocument: String { "" }
  static var operationID: String { "" }
  /// Always true. An incremental response is recognized by its media type.
  static var isIncremental: Bool { true }

  let text: GraphQLText

  init(_ text: GraphQLText) { self.text = text }

  /// Writes the variables without files.
  func _write(to writer: inout ObjectWriter) { writer.members(of: GraphQLAnyObject(text.variables)) }
}

extension GraphQLOperation {
  private var sentText: GraphQLText? { (self as? TextOperation)?.text }

  /// The description of the operation for interceptors and transports.
  var sentDescription: GraphQLOperationDescription {
    sentText?.operation ?? GraphQLOperationDescription(of: Self.self)
  }

  /// Whether a server may send an incremental response.
  var isSentIncremental: Bool { sentText?.isIncremental ?? Self.isIncremental }

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
