import Apus

extension GraphQLClient {
  /// Unavailable: ``perform(_:options:)`` sends mutations.
  @available(*, unavailable, message: "fetch sends queries: use perform(_:) for a mutation")
  public func fetch<Mutation: GraphQLMutation>(
    _ mutation: Mutation, options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) async throws -> Mutation.Data {
    throw GraphQLClientError.invalidRequest("\(Mutation.operationName) is a mutation: use perform")
  }

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
