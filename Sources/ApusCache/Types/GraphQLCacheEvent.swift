/// What happens in a cache, for logs.
public enum GraphQLCacheEvent: Sendable {
  /// Two modules' schemas disagree, or one is of another version. What the first says counts.
  case schema(GraphQLCacheError)
  /// An optimistic layer is gone: its closure threw when what is below it had changed, or the cache was cleared
  /// (``GraphQLCacheError/cleared``).
  case layerDropped(any Error)
  /// Something was not read or written: its document or its variables cannot be understood.
  case unusable(String, GraphQLCacheError)
  /// A value that is kept has another form than the operation or fragment of this name expects: it counts as missing.
  case undecodable(String, any Error)
  /// The response to the operation of this name has two values for one field of one object. Debug builds look for it.
  case conflict(String, GraphQLCacheConflict)
  /// The operation of this name is sent, for this reason.
  case fetched(String, GraphQLFetchCause)
  /// The response to the watched operation of this name cannot be read back, since these fields are missing: the watch shows the response.
  case unreadable(String, [GraphQLCacheMiss])
  /// A page in the response to the operation of this name begins at a cursor that its list does not have: it takes the list's place.
  case unconnectedPage(String, field: String)
  /// So many objects and root fields went, with so many bytes.
  case evicted(count: Int, bytes: Int, GraphQLEvictionCause)
  /// Something is the matter with what makes the cache last. The cache goes on in memory.
  case storage(GraphQLStorageEvent)
}

/// Why an operation was sent to the server, and not read from the cache.
public enum GraphQLFetchCause: Hashable, Sendable {
  /// The policy says so.
  case policy
  /// This is missing.
  case missing([GraphQLCacheMiss])
  /// Something is older than it may be.
  case expired
  /// Something was invalidated.
  case invalidated
}

/// Why something was evicted.
public enum GraphQLEvictionCause: Hashable, Sendable {
  /// Nothing led to it, and it was not used for the grace period.
  case unused
  /// The cache had grown over its limit.
  case sizeLimit
}
