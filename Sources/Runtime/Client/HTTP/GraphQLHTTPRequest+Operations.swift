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

  /// The document with its variables, if it is sent as text; nil for an operation of a generated type.
  public var text: GraphQLText? { operation(TextOperation.self)?.text }
}

/// The operations of a request, with their variables.
enum OperationValues: GraphQLContextKey {
  static var defaultValue: [any GraphQLOperation] { [] }
}
