import Foundation
import Testing

@testable import ApusOfflineMutations

/// The sentences that errors and events of a queue become in a log.
@Suite(.timeLimit(.minutes(15))) struct QueueMessageTests {
  private struct Broken: Error, CustomStringConvertible { var description: String { "it broke" } }

  @Test(
    arguments: [
      (.unregistered("Rate"), "the queue has no handler for Rate"),
      (.unknownTemporaryID("t1"), "no mutation in the queue creates the object t1"),
      (.unusableTemporaryID("t1"), "t1 is not an unused identifier created by temporaryID()"),
      (.missingKeyVariable("a.b"), "the operation has no variable a.b for the idempotency key"),
      (
        .changedVariables("Rate", paths: ["a.b", "c"]),
        "this version of the app would send Rate differently than it was enqueued, at a.b, c"
      ),
      (.file("Send"), "Send uploads a file, which a queue cannot store"),
      (.inUse, "another queue uses the same file"), (.storage("no"), "the queue cannot use its file: no"),
      (.foreign, "the storage is not a mutation queue's; give the queue a separate file"),
      (.closed, "the queue is closed"),
      (.missingCache, "the queue shows its changes in a cache, and the client has none: set its cache"),
    ] as [(GraphQLMutationQueueError, String)])
  func `errors of a queue`(_ error: GraphQLMutationQueueError, _ text: String) {
    #expect("\(error)" == text)
    #expect((error as any Error).localizedDescription == text)
  }

  @Test func `events of a queue speak of a queue`() {
    let rate = GraphQLQueuedMutation(
      id: 1, operationName: "Rate", identity: "ada", lane: "", key: nil, keyPlace: .none, temporaryID: nil,
      date: Date(), text: "{}")
    let events: [(GraphQLMutationQueueEvent, String)] = [
      (.resultDropped("Rate", Broken()), "The changes by `result` of Rate were dropped: it broke."),
      (
        .setAside([], lost: 2),
        "The queue's file is damaged and was set aside: 0 mutations were read, 2 rows were lost."
      ),
      (
        .setAside([], lost: nil),
        "The queue's file is damaged and was set aside: 0 mutations were read, and others may be lost, since a part of it cannot be read."
      ),
      (.attemptFailed(rate, Broken()), "Rate could not be sent and will be tried again: it broke."),
      (
        .responseRejected(rate, Broken()),
        "Rate was carried out, although its response was rejected: it broke."
      ),
      (.unwritable(Broken()), "The queue's file cannot be written and will be tried again: it broke."),
    ]
    for (event, text) in events { #expect("\(event)" == text) }
  }
}
