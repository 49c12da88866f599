import Apus
import ApusClient
import ApusPlatform

/// A transport whose subscriptions follow a script and that records requests.
///
/// ```swift
/// let events = GraphQLScriptedSubscriptions([.json(#"{"data":{"count":1}}"#), .delay(.milliseconds(10)), .failure(GraphQLConnectionError(.timedOut))])
/// let client = GraphQLClient(url: url, subscriptions: events)
/// ```
public final class GraphQLScriptedSubscriptions: GraphQLSubscriptionTransport {
  /// One step of a subscription. After the last step the server completes it.
  public struct Step: Sendable {
    /// Waits or throws, and returns an event or nil.
    let body: @Sendable (GraphQLSubscriptionRequest) async throws -> Data?

    /// Delivers a response, given as JSON.
    public static func json(_ text: String) -> Step { Step { _ in Data(text.utf8) } }

    /// Delivers a response with data, as a server would send it.
    public static func data(_ data: some GraphQLObject) -> Step {
      Step { _ in Data("{\"data\":".utf8) + (try data.jsonData()) + Data("}".utf8) }
    }

    /// Delivers a response with errors.
    public static func errors(_ errors: GraphQLError...) -> Step {
      Step { _ in
        let values = try errors.map { try GraphQLValue(json: $0.json()) }
        return Data(try GraphQLValue.object(["errors": .list(values)]).json())
      }
    }

    /// Waits.
    public static func delay(_ duration: Duration) -> Step {
      Step { _ in
        try await Task.sleep(for: duration)
        return nil
      }
    }

    /// Fails the subscription. Pass `GraphQLSubscriptionError.closed(code:reason:)` for a connection closed by the
    /// server.
    public static func failure(_ error: any Error) -> Step { Step { _ in throw error } }

    /// Waits until the subscription is cancelled.
    public static var silence: Step {
      Step { _ in
        while true { try await Task.sleep(for: .seconds(3600)) }
      }
    }

    /// Runs a closure, which returns an event as JSON, or nil for none.
    public static func perform(
      _ body: @escaping @Sendable (GraphQLSubscriptionRequest) async throws -> Data?
    ) -> Step {
      Step(body: body)
    }
  }

  private struct State {
    var requests: [GraphQLSubscriptionRequest] = []
    var activeCount = 0
  }

  private let script: @Sendable (GraphQLSubscriptionRequest) -> [Step]
  private let state = Locked(State())

  /// Creates a transport whose subscriptions all follow the same script.
  ///
  /// - Parameter steps: the steps of every subscription.
  public convenience init(_ steps: [Step]) { self.init { _ in steps } }

  /// Creates a transport with a script for each subscription.
  ///
  /// - Parameter script: returns the steps of a subscription.
  public init(script: @escaping @Sendable (GraphQLSubscriptionRequest) -> [Step]) { self.script = script }

  /// The subscriptions requested so far.
  public var requests: [GraphQLSubscriptionRequest] { state.withLock { $0.requests } }

  /// The number of subscriptions that are still being read.
  public var activeCount: Int { state.withLock { $0.activeCount } }

  public func events(for request: GraphQLSubscriptionRequest) async throws -> GraphQLEvents {
    state.withLock { $0.requests.append(request) }
    let run = Run(script(request), self)
    return GraphQLEvents {
      while let step = run.nextStep() {
        try Task.checkCancellation()
        if let event = try await step.body(request) { return event }
      }
      return nil
    }
  }

  /// One subscription, which is active as long as this object is retained.
  private final class Run: Sendable {
    private let steps: Locked<ArraySlice<Step>>
    private let owner: GraphQLScriptedSubscriptions

    init(_ steps: [Step], _ owner: GraphQLScriptedSubscriptions) {
      self.steps = Locked(steps[...])
      self.owner = owner
      owner.state.withLock { $0.activeCount += 1 }
    }

    deinit { owner.state.withLock { $0.activeCount -= 1 } }

    func nextStep() -> Step? { steps.withLock { $0.popFirst() } }
  }
}
