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
}
