import Apus

extension GraphQLClient {
  /// Unavailable: ``perform(_:options:)`` sends mutations.
  @available(*, unavailable, message: "fetch sends queries: use perform(_:) for a mutation")
  public func fetch<Mutation: GraphQLMutation>(
    _ mutation: Mutation, options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) async throws -> Mutation.Data {
    throw GraphQLClientError.invalidRequest("\(Mutation.operationName) is a mutation: use perform")
  }

  /// Unavailable: a subscription has several responses, which ``subscribe(to:options:)`` and ``responses(to:options:)`` return.
  @available(
    *, unavailable, message: "a subscription has several responses: use subscribe(to:) or responses(to:)"
  )
  public func fetch<Operation: GraphQLSubscription>(
    _ operation: Operation, options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) async throws -> Operation.Data {
    throw GraphQLClientError.invalidRequest("\(Operation.operationName) is a subscription")
  }

  /// Unavailable: a subscription has several responses, which ``subscribe(to:options:)`` and ``responses(to:options:)`` return.
  @available(
    *, unavailable, message: "a subscription has several responses: use subscribe(to:) or responses(to:)"
  )
  public func response<Operation: GraphQLSubscription>(
    for operation: Operation, options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) async throws -> GraphQLResponse<Operation.Data> {
    throw GraphQLClientError.invalidRequest("\(Operation.operationName) is a subscription")
  }
}
