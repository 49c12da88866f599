/// The mutations of a queue: by number, by position, by lane, and by the objects that they create or refer to.
struct QueuedRows {
  private var rows: [UInt32: GraphQLQueuedMutation] = [:]
  private var order = Places()
  /// The waiting mutations of each lane.
  private var waiting: [String: Places] = [:]
  /// The mutations that create objects, by temporary identifier.
  private var creators: [String: UInt32] = [:]
  /// The temporary identifiers that each mutation refers to, and the reverse.
  private var references: [UInt32: Set<String>] = [:]
  private var referrers: [String: Set<UInt32>] = [:]
  /// The lanes that may have something to send since they were last checked.
  private var stirred = StirredLanes()

  var temporaryIDs = TemporaryIDs()

  // MARK: - Reading

  subscript(_ id: UInt32) -> GraphQLQueuedMutation? { rows[id] }

  /// All mutations, in order.
  var all: [GraphQLQueuedMutation] { order.all.compactMap { rows[$0.id] } }

  var lastPosition: Int { order.all.last?.position ?? 0 }

  /// Whether a mutation creates the object with this temporary identifier.
  func isUsed(_ temporaryID: String) -> Bool { creators[temporaryID] != nil }

  /// The mutation that will create an object.
  func creator(of temporaryID: String) -> GraphQLQueuedMutation? {
    creators[temporaryID].flatMap { rows[$0] }.flatMap { $0.parking?.reason == .orphaned ? nil : $0 }
  }

  /// The mutations that refer to an object, in order.
  func referrers(of temporaryID: String) -> [GraphQLQueuedMutation] {
    (referrers[temporaryID] ?? []).compactMap { rows[$0] }.sorted { $0.place < $1.place }
  }

  // MARK: - Changing

  /// Adds a mutation, or replaces the one with its number.
  mutating func set(_ row: GraphQLQueuedMutation) {
    let old = rows[row.id]
    if let old, old.place != row.place || old.lane != row.lane || old.isWaiting != row.isWaiting {
      unplace(old)
      place(row)
    } else if old == nil {
      place(row)
    }
    rows[row.id] = row
    if let temporaryID = row.temporaryID { creators[temporaryID] = row.id }
    if old?.text != row.text { refer(row.id, to: temporaryIDs.unresolved(in: row.text)) }
    stir(row)
    if let old, old.lane != row.lane { stirred.add(old.lane) }
  }

  mutating func remove(_ id: UInt32) {
    guard let row = rows.removeValue(forKey: id) else { return }
    unplace(row)
    if let temporaryID = row.temporaryID, creators[temporaryID] == id { creators[temporaryID] = nil }
    refer(id, to: [])
    stir(row)
  }

  private mutating func place(_ row: GraphQLQueuedMutation) {
    order.insert(row.place)
    if row.isWaiting { waiting[row.lane, default: Places()].insert(row.place) }
  }

  private mutating func unplace(_ row: GraphQLQueuedMutation) {
    order.remove(row.place)
    guard row.isWaiting else { return }
    waiting[row.lane]?.remove(row.place)
    if waiting[row.lane]?.all.isEmpty ?? false { waiting[row.lane] = nil }
  }

  private mutating func refer(_ id: UInt32, to temporaryIDs: Set<String>) {
    for temporaryID in references[id] ?? [] {
      referrers[temporaryID]?.remove(id)
      if referrers[temporaryID]?.isEmpty ?? false { referrers[temporaryID] = nil }
    }
    references[id] = temporaryIDs.isEmpty ? nil : temporaryIDs
    for temporaryID in temporaryIDs { referrers[temporaryID, default: []].insert(id) }
  }

  // MARK: - Lanes

  /// Records that a mutation's lane, and the lanes of mutations that wait for it, may have something to send.
  private mutating func stir(_ row: GraphQLQueuedMutation) {
    stirred.add(row.lane)
    var seen: Set<UInt32> = [row.id]
    var unseen = [row.temporaryID].compactMap(\.self)
    while let temporaryID = unseen.popLast() {
      for id in referrers[temporaryID] ?? [] where seen.insert(id).inserted {
        guard let referrer = rows[id] else { continue }
        stirred.add(referrer.lane)
        if let temporaryID = referrer.temporaryID { unseen.append(temporaryID) }
      }
    }
  }

  mutating func stir(_ lane: String) { stirred.add(lane) }

  mutating func stirAll() { for lane in waiting.keys { stirred.add(lane) } }

  /// The next lane that may have something to send. Each lane is returned once for each time that it was added.
  mutating func takeStirred() -> String? { stirred.take() }

  /// The next mutation of a lane; nil if there is none, or it must wait for another lane.
  func next(_ lane: String) -> UInt32? {
    var known: [UInt32: Wait] = [:]
    for place in waiting[lane]?.all ?? [] {
      guard let row = rows[place.id] else { continue }
      // If an object will not exist, the attempt parks the mutation.
      if creators(row).isEmpty { return row.id }
      // Others overtake it only if it waits for the user, or for a mutation that was moved back. A mutation that waits only for earlier ones blocks
      // its lane. There is no deadlock, because the earliest mutation never waits.
      let wait = wait(row, &known)
      if wait.isHeld || wait.position > row.position { continue }
      return nil
    }
    return nil
  }

  /// The mutations and decisions that a mutation waits for, directly or through others.
  private struct Wait {
    /// Whether one of them is parked.
    var isHeld = false
    /// The last of their positions.
    var position = Int.min
  }

  /// Visits each mutation once, no matter how many refer to its object.
  ///
  /// - Parameter known: the mutations visited so far.
  private func wait(_ row: GraphQLQueuedMutation, _ known: inout [UInt32: Wait]) -> Wait {
    var found: Set<UInt32> = []
    var unseen = [row.id]
    while let id = unseen.popLast() {
      guard known[id] == nil, let row = rows[id], found.insert(id).inserted else { continue }
      unseen += creators(row).map(\.id)
    }
    // The mutation that creates an object has a lower number than those that refer to it.
    for id in found.sorted() {
      var wait = Wait()
      for creator in rows[id].map(creators) ?? [] {
        let next = known[creator.id] ?? Wait()
        wait.isHeld = wait.isHeld || creator.parking != nil || next.isHeld
        wait.position = max(wait.position, creator.position, next.position)
      }
      known[id] = wait
    }
    return known[row.id] ?? Wait()
  }

  /// The mutations that create the objects that a mutation refers to.
  private func creators(_ row: GraphQLQueuedMutation) -> [GraphQLQueuedMutation] {
    (references[row.id] ?? []).compactMap(creator)
  }
}

/// Lanes to check, in the order in which they were added.
private struct StirredLanes {
  private var lanes: [String] = []
  private var members: Set<String> = []
  private var takenCount = 0

  mutating func add(_ lane: String) { if members.insert(lane).inserted { lanes.append(lane) } }

  mutating func take() -> String? {
    guard takenCount < lanes.count else { return nil }
    let lane = lanes[takenCount]
    takenCount += 1
    members.remove(lane)
    if takenCount > lanes.count / 2 {
      lanes.removeFirst(takenCount)
      takenCount = 0
    }
    return lane
  }
}

extension GraphQLQueuedMutation {
  fileprivate var place: Places.Place { Places.Place(position: position, id: id) }
  fileprivate var isWaiting: Bool { state == .waiting }
}
