import Apus

/// The cache of a client: `GraphQLCache` of the module ApusCache. A client without one links nothing of that module.
package protocol ClientCache: AnyObject, Sendable {
  /// Waits until stored responses can be read and new ones written.
  func load() async

  /// Notes that an operation is sent now. Of documents as text, only subscriptions are noted: they end when the cache is cleared.
  ///
  /// - Returns: a closure that writes the responses to it; for a query, its ticket, which the closure reads, and the cache's epoch when it
  ///   is sent: an object that is replaced when the cache is cleared.
  func writing<Operation: GraphQLOperation>(
    _ operation: Operation
  ) -> (query: (ticket: RequestTicket, epoch: any AnyObject & Sendable)?, onDecoding: DecodedBodyHandler)

  /// Reads a query, or calls `send`, according to the policy.
  ///
  /// - Parameters:
  ///   - query: the query with its variables.
  ///   - policy: the source of the data.
  ///   - maxAge: with `cacheFirst`, the maximum age of cached data; `nil` means the limits in `apus.json`.
  ///   - cached: makes the result of cached data.
  ///   - send: sends the query.
  /// - Throws: the error of `send`; with the policy `cacheOnly`, that something is missing.
  func find<Query: GraphQLQuery, Result>(
    _ query: Query, _ policy: GraphQLFetchPolicy, _ maxAge: Duration?, cached: (Query.Data) -> Result,
    send: () async throws -> Result
  ) async throws -> Result
}
