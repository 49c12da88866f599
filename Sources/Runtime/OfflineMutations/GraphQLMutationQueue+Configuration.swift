public import ApusClient

extension GraphQLMutationQueue {
  /// The settings of a queue.
  ///
  /// ```swift
  /// let patient = GraphQLMutationQueue.Configuration(firstDelay: .seconds(5), maximumDelay: .seconds(3600))
  /// ```
  public struct Configuration: Sendable {
    /// The pause before the second attempt. It doubles with each attempt, reduced by random jitter of up to 50 %.
    public var firstDelay: Duration
    /// The maximum pause between attempts.
    public var maximumDelay: Duration
    /// The state of the network. Nothing is sent without one.
    public var connectivity: GraphQLConnectivity
    /// Options for the requests.
    public var options: GraphQLRequestOptions
    /// The number of lanes that may send simultaneously, at least one.
    public var maximumLanes: Int

    let clock: any Clock<Duration>

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - firstDelay: the pause before the second attempt.
    ///   - maximumDelay: the maximum pause.
    ///   - connectivity: the state of the network.
    ///   - options: options for the requests.
    ///   - maximumLanes: the number of lanes that may send simultaneously, at least one.
    ///   - clock: the clock that measures the pauses; tests pass their own.
    public init(
      firstDelay: Duration = .seconds(1), maximumDelay: Duration = .seconds(300),
      connectivity: GraphQLConnectivity = .system, options: GraphQLRequestOptions = GraphQLRequestOptions(),
      maximumLanes: Int = 8, clock: any Clock<Duration> = ContinuousClock()
    ) {
      self.firstDelay = firstDelay
      self.maximumDelay = maximumDelay
      self.connectivity = connectivity
      self.options = options
      self.maximumLanes = maximumLanes
      self.clock = clock
    }
  }
}
