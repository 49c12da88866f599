extension GraphQLCacheEvent: CustomStringConvertible {
  /// A sentence for a log.
  public var description: String {
    switch self {
    case .schema(let error): "The cache's schema: \(error)."
    case .rule(let error): "A rule of the cache has no effect: \(error)."
    case .layerDropped(let error): "An optimistic layer was dropped: \(error)."
    case .unusable(let name, let error): "\(name) was neither read nor written: \(error)."
    case .undecodable(let name, let error): "The cached data does not decode as \(name): \(error)."
    case .conflict(let name, let object, let field, let values):
      "The response to \(name) contradicts itself: \(object).\(field) is \(values.joined(separator: " and "))."
    case .found(let name): "The cache answered \(name)."
    case .fetched(let name, let cause): "\(name) is sent: \(cause)."
    case .unreadable(let name, let misses):
      "The response to \(name) cannot be read back: \(GraphQLFetchCause.missing(misses))."
    case .unconnectedPage(let name, let field):
      "A page in the response to \(name) does not connect to the cached list of \(field) and replaces it."
    case .evicted(let count, let bytes):
      "\(count) records of \(bytes) bytes were evicted: the cache exceeded its size limit."
    case .collected(let count, let bytes):
      "\(count) records of \(bytes) bytes were evicted: they were not used for the grace period."
    case .storage(let event): event.description
    }
  }
}

extension GraphQLFetchCause: CustomStringConvertible {
  public var description: String {
    switch self {
    case .policy: "the policy requires it"
    case .missing(let misses):
      misses.isEmpty
        ? "it cannot be read" : "the cache lacks \(misses.map(\.description).joined(separator: ", "))"
    case .expired: "cached data exceeds its maximum age"
    case .invalidated: "cached data was invalidated"
    }
  }
}

extension GraphQLStorageEvent: CustomStringConvertible {
  /// A sentence for a log.
  public var description: String {
    switch self {
    case .unavailable(let error):
      "The cache's storage cannot be opened; the cache works in memory only: \(error)."
    case .readOnly(let error): "The cache's storage was read and will not be written: \(error)."
    case .replaced(let error): "The cache's storage was removed and starts empty: \(error)."
    case .damaged(let count): "\(count) rows of the cache's storage were damaged."
    case .failed(let error): "The cache's storage failed and will be tried again: \(error)."
    }
  }
}
