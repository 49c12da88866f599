import Apus
import ApusClient
import ApusPlatform
import ApusSwiftUI
import ApusTesting
import Foundation
import TestSupport
import Testing

import ApusCache
import CacheFixtures
@testable import ApusOfflineMutations

/// Temporary identifiers, and what users do with a queue.
@Suite(.timeLimit(.minutes(15))) struct QueueOrderTests {
  /// Likes a shelf as if it were a post; each shelf is a lane.
  private static let handlers = [
    QueueScene.makeShelf(),
    GraphQLMutationHandler(
      LikeMutation.self, key: QueueScene.key,
      optimistically: { mutation, transaction in
        try transaction.write(ShelfLabelData(label: "liked"), GraphQLCacheKey("Shelf", mutation.post))
      }, lane: { $0.post }),
  ]

  private func label(_ scene: QueueScene, _ id: String) -> String? {
    scene.cache.read(ShelfLabelData.self, GraphQLCacheKey("Shelf", id))?.label
  }

  @Test func `temporary identifiers are replaced when the answer comes`() async throws {
    let transport = HeldTransport()
    let storage = RowStorage()
    let scene = try QueueScene(transport, storage)
    let queue = try await scene.queue(Self.handlers)
    let id = GraphQLMutationQueue.temporaryID()
    #expect(try await queue.enqueue(MakeShelfMutation(label: "new"), creating: id).temporaryID == id)
    #expect(label(scene, id) == "new")
    try await queue.enqueue(LikeMutation(post: id))
    #expect(label(scene, id) == "liked")
    let make = try await transport.active(1)[0]
    #expect(await queue.mutations.map(\.lane) == ["", id])
    let before = RowStorage(storage.all)
    transport.answer(make.id, .success(madeShelf("s1")))
    let like = try await transport.active(1)[0]
    #expect(like.request.variables == ["post": "s1"])
    // The optimistic change has moved to the object that the server made, in the transaction of the response.
    #expect(label(scene, "s1") == "liked")
    #expect(label(scene, id) == nil)
    #expect(await queue.serverID(of: id) == "s1")
    #expect(try await queue.until { $0.count == 1 }[0].lane == "s1")
    // After a restart, too.
    let server = GraphQLScriptedTransport([.response(liked("s1", 1))])
    let restarted = try await QueueScene(server, RowStorage(storage.all)).queue(Self.handlers)
    try await restarted.untilEmpty()
    #expect(await restarted.serverID(of: id) == "s1")
    try await restarted.enqueue(LikeMutation(post: id), creating: nil)
    _ = try await restarted.until { $0.isEmpty || $0[0].state == .waiting && $0[0].attempts > 0 }
    #expect(server.requests.map(\.variables) == [["post": "s1"], ["post": "s1"]])
    // And if the process ended before the answer.
    let other = GraphQLScriptedTransport([.response(madeShelf("s1")), .response(liked("s1", 1))])
    let early = try await QueueScene(other, before).queue(Self.handlers)
    try await early.untilEmpty()
    #expect(other.requests.map(\.variables) == [["label": "new"], ["post": "s1"]])
  }

  @Test(arguments: ["cancel", "confirm", "resend"])
  func `mutations wait for a parked one that creates their object`(_ decision: String) async throws {
    let server = GraphQLScriptedTransport(
      [.errors(GraphQLError(message: "no")), .response(liked("2", 8))]
        + (decision == "resend" ? [.response(madeShelf("s1"))] : []) + [.response(liked("s", 9))])
    let scene = try QueueScene(server)
    let queue = try await scene.queue([QueueScene.makeShelf(), QueueScene.like()])
    let make = try await queue.enqueue(MakeShelfMutation(label: "new"))
    let id = try #require(make.temporaryID)
    let like = try await queue.enqueue(LikeMutation(post: id))
    try await queue.enqueue(LikeMutation(post: "2"))
    let left = try await queue.until { $0.count == 2 && $0[0].parking != nil }
    #expect(left.map(\.state).last == .waiting)
    #expect(server.requests.count == 2)
    switch decision {
    case "cancel":
      #expect(try await queue.cancel(make.id))
      #expect(await queue.mutations.map(\.parking?.reason) == [.orphaned])
      #expect(try await queue.resend(like.id) == false)
      #expect(server.requests.count == 2)
    case "confirm":
      #expect(try await queue.confirm(make.id, createdID: "s7"))
      try await queue.untilEmpty()
      #expect(server.requests.last?.variables == ["post": "s7"])
    default:
      #expect(try await queue.resend(make.id))
      try await queue.untilEmpty()
      #expect(server.requests.last?.variables == ["post": "s1"])
    }
    await #expect(throws: GraphQLMutationQueueError.self) {
      try await queue.enqueue(LikeMutation(post: GraphQLMutationQueue.temporaryID()))
    }
  }

  /// Each creation refers to the two before it: there are more ways through them than could be walked.
  @Test(arguments: [true, false]) func `what waits is found at once, however much refers to each other`(
    _ isParked: Bool
  ) throws {
    var rows = QueuedRows()
    let ids = (0..<90).map { _ in TemporaryIDs.make() }
    for (index, id) in ids.enumerated() {
      let references = ids[..<index].suffix(2).joined(separator: "\",\"")
      let parking = GraphQLParking(reason: .rejected, message: "")
      rows.set(
        GraphQLQueuedMutation(
          id: UInt32(index + 1), operationName: "MakeShelf", identity: "ada",
          lane: index == 0 ? "" : "lane \(index)",
          key: nil, keyPlace: .none, temporaryID: id, date: Date(),
          state: isParked && index == 0 ? .parked(parking) : .waiting, text: "{\"a\":[\"\(references)\"]}",
          position: index + 1))
    }
    let last = GraphQLQueuedMutation(
      id: 91, operationName: "Like", identity: "ada", lane: "lane 89", key: nil, keyPlace: .none,
      temporaryID: nil, date: Date(), text: "{}", position: 91)
    rows.set(last)
    #expect(rows.next("") == (isParked ? nil : 1))
    // It overtakes what waits for the user, and nothing else.
    #expect(rows.next("lane 89") == (isParked ? 91 : nil))
  }

  @Test func `a response without an identifier parks what refers to it`() async throws {
    let server = GraphQLScriptedTransport([
      .response("{\"makeShelf\":{\"label\":null,\"___\":\"Shelf\",\"___id\":\"s1\"}}")
    ])
    let queue = try await QueueScene(server).queue(Self.handlers)
    let id = try #require(try await queue.enqueue(MakeShelfMutation(label: "new")).temporaryID)
    try await queue.enqueue(LikeMutation(post: id))
    #expect(try await queue.until { $0.count == 1 }[0].parking?.reason == .orphaned)
    #expect(server.requests.count == 1)
  }

  /// Whatever the order, what waits for another lane waits for something that is sent.
  @Test func `moved mutations of several lanes do not wait for each other`() async throws {
    let transport = HeldTransport()
    let scene = try QueueScene(transport)
    let connectivity = GraphQLConnectivity()
    connectivity.update(isOnline: false)
    let queue = try await scene.queue(Self.handlers, connectivity: connectivity)
    let (first, second) = (GraphQLMutationQueue.temporaryID(), GraphQLMutationQueue.temporaryID())
    let creator = try await queue.enqueue(MakeShelfMutation(label: "a"), creating: first)
    try await queue.enqueue(LikeMutation(post: first))
    try await queue.enqueue(MakeShelfMutation(label: "b"), creating: second)
    try await queue.enqueue(LikeMutation(post: second))
    #expect(try await queue.move(creator.id, before: nil))
    connectivity.update(isOnline: true)
    var sent: [String] = []
    try await eventually("the queue is empty") {
      for held in transport.active {
        let label = held.request.variables["label"].string
        sent.append(label ?? "like")
        transport.answer(
          held.id, .success(label.map(madeShelf) ?? liked(held.request.variables["post"].string ?? "", 1)))
      }
      return await queue.mutations.isEmpty
    }
    #expect(sent.first == "b")
    #expect(sent.sorted() == ["a", "b", "like", "like"])
  }

  @Test func `a creator moved after a mutation that needs its object is still sent first`() async throws {
    let transport = HeldTransport()
    let connectivity = GraphQLConnectivity()
    connectivity.update(isOnline: false)
    let queue = try await QueueScene(transport).queue(connectivity: connectivity)
    let creator = try await queue.enqueue(MakeShelfMutation(label: "s1"))
    let id = try #require(creator.temporaryID)
    try await queue.enqueue(LikeMutation(post: id))
    #expect(try await queue.move(creator.id, before: nil))
    connectivity.update(isOnline: true)
    let make = try await transport.active(1)[0]
    #expect(make.request.variables == ["label": "s1"])
    transport.answer(make.id, .success(madeShelf("s1")))
    let like = try await transport.active(1)[0]
    #expect(like.request.variables == ["post": "s1"])
    transport.answer(like.id, .success(liked("s1", 1)))
    try await queue.untilEmpty()
  }

  @Test func `optimistic changes are in the order of the queue`() async throws {
    let scene = try QueueScene(HeldTransport())
    let queue = try await scene.queue([
      GraphQLMutationHandler(
        MakeShelfMutation.self, key: QueueScene.key,
        optimistically: { mutation, transaction in
          try transaction.write(ShelfLabelData(label: mutation.label), GraphQLCacheKey("Shelf", "1"))
        }), QueueScene.like(),
    ])
    try await queue.enqueue(LikeMutation(post: "1"))
    let first = try await queue.enqueue(MakeShelfMutation(label: "x"))
    let second = try await queue.enqueue(MakeShelfMutation(label: "y"))
    #expect(label(scene, "1") == "y")
    #expect(try await queue.move(second.id, before: first.id))
    #expect(label(scene, "1") == "x")
  }

  @Test func `a temporary identifier is one that the queue makes, and of one object`() async throws {
    let queue = try await QueueScene(HeldTransport()).queue()
    let id = GraphQLMutationQueue.temporaryID()
    try await queue.enqueue(MakeShelfMutation(label: "a"), creating: id)
    for used in [id, "mine"] {
      await #expect(throws: GraphQLMutationQueueError.unusableTemporaryID(used)) {
        try await queue.enqueue(MakeShelfMutation(label: "b"), creating: used)
      }
    }
  }

  @Test func `a queue can be closed while the app decides`() async throws {
    let queues = Locked<[GraphQLMutationQueue]>([])
    let storage = RowStorage()
    let handler = QueueScene.like(conflict: { _, _ in
      for queue in queues.withLock({ $0 }) { await queue.close() }
      return .retry
    })
    let server = GraphQLScriptedTransport([.errors(GraphQLError(message: "no"))])
    let queue = try await QueueScene(server, storage).queue([handler])
    queues.withLock { $0 = [queue] }
    try await queue.enqueue(LikeMutation(post: "1"))
    for await _ in await queue.updates() {}
    #expect(await queue.mutations.count == 1)
    #expect(server.requests.count == 1)
  }

  @Test func `mutations are moved and cancelled`() async throws {
    let transport = HeldTransport()
    let storage = RowStorage()
    let scene = try QueueScene(transport, storage)
    let queue = try await scene.queue()
    var ids: [UInt32] = []
    for post in ["1", "2", "3", "1"] { ids.append(try await queue.enqueue(LikeMutation(post: post)).id) }
    let first = try await transport.active(1)[0]
    #expect(try await queue.cancel(ids[0]) == false)
    #expect(try await queue.move(ids[2], before: ids[1]))
    #expect(try await queue.move(ids[1], before: nil))
    #expect(try await queue.move(ids[1], before: 99) == false)
    #expect(try await queue.cancel(ids[3]))
    #expect(try await queue.cancel(ids[3]) == false)
    #expect(scene.likes == [2, 3, 4])
    #expect(await queue.mutations.map(\.id) == [ids[0], ids[2], ids[1]])
    let restarted = try await QueueScene(HeldTransport(), RowStorage(storage.all)).queue()
    #expect(await restarted.mutations.map(\.id) == [ids[0], ids[2], ids[1]])
    transport.answer(first.id, .success(liked("1", 7)))
    for post in ["3", "2"] {
      let next = try await transport.active(1)[0]
      #expect(next.request.variables == ["post": .string(post)])
      transport.answer(next.id, .success(liked(post, 9)))
    }
    try await queue.untilEmpty()
    #expect(scene.likes == [7, 9, 9])
  }

  @Test func `cancelling ends the pause before the next attempt`() async throws {
    let server = GraphQLScriptedTransport([.status(503), .response(liked("2", 8))])
    let scene = try QueueScene(server)
    let queue = try await scene.queue(firstDelay: .seconds(3000))
    let first = try await queue.enqueue(LikeMutation(post: "1"))
    try await queue.enqueue(LikeMutation(post: "2"))
    _ = try await queue.until { $0[0].attempts == 1 && $0[0].state == .waiting }
    #expect(try await queue.cancel(first.id))
    try await queue.untilEmpty()
    #expect(scene.likes == [1, 8, 3])
  }

  @MainActor @Test func `a model shows the queue`() async throws {
    let connectivity = GraphQLConnectivity(isOnline: false)
    let server = GraphQLScriptedTransport([.status(400), .response(liked("2", 8))])
    let queue = try await QueueScene(server).queue(connectivity: connectivity)
    let model = GraphQLMutationQueueModel(queue)
    for post in ["1", "2"] { try await queue.enqueue(LikeMutation(post: post)) }
    try await eventually("the model shows both mutations") { model.pendingCount == 2 }
    #expect(model.parked.isEmpty)
    connectivity.update(isOnline: true)
    try await eventually("one mutation is left, and parked") {
      model.mutations.count == 1 && model.parked.count == 1
    }
    #expect(model.parked.first?.variables == ["post": "1"])
    #expect(model.pendingCount == 0)
  }
}
