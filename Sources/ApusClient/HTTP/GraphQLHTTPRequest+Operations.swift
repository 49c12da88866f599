import Apus

extension GraphQLHTTPRequest {
  /// The name of the operation that is asked for; in a batch, of the first.
  public var operationName: String? { operations.first?.name }

  /// The operation that is asked for, with its variables; nil when it is of another type.
  ///
  /// ```swift
  /// func log(_ request: GraphQLHTTPRequest) {
  ///   if let query = request.operation(AlbumQuery.self) { print(query.id) }
  /// }
  /// ```
  /// In a batch it is the first of this type.
  public func operation<Operation: GraphQLOperation>(_ type: Operation.Type) -> Operation? {
    context[OperationValues.self].lazy.compactMap { $0 as? Operation }.first
  }

  /// The document with its variables, where it is a text; nil for an operation of a generated type.
  public var text: GraphQLText? { operation(TextOperation.self)?.text }
}

extension GraphQLHTTPRequest {
  /// Whether sending it twice may carry out an operation twice. A transport must not repeat such a request, and throws
  /// ``GraphQLClientError/outcomeUnknown(_:)`` if it may have been sent and there is no whole response. A POST without a body carries no
  /// operation, and a subscription only reads.
  public var mustBeSentOnce: Bool {
    !isIdempotent && (method == .get || body.byteCount > 0) && operations.first?.kind != .subscription
  }
}

/// The operations of a request, with their variables.
enum OperationValues: GraphQLContextKey {
  static var defaultValue: [any GraphQLOperation] { [] }
}
