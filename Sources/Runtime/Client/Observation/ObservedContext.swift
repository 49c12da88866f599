import ApusPlatform

/// The cause of an operation. It is set only if the client is observed.
package struct ObservedContext: Sendable {
  @TaskLocal package static var current = ObservedContext()

  /// The policy of the fetch.
  package var policy: GraphQLFetchPolicy?
  /// Why the operation is sent although there is a cache.
  package var cause: (any Sendable & CustomStringConvertible)?
  /// The number of the watch that sends it.
  package var watcher: Int?
  /// The number of the queued mutation that it is.
  package var mutation: UInt32?

  package init(
    policy: GraphQLFetchPolicy? = nil, cause: (any Sendable & CustomStringConvertible)? = nil,
    watcher: Int? = nil, mutation: UInt32? = nil
  ) {
    self.policy = policy
    self.cause = cause
    self.watcher = watcher
    self.mutation = mutation
  }

  /// Runs `body` so that what it sends does not inherit a cause.
  static func withoutCause<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    let context = current
    // Most operations have none.
    if context.policy == nil, context.cause == nil, context.watcher == nil, context.mutation == nil {
      return try await body()
    }
    return try await $current.withValue(ObservedContext()) { try await body() }
  }
}
