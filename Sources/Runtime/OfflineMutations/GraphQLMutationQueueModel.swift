public import ApusSwiftUI

/// The mutations of a queue for a view that lists them: those that are still to be sent, and those that need a decision.
///
/// ```swift
/// let model = await GraphQLMutationQueueModel(queue)
/// print(await model.mutations.map(\.operationName))
/// ```
@MainActor
public final class GraphQLMutationQueueModel: _GraphQLViewModel {
  /// The queue, whose functions cancel, move and resend mutations.
  public let queue: GraphQLMutationQueue

  private var shown: [GraphQLQueuedMutation] = []
  private var task: Task<Void, Never>?

  /// Observes a queue until the model is released.
  public init(_ queue: GraphQLMutationQueue) {
    self.queue = queue
    super.init(client: nil)
    task = Task { [weak self] in
      for await mutations in await queue.updates() {
        guard let self else { return }
        change { shown = mutations }
      }
    }
  }

  deinit { task?.cancel() }

  /// All mutations, in the order in which they are sent.
  public var mutations: [GraphQLQueuedMutation] {
    noteRead()
    return shown
  }

  /// The mutations that wait for a decision.
  public var parked: [GraphQLQueuedMutation] { mutations.filter { $0.parking != nil } }

  /// The number of mutations to send.
  public var pendingCount: Int { mutations.count { $0.parking == nil } }
}
