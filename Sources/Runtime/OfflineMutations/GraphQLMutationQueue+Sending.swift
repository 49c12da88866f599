import Apus
import ApusCache
import ApusClient
import ApusPlatform

/// A lane that waits for its next attempt.
struct LanePause {
  /// The mutation to try again.
  let id: UInt32
  /// The number of failed attempts.
  let failures: Int
  /// Whether the pause is over.
  var isOver = false
  let task: Task<Void, Never>
}

/// The tasks that send mutations, one per lane.
extension GraphQLMutationQueue {
  /// Starts lanes that have something to send, up to the maximum number of lanes.
  func pump() {
    if isClosed || block != nil { return }
    while lanes.count - deciding.count < max(configuration.maximumLanes, 1), let lane = rows.takeStirred() {
      guard lanes[lane] == nil, let next = rows.next(lane) else { continue }
      var failures = 0
      if let pause = pauses[lane] {
        // Another mutation is next by now.
        if pause.id != next { pause.task.cancel() } else if !pause.isOver { continue }
        failures = pause.id == next ? pause.failures : 0
        pauses[lane] = nil
      }
      lanes[lane] = Task { [failures] in await run(lane, failures) }
    }
  }

  /// Continues after a ``block``, when the user has signed in again or the client has another URL.
  public func resume() {
    if block == nil || isClosed { return }
    block = nil
    rows.stirAll()
    announce()
    pump()
  }

  private func run(_ lane: String, _ failures: Int) async {
    var failures = failures
    while !isClosed, block == nil, let id = rows.next(lane) {
      do {
        if !configuration.connectivity.isOnline {
          try await configuration.connectivity.waitUntilOnline()
          try Task.checkCancellation()
        } else if let delay = try await attempt(id, failures) {
          failures += 1
          if configuration.connectivity.isOnline {
            pause(lane, id, failures, delay)
            break
          }
        } else {
          failures = 0
        }
      } catch {
        // The queue is closed.
        return
      }
    }
    lanes[lane] = nil
    pump()
  }

  /// Pauses a lane while others continue to send.
  private func pause(_ lane: String, _ id: UInt32, _ failures: Int, _ delay: Duration) {
    let task = Task {
      do { try await configuration.clock.sleep(for: delay) } catch { return }
      guard pauses[lane]?.id == id else { return }
      pauses[lane]?.isOver = true
      rows.stir(lane)
      pump()
    }
    pauses[lane] = LanePause(id: id, failures: failures, task: task)
  }

  /// The pause after a failure that may be temporary.
  private func delay(_ failures: Int, _ wanted: Duration? = nil) -> Duration {
    let pause = Backoff(first: configuration.firstDelay, maximum: configuration.maximumDelay)
      .pause(afterFailures: failures + 1)
    return max(pause, min((wanted ?? .zero).asTimeout, configuration.maximumDelay.asTimeout))
  }

  // MARK: - One attempt

  /// Sends a mutation.
  ///
  /// - Returns: the pause before the next attempt; nil if its lane can go on.
  /// - Throws: `CancellationError` if the queue was closed. The file then marks the mutation as being sent.
  private func attempt(_ id: UInt32, _ failures: Int) async throws -> Duration? {
    guard let row = rows[id] else { return nil }
    if let missing = rows.temporaryIDs.unresolved(in: row.text).first {
      park(id, .orphaned, "the object \(missing) was not created")
      return nil
    }
    let prepared: PreparedMutation
    do {
      prepared = try self.prepared(row)
    } catch {
      park(id, .unreadable, "\(error)")
      askAboutUnreadable(id)
      return nil
    }
    guard isHarmless(row) else {
      park(id, Self.lostKey.reason, Self.lostKey.message)
      return nil
    }
    set(id) { row in
      row.state = .sending
      row.attempts += 1
    }
    do {
      try save()
    } catch {
      // Nothing is sent before the file records it.
      set(id) { ($0.state, $0.attempts) = (.waiting, row.attempts) }
      onEvent(.unwritable(error))
      return delay(failures)
    }
    var sent = SentMutation(
      id: id, lane: row.lane, attempts: row.attempts + 1, prepared: prepared, generation: cache.generation,
      hasKey: hasKey(row))
    var options = configuration.options
    options.isIdempotent = sent.hasKey
    if case .header(let name) = row.keyPlace, sent.hasKey { options.headers[name] = row.key }
    // This interceptor is the innermost one, so requests that it sees go to the transport.
    options.interceptors.append(DepartureInterceptor(sent.departure))
    let arrival = Locked<ResponseArrival<Data>>(.awaited(nil))
    options.onDecoding = { [weak self, sent] decoded in
      if !arrival.withLock({ [json = decoded.json] in $0.note(json) }) {
        await self?.take(late: decoded.json, sent)
      }
    }
    do {
      try await send(prepared, id, options)
    } catch {
      sent.response = arrival.withLock { $0.end() }
      try Task.checkCancellation()
      return await fail(sent, error, failures)
    }
    sent.response = arrival.withLock { $0.end() }
    await finish(sent, sent.answer(cache))
    return nil
  }

  /// Sends a mutation; an observer of the client sees that it comes from the queue.
  private func send(
    _ prepared: PreparedMutation, _ id: UInt32, _ options: GraphQLRequestOptions
  ) async throws {
    guard client.observer != nil else { return try await prepared.send(client, options) }
    try await ObservedContext.$current.withValue(ObservedContext(mutation: id)) {
      try await prepared.send(client, options)
    }
  }

  /// A mutation that was sent, and its response.
  private struct SentMutation {
    let id: UInt32
    let lane: String
    /// The number of this attempt.
    let attempts: Int
    let prepared: PreparedMutation
    /// The generation of the cache when the mutation was sent. If the cache has been cleared since, the response is not written.
    let generation: CacheGeneration
    let hasKey: Bool
    /// The response, if one arrived.
    var response: Data?
    /// Whether the request was passed to the transport.
    let departure = Locked(false)

    func answer(_ cache: GraphQLCache) -> PreparedMutation.Answer? {
      response.flatMap { try? prepared.answer($0, cache) }
    }
  }

  /// Takes a response that was decoded after its attempt had ended, because of a time limit or because the queue was closed.
  ///
  /// ``close()`` waits for that, as it does for attempts.
  private func take(late response: Data, _ sent: SentMutation) async {
    let id = UUID()
    let task = Task { await read(late: response, sent) }
    lateResponses[id] = task
    await task.value
    lateResponses[id] = nil
  }

  /// If nothing was decided since, a late response shows whether a mutation with an unknown outcome was executed. Otherwise, only its objects are
  /// cached.
  private func read(late response: Data, _ sent: SentMutation) async {
    var sent = sent
    sent.response = response
    guard let answer = sent.answer(cache) else { return }
    guard !isClosed, let row = rows[sent.id], row.parking?.reason == .unknownOutcome,
      row.attempts == sent.attempts
    else { return write(answer, sent, runsResult: false) }
    // While it leaves the queue, nobody may have it sent again.
    set(sent.id) { $0.state = .sending }
    guard let error = answer.check(client.checks) else { return await finish(sent, answer) }
    if answer.outcome == .rejected {
      write(answer, sent, runsResult: false)
      park(sent.id, .rejected, "\(error)", answer.errors)
    } else {
      _ = await fail(sent, error, 0)
    }
  }

  /// Stores the response, then writes it to the cache, then removes the mutation, so that nothing is lost if the app is terminated in between.
  private func finish(_ sent: SentMutation, _ answer: PreparedMutation.Answer?) async {
    guard let row = rows[sent.id] else { return }
    guard let answer else { return park(row.id, .unknownOutcome, "its response was not kept") }
    set(row.id) { $0.response = sent.response }
    let changed = replaceTemporaryID(of: row, by: answer.createdID)
    // If this fails, a restart finds the mutation as if no response had arrived.
    saveOrReport()
    let event = cache.transaction { _ in
      runAgain(changed)
      let event = answer.apply(layers[row.id]?.number, sent.generation, true)
      uncover(row.id)
      return event
    }
    if let event { onEvent(event) }
    // If the disk fails, the response stays in memory.
    try? await cache.flush()
    remove(row.id)
    saveOrReport()
    if !answer.errors.isEmpty { onEvent(.carriedOut(row, errors: answer.errors)) }
    pump()
  }

  private func fail(_ sent: SentMutation, _ error: any Error, _ failures: Int) async -> Duration? {
    let known = error as? GraphQLClientError
    let answer = sent.answer(cache)
    // The server's response counts, even if something else failed.
    if let answer, answer.outcome != .rejected {
      let isCheck = answer.errors.isEmpty && known == nil && !(error is CancellationError)
      if isCheck, answer.createdID == nil {
        // A check of the client has found that the payload is a rejection.
        write(answer, sent, runsResult: false)
        park(sent.id, .rejected, "\(error)")
      } else if answer.outcome == .carriedOut, !answer.lacksIdentifier {
        let row = rows[sent.id]
        await finish(sent, answer)
        if let row, answer.errors.isEmpty { onEvent(.responseRejected(row, error)) }
      } else {
        // The app can find out, and confirm it with the identifier.
        write(answer, sent, runsResult: answer.outcome == .carriedOut)
        park(sent.id, .unknownOutcome, "\(error)", answer.errors)
      }
      return nil
    }
    let hasLeft = sent.departure.withLock { $0 }
    func failure(hasKey: Bool) -> AttemptFailure {
      AttemptFailure(error, hasKey: hasKey, hasLeft: hasLeft, outcome: answer?.outcome)
    }
    // With a key, a connection that was lost while the mutation was being sent is treated like a connection that was never opened.
    let isUnanswered =
      switch known {
      case .transport(let cause)?: GraphQLConnectionError(cause)?.isFromBeforeSending != true
      // Another attempt would have been another user's. The first one may have been executed.
      case .credentialsChanged?: true
      default: false
      }
    let mayHaveRun =
      failure(hasKey: false) == .unknownOutcome || sent.hasKey && hasLeft && isUnanswered
    let reason = failure(hasKey: sent.hasKey)
    switch reason {
    case .transient:
      wait(sent.id, mayHaveRun: mayHaveRun)
      saveOrReport()
      if let row = rows[sent.id] { onEvent(.attemptFailed(row, error)) }
      return delay(failures, known?.retryAfter)
    case .unauthenticated, .wrongAddress:
      wait(sent.id, mayHaveRun: mayHaveRun)
      block = reason == .unauthenticated ? .unauthenticated("\(error)") : .wrongAddress("\(error)")
      saveOrReport()
      return nil
    case .unknownOutcome:
      park(sent.id, .unknownOutcome, "\(error)", known?.graphQLErrors ?? [])
      return nil
    case .rejected:
      // Objects in the response are cached, as they would be without a queue.
      if let answer { write(answer, sent, runsResult: false) }
      guard let known else {
        park(sent.id, .rejected, "\(error)")
        return nil
      }
      return await resolve(sent, known, failures)
    }
  }

  /// Writes the objects in a response to the cache.
  private func write(_ answer: PreparedMutation.Answer, _ sent: SentMutation, runsResult: Bool) {
    if let event = answer.apply(nil, sent.generation, runsResult) { onEvent(event) }
  }

  /// Lets a mutation wait for another attempt.
  ///
  /// - Parameter mayHaveRun: whether the attempt is harmless only because of the key.
  private func wait(_ id: UInt32, mayHaveRun: Bool) {
    set(id) { ($0.state, $0.mayHaveRun) = (.waiting, $0.mayHaveRun || mayHaveRun) }
  }

  /// Asks the app about a mutation that the server rejected. Until it has decided, the file marks the mutation as parked and undecided.
  private func resolve(_ sent: SentMutation, _ error: GraphQLClientError, _ failures: Int) async -> Duration?
  {
    let id = sent.id
    let parking = GraphQLParking(reason: .rejected, message: "\(error)", errors: error.graphQLErrors)
    set(id) { ($0.state, $0.isUndecided) = (.parked(parking), true) }
    saveOrReport()
    let resolution = await asking(sent, error)
    // The user may have decided first.
    guard let row = rows[id], row.parking == parking, !isClosed else { return nil }
    set(id) { $0.isUndecided = false }
    switch resolution {
    case .park: park(id, .rejected, parking.message, parking.errors)
    case .discard:
      uncover(id)
      remove(id)
      orphan(row)
      saveOrReport()
      pump()
    case .retry:
      set(id) { $0.state = .waiting }
      saveOrReport()
      return delay(failures)
    case .replace(let text): return replace(id, with: text, .other) ? delay(failures) : nil
    }
    return nil
  }

  /// The decision about a rejected mutation. ``close()`` does not wait for it: the app may close the queue while it decides.
  private func asking(
    _ sent: SentMutation, _ error: GraphQLClientError
  ) async -> PreparedMutation.Resolution {
    deciding.insert(sent.lane)
    defer { deciding.remove(sent.lane) }
    return (try? await sent.prepared.resolve(error)) ?? .park
  }

  /// Lets a mutation wait again, with other variables.
  ///
  /// - Returns: whether it waits.
  func replace(_ id: UInt32, with variables: String, _ choice: IdempotencyKeyChoice) -> Bool {
    guard var row = rows[id], let handler = handlers[row.operationName] else { return false }
    do {
      try fill(&row, with: variables, handler, choice)
    } catch {
      park(id, .rejected, "\(error)")
      return false
    }
    row.state = .waiting
    // With another key, it is a different mutation.
    if case .other = choice { row.mayHaveRun = false }
    set(id) { $0 = row }
    if let layer = layers[id], let prepared = try? prepared(row) { runAgain([(layer, prepared)]) }
    saveOrReport()
    return true
  }

  private func park(
    _ id: UInt32, _ reason: GraphQLParking.Reason, _ message: String, _ errors: [GraphQLError] = []
  ) {
    set(id) { $0.state = .parked(GraphQLParking(reason: reason, message: message, errors: errors)) }
    if rows[id]?.showsChange == false { uncover(id) }
    saveOrReport()
    pump()
  }
}

/// Records that a request is passed to the transport. If it fails earlier, it has not left the device.
private struct DepartureInterceptor: GraphQLInterceptor {
  private let departure: Locked<Bool>

  init(_ departure: Locked<Bool>) { self.departure = departure }

  func intercept(
    _ request: GraphQLHTTPRequest, next: @escaping GraphQLNext
  ) async throws -> GraphQLHTTPResponse {
    departure.withLock { $0 = true }
    return try await next(request)
  }
}
