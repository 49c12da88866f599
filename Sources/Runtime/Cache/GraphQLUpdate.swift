public import Apus

/// The state of a watched query or fragment.
public struct GraphQLUpdate<Data: GraphQLObject>: Sendable {
  /// The data; nil until there is some. It stays when a request fails or something goes missing.
  public var data: Data?
  /// The error of the last request; nil once one succeeds.
  public var error: (any Error)?
  /// Whether a request is in flight.
  public var isFetching: Bool

  /// Creates an update, for tests and previews.
  public init(data: Data?, error: (any Error)? = nil, isFetching: Bool = false) {
    self.data = data
    self.error = error
    self.isFetching = isFetching
  }
}
