import ApusCache
import ApusClient
import ApusOfflineMutations
import ApusPlatform

/// The record of a client, which inspectors of the client and its cache share. It ends with the last of them.
final class Inspection: Sendable {
  let recorder: Recorder
  let url: URL
  let cache: GraphQLCache?
  let queue: GraphQLMutationQueue?
  let secrets: SecretMembers
  private let queued = Locked<(list: [GraphQLQueuedMutation], block: GraphQLQueueBlock?)?>(nil)

  /// The queue's mutations when they last changed while a page was served; nil without a queue.
  var mutations: (list: [GraphQLQueuedMutation], block: GraphQLQueueBlock?)? {
    queue == nil ? nil : queued.withLock { $0 } ?? ([], nil)
  }

  init(
    _ client: GraphQLClient, _ queue: GraphQLMutationQueue?, _ secrets: SecretMembers, limit: Int,
    byteLimit: Int
  ) {
    (url, cache, self.queue, self.secrets) = (client.url, client.cache, queue, secrets)
    // The cache names the operations that write by their numbers, so clients that share one share the record as well.
    recorder =
      client.observer as? Recorder ?? client.cache?.observer as? Recorder
      ?? Recorder(limit: limit, byteLimit: byteLimit)
    client.observer = recorder
    cache?.observer = recorder
  }

  /// Follows the queue until the task is cancelled.
  func followQueue() async {
    guard let queue else { return }
    for await list in await queue.updates() {
      let block = await queue.block
      queued.withLock { $0 = (list, block) }
    }
  }

  func recording(keepsValues: Bool) -> GraphQLRecording { GraphQLRecording(self, keepsValues: keepsValues) }
}
