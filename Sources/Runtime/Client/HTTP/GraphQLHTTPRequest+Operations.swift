import Apus

extension GraphQLHTTPRequest {
  /// The name of the request's operation, or of the first one in a batch.
  public var operationName: String? { operations.first?.name }

  /// Returns the request's operation with its variables; nil if it has another type.
  ///
  /// ```swift
  /// func log(_ request: GraphQLHTTPRequest) {
  ///   if let query = request.operation(AlbumQuery.self) { print(query.id) }
  /// }
  /// ```
  /// In a batch, it is the first operation of this type.
  public func operation<Operation: GraphQLOperation>(_ type: Operation.Type) -> Operation? {
    context[OperationValues.self].lazy.compactMap { $0 as? Operation }.first
  }

  /// The operations with their variables.
  package var operationValues: [any GraphQLOperation] { context[OperationValues.self] }
}

/// The operations of a request, with their variables.
enum OperationValues: GraphQLContextKey {
  static var defaultValue: [any GraphQLOperation] { [] }
}
