import Apus
import ApusCache
import ApusClient
import ApusPlatform

/// Records what a client and its cache do.
final class Recorder: Sendable {
  private struct State {
    var timeline: Timeline
    /// The write that changed each record of the cache last.
    var lastWrites: [Int] = []
    /// For each watcher, the number of its updates and the newest.
    var updates: [Int: (count: Int, last: Int)] = [:]
    /// Called once when something changes, because these pages wait.
    var wakes: [ObjectIdentifier: @Sendable () -> Void] = [:]

    /// Forgets watchers without an update in the timeline, once there are many: most of them have ended.
    mutating func forgetUpdates() {
      if updates.count > 2 * timeline.limit { updates = updates.filter { timeline[$0.value.last] != nil } }
    }
  }

  /// The beginning, for dates.
  let start = (instant: ContinuousClock.now, date: Date())
  private let state: Locked<State>

  init(limit: Int, byteLimit: Int) {
    state = Locked(State(timeline: Timeline(limit: limit, byteLimit: byteLimit)))
  }

  var now: Duration { start.instant.duration(to: .now) }

  private func change<Result: Sendable>(_ change: (inout State) -> Result) -> Result {
    let (result, wakes) = state.withLock { state -> (Result, [ObjectIdentifier: @Sendable () -> Void]?) in
      let result = change(&state)
      if state.wakes.isEmpty { return (result, nil) }
      defer { state.wakes = [:] }
      return (result, state.wakes)
    }
    if let wakes { for wake in wakes.values { wake() } }
    return result
  }

  private func add(_ record: Record) -> Int { change { $0.timeline.add(record) } }

  private func change(_ number: Int, _ change: (inout OperationRecord) -> Void) {
    self.change { $0.timeline.change(number, change) }
  }

  func note(_ text: String, in area: NoteRecord.Area) {
    _ = add(.note(NoteRecord(start: now, area: area, text: text)))
  }

  // MARK: - For pages and files

  /// The timeline as it is now.
  var timeline: Timeline { state.withLock { $0.timeline } }

  func record(_ number: Int) -> Record? { state.withLock { $0.timeline[number] } }

  /// The records that changed after a number of the sequence, and what was dropped.
  func changes(after sequence: Int, limit: Int) -> (
    records: [(number: Int, sequence: Int, record: Record)], dropped: (count: Int, sequence: Int)
  ) {
    state.withLock { state in
      (state.timeline.changes(after: sequence, limit: limit), state.timeline.dropped)
    }
  }

  /// Calls `wake` once when something has changed after a number of the sequence.
  ///
  /// - Parameter page: who waits.
  func wait(after sequence: Int, for page: ObjectIdentifier, _ wake: @escaping @Sendable () -> Void) {
    let isDue = state.withLock { state in
      if state.timeline.sequence > sequence { return true }
      state.wakes[page] = wake
      return false
    }
    if isDue { wake() }
  }

  /// Forgets that a page waits: `wake` keeps it, and it keeps this recorder.
  func endWait(of page: ObjectIdentifier) { _ = state.withLock { $0.wakes.removeValue(forKey: page) } }

  /// The write that changed an object of the cache last, and the name of the operation; nil if it was not recorded.
  func lastWrite(of record: UInt32) -> (number: Int, by: String?)? {
    state.withLock { state in
      guard record < state.lastWrites.count, state.lastWrites[Int(record)] > 0 else { return nil }
      let number = state.lastWrites[Int(record)]
      guard case .write(let write)? = state.timeline[number] else { return (number, nil) }
      return (number, write.source.name)
    }
  }

  /// The number of a watcher's updates, and the newest of them.
  func updates(of watcher: Int) -> (count: Int, last: Int)? { state.withLock { $0.updates[watcher] } }
}

extension Recorder: ClientObserver {
  func began(_ operation: any GraphQLOperation, _ description: GraphQLOperationDescription) -> Int {
    add(.operation(OperationRecord(description, .operation(operation), ObservedContext.current, at: now)))
  }

  func found(
    _ query: any GraphQLOperation, _ description: GraphQLOperationDescription, _ data: any GraphQLObject,
    since start: Duration
  ) {
    var record = OperationRecord(description, .operation(query), ObservedContext.current, at: start)
    (record.state, record.end, record.isFound) = (.done, now, true)
    record.keep(found: data)
    _ = add(.operation(record))
  }

  func shares(_ operations: [Int]) { for number in operations { change(number) { $0.isShared = true } } }

  func attempts(_ request: GraphQLHTTPRequest, for operations: [Int]) -> Int {
    let start = now
    let byteCount = request.body.byteCount
    var first: Int?
    for number in operations {
      change(number) { operation in
        let attempt = (operation.attempts.last?.number ?? 0) + 1
        operation.sends(byteCount)
        operation.add(
          OperationRecord.Attempt(
            number: attempt, start: start, method: request.method.rawValue, url: request.url,
            headers: request.headers, byteCount: byteCount))
        if first == nil { first = attempt }
      }
    }
    return first ?? 0
  }

  func ended(_ attempt: Int, _ ending: Result<GraphQLHTTPResponse, any Error>, for operations: [Int]) {
    let end = now
    for number in operations { change(number) { $0.end(attempt, ending, at: end) } }
  }

  func received(_ response: ObservedResponse, to operation: Int) {
    let now = now
    change(operation) { $0.receive(response, at: now) }
  }

  func ended(_ operation: Int, _ error: (any Error)?) {
    let end = now
    change(operation) { $0.end(error, at: end) }
  }
}

extension Recorder: CacheObserver {
  func happened(_ event: GraphQLCacheEvent) {
    switch event {
    // Operations show this.
    case .found, .fetched: break
    default: note("\(event)", in: .cache)
    }
  }

  func watchFound(_ watch: ObservedWatch, _ json: [UInt8], policy: GraphQLFetchPolicy) {
    guard let kind = watch.kind else { return }
    var record = OperationRecord(
      GraphQLOperationDescription(kind: kind, name: watch.name, id: ""),
      .watch(document: watch.document, variables: watch.variables),
      ObservedContext(policy: policy, watcher: watch.number), at: now)
    let data = Data(Array("{\"data\":".utf8) + json + Array("}".utf8))
    record.sends(watch.variables.count)
    record.keep(data)
    (record.state, record.end, record.isFound) = (.done, record.start, true)
    _ = add(.operation(record))
  }

  func wrote(_ source: ObservedSource, _ changes: [RecordChange], in names: ObservedNames) -> Int {
    let write = WriteRecord(
      start: now, source: source, count: changes.count,
      changes: NamedChanges(Array(changes.prefix(WriteRecord.limit)), names))
    return change { state in
      let number = state.timeline.add(.write(write))
      for change in changes {
        let record = Int(change.record)
        while state.lastWrites.count <= record {
          state.lastWrites += Array(repeating: 0, count: max(1024, state.lastWrites.count))
        }
        state.lastWrites[record] = number
      }
      if let operation = source.operation { state.timeline.change(operation) { $0.add(write: number) } }
      // Records have new numbers then.
      if source.kind == .cleared { state.lastWrites = [] }
      return number
    }
  }

  func updated(_ update: ObservedUpdate, in names: ObservedNames) {
    let start = now
    change { state in
      var by: String?
      if let write = update.write, case .write(let write)? = state.timeline[write] { by = write.source.name }
      let number = state.timeline.add(
        .update(
          UpdateRecord(start: start, update: update, by: by, changes: NamedChanges(update.changes, names))))
      let count = state.updates[update.watcher]?.count ?? 0
      state.updates[update.watcher] = (count + 1, number)
      state.forgetUpdates()
    }
  }
}
