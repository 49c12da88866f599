import Apus

extension GraphQLClient {
  /// Not there: a subscription has many responses, and ``subscribe(to:)`` returns them. ``subscribe(to:options:)`` returns a sequence.
  @available(
    *, unavailable, message: "a subscription answers more than once: use subscribe(to:) or responses(to:)"
  )
  public func fetch<Operation: GraphQLSubscription>(
    _ operation: Operation, options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) async throws -> Operation.Data {
    throw GraphQLClientError.invalidRequest("\(Operation.operationName) is a subscription")
  }

  /// Not there: a subscription has many responses, and ``subscribe(to:)`` returns them. ``subscribe(to:options:)`` returns a sequence.
  @available(
    *, unavailable, message: "a subscription answers more than once: use subscribe(to:) or responses(to:)"
  )
  public func response<Operation: GraphQLSubscription>(
    for operation: Operation, options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) async throws -> GraphQLResponse<Operation.Data> {
    throw GraphQLClientError.invalidRequest("\(Operation.operationName) is a subscription")
  }
}
