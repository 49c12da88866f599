import Apus
import ApusClient
import ApusConcurrency
import ApusFoundation

/// The tasks that send, one for each lane.
extension GraphQLMutationQueue {
  /// Starts the lanes that have something to send.
  func pump() {
    for lane in Set(rows.map(\.lane)) where lanes[lane] == nil && next(lane) != nil {
      lanes[lane] = Task { await run(lane) }
    }
  }

  /// Ends the pause of a lane in which another mutation is next now.
  func wake(_ lane: String) {
    if let paused = pausing[lane], paused != next(lane) {
      pausing[lane] = nil
      lanes.removeValue(forKey: lane)?.cancel()
    }
    pump()
  }

  private func run(_ lane: String) async {
    var failures = 0
    while let id = next(lane) {
      do {
        if !connectivity.isOnline {
          try await pause(lane, id) { [connectivity] in try await connectivity.waitUntilOnline() }
        } else if let delay = try await attempt(id, failures) {
          failures += 1
          if connectivity.isOnline { try await pause(lane, id) { try await Task.sleep(for: delay) } }
        } else {
          failures = 0
        }
      } catch {
        // The queue is closed, or another task has taken over.
        return
      }
    }
    lanes[lane] = nil
  }

  private func pause(
    _ lane: String, _ id: UInt32, _ wait: @Sendable () async throws -> Void
  ) async throws {
    pausing[lane] = id
    try await wait()
    try Task.checkCancellation()
    pausing[lane] = nil
  }

  /// The pause after a failure that may pass.
  private func delay(_ failures: Int, _ wanted: Duration? = nil) -> Duration {
    let limit = maximumDelay.asTimeout
    var longest = firstDelay.asTimeout
    // Not one step for each of perhaps a million failures.
    for _ in 0..<min(failures, 64) where longest < limit { longest *= 2 }
    return max(min(longest, limit) * Double.random(in: 0.5...1), min((wanted ?? .zero).asTimeout, limit))
  }

  // MARK: - One attempt

  /// Sends a mutation.
  ///
  /// - Returns: the pause before the next attempt; nil if its lane can go on.
  /// - Throws: `CancellationError` if the queue was closed. The file then says that the mutation is being sent.
  private func attempt(_ id: UInt32, _ failures: Int) async throws -> Duration? {
    guard let row = row(id) else { return nil }
    if let missing = temporaryIDs.unresolved(in: row.text).first {
      park(id, .orphaned, "the object \(missing) was not created")
      return nil
    }
    let prepared: PreparedMutation
    do {
      prepared = try self.prepared(row)
    } catch {
      park(id, .unreadable, "\(error)")
      return nil
    }
    set(id) { row in
      row.state = .sending
      row.attempts += 1
    }
    do {
      try save()
    } catch {
      // Nothing is sent that the file does not know of.
      set(id) { $0.state = .waiting }
      return delay(failures)
    }
    let sent = SentMutation(
      id: id, lane: row.lane, prepared: prepared, generation: cache.store.currentGeneration,
      hasKey: hasKey(row))
    var options = options
    options.isIdempotent = sent.hasKey
    if case .header(let name) = row.keyPlace, sent.hasKey { options.headers[name] = row.key }
    options.onDecoding = { [body = sent.body] in body.withLock { [json = $0.json] in $0 = json } }
    do {
      try await prepared.send(client.client, options)
      await finish(sent)
      return nil
    } catch {
      try Task.checkCancellation()
      return await fail(sent, error, failures)
    }
  }

  /// A mutation that was sent, and its response.
  private struct SentMutation {
    let id: UInt32
    let lane: String
    let prepared: PreparedMutation
    /// The cache when it was sent: the response is not written if the cache was cleared since.
    let generation: CacheGeneration
    let hasKey: Bool
    let body = Locked<Data?>(nil)

    var answer: PreparedMutation.Answer? { body.withLock { $0 }.flatMap { try? prepared.answer($0) } }
  }

  /// Stores the response, then writes it to the cache, then removes the mutation: a kill in between loses nothing.
  private func finish(_ sent: SentMutation) async {
    guard let row = row(sent.id) else { return }
    guard let answer = sent.answer else { return park(row.id, .unknownOutcome, "its response was not kept") }
    let response = sent.body.withLock { $0 }
    set(row.id) { $0.response = response }
    let changed = replaceTemporaryID(of: row, by: answer.createdID)
    // If this fails, a restart finds the mutation as if no response had arrived.
    try? save()
    cache.store.transaction { _ in
      runAgain(changed)
      answer.apply(cache, layers[row.id]?.number, sent.generation)
      uncover(row.id)
    }
    // Without the disk, the response stays in memory.
    try? await cache.flush()
    remove(row.id)
    try? save()
    pump()
  }

  private func fail(_ sent: SentMutation, _ error: any Error, _ failures: Int) async -> Duration? {
    let known = error as? GraphQLClientError
    switch AttemptFailure(error, hasKey: sent.hasKey) {
    case .transient:
      set(sent.id) { $0.state = .waiting }
      try? save()
      return delay(failures, known?.retryAfter)
    case .unknownOutcome:
      park(sent.id, .unknownOutcome, "\(error)", known?.graphQLErrors ?? [])
      return nil
    case .rejected:
      // Objects in the response are cached, as without a queue.
      sent.answer?.apply(cache, nil, sent.generation)
      guard let known else {
        park(sent.id, .rejected, "\(error)")
        return nil
      }
      return await resolve(sent, known, failures)
    }
  }

  /// Asks the app about a mutation that the server refused. Until it has decided, the file says that the mutation is parked and undecided.
  private func resolve(_ sent: SentMutation, _ error: GraphQLClientError, _ failures: Int) async -> Duration?
  {
    let id = sent.id
    let parking = GraphQLParking(reason: .rejected, message: "\(error)", errors: error.graphQLErrors)
    set(id) { ($0.state, $0.isUndecided) = (.parked(parking), true) }
    try? save()
    let resolution = await asking(sent, error)
    // The user may have been faster.
    guard let row = row(id), row.parking == parking, !isClosed else { return nil }
    set(id) { $0.isUndecided = false }
    switch resolution {
    case .park: park(id, .rejected, parking.message, parking.errors)
    case .discard:
      uncover(id)
      remove(id)
      orphan(row)
      try? save()
      pump()
    case .retry:
      set(id) { $0.state = .waiting }
      try? save()
      return delay(failures)
    case .replace(let text): return replace(id, with: text) ? delay(failures) : nil
    }
    return nil
  }

  /// The decision about a refused mutation. ``close()`` does not wait for it: the app may close the queue while it decides.
  private func asking(
    _ sent: SentMutation, _ error: GraphQLClientError
  ) async -> PreparedMutation.Resolution {
    deciding.insert(sent.lane)
    defer { deciding.remove(sent.lane) }
    return (try? await sent.prepared.resolve(error)) ?? .park
  }

  /// Lets a refused mutation wait again, with other variables and a new idempotency key.
  ///
  /// - Returns: whether it waits.
  private func replace(_ id: UInt32, with variables: String) -> Bool {
    guard var row = row(id), let handler = handlers[row.operationName] else { return false }
    do {
      try fill(&row, with: variables, handler, replacesKey: true)
    } catch {
      park(id, .rejected, "\(error)")
      return false
    }
    row.state = .waiting
    set(id) { $0 = row }
    if let layer = layers[id] { runAgain([(layer, row.text)]) }
    try? save()
    return true
  }

  private func park(
    _ id: UInt32, _ reason: GraphQLParking.Reason, _ message: String, _ errors: [GraphQLError] = []
  ) {
    set(id) { $0.state = .parked(GraphQLParking(reason: reason, message: message, errors: errors)) }
    if row(id)?.showsChange == false { uncover(id) }
    try? save()
    pump()
  }
}
