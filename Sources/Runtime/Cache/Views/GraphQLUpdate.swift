/// The state of a watched query or fragment.
public struct GraphQLUpdate<Data: Sendable>: Sendable {
  /// The data; nil until there is some. It stays when a request fails or something goes missing, and goes when the cache is cleared.
  public var data: Data?
  /// The error of the last request; nil once one succeeds.
  public var error: (any Error)?
  /// Whether a request is in flight.
  public var isFetching: Bool
  /// The cache's epoch that the update belongs to; nil without a cache, and before the watch has read it.
  package var epoch: (any AnyObject & Sendable)?

  /// Creates an update, for tests and previews.
  public init(data: Data?, error: (any Error)? = nil, isFetching: Bool = false) {
    self.data = data
    self.error = error
    self.isFetching = isFetching
  }

  /// Keeps the data of an earlier update until there is newer data, unless the cache was cleared in between.
  package func keepingData(of earlier: Self) -> Self {
    var update = self
    if data == nil, epoch === earlier.epoch { update.data = earlier.data }
    return update
  }
}
