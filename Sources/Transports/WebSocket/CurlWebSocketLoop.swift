#if os(Linux)
  import ApusCurl
  import ApusHTTP
  import ApusPlatform

  /// The thread of all connections. It sleeps in `epoll`, outside of Swift's thread pool, and ends with the last connection.
  final class CurlWebSocketLoop: Sendable {
    static let shared = CurlWebSocketLoop()

    private struct State {
      /// The sockets of the running thread; nil while there is no thread.
      var sockets: CurlSockets?
      var opening: [CurlWebSocketOpening] = []
      /// The numbers of connections that tasks have changed.
      var changed: Set<Int> = []
      /// Whether the thread is asleep and was not woken.
      var isAsleep = false
      var lastNumber = 0

      /// Returns the sockets whose wait has to end; nil if the thread is awake.
      mutating func rouse() -> CurlSockets? {
        defer { isAsleep = false }
        return isAsleep ? sockets : nil
      }
    }

    private let state = Locked(State())

    /// A number for a connection.
    func newNumber() -> Int {
      state.withLock { state in
        state.lastNumber += 1
        return state.lastNumber
      }
    }

    /// Opens and runs a connection.
    ///
    /// - Returns: false if the process has run out of threads or file descriptors.
    func run(_ opening: CurlWebSocketOpening) -> Bool {
      let asleep: CurlSockets?? = state.withLock { state in
        if state.sockets == nil {
          guard let sockets = CurlSockets() else { return nil }
          state.sockets = sockets
          guard startThread("Apus WebSockets", { self.serve(sockets) }) else {
            state.sockets = nil
            return nil
          }
        }
        state.opening.append(opening)
        return .some(state.rouse())
      }
      guard let asleep else { return false }
      asleep?.wake()
      return true
    }

    /// Lets the thread look at a connection that a task has changed.
    func wake(_ number: Int) {
      let sockets = state.withLock { state -> CurlSockets? in
        guard state.sockets != nil else { return nil }
        state.changed.insert(number)
        return state.rouse()
      }
      sockets?.wake()
    }

    private func serve(_ sockets: CurlSockets) {
      CurlSignals.block()
      let runs = CurlWebSocketRuns(sockets)
      var ready: [CurlSockets.Ready] = []
      while let (opening, changed) = take(isIdle: runs.isEmpty) {
        runs.turn(opening, changed, ready)
        ready = sleep(sockets, until: runs.due)
      }
    }

    /// Takes what tasks have left for the thread; nil if it has to end.
    private func take(isIdle: Bool) -> (opening: [CurlWebSocketOpening], changed: Set<Int>)? {
      state.withLock { state in
        defer { (state.opening, state.changed) = ([], []) }
        if isIdle, state.opening.isEmpty {
          state.sockets = nil
          return nil
        }
        return (state.opening, state.changed)
      }
    }

    private func sleep(_ sockets: CurlSockets, until due: SteadyTime?) -> [CurlSockets.Ready] {
      let sleeps = state.withLock { state in
        state.isAsleep = state.opening.isEmpty && state.changed.isEmpty
        return state.isAsleep
      }
      // If there is something to do, it does not sleep, but still looks at the sockets.
      let milliseconds = sleeps ? due.map { SteadyTime.now.milliseconds(until: $0) } ?? -1 : 0
      defer { state.withLock { $0.isAsleep = false } }
      return sockets.wait(milliseconds: milliseconds)
    }
  }

  /// The connections of a loop, for its thread.
  private final class CurlWebSocketRuns {
    private let sockets: CurlWebSocketDescriptors
    private var runs: [Int: CurlWebSocketRun] = [:]
    /// The connections that may have more to read.
    private var busy: Set<Int> = []
    /// A time that is no later than that of any connection; nil if none has one.
    private var earliest: SteadyTime?

    init(_ sockets: CurlSockets) { self.sockets = CurlWebSocketDescriptors(sockets) }

    var isEmpty: Bool { runs.isEmpty }

    /// The time when ``turn(_:_:_:)`` must be called without a socket or a change; nil for never.
    var due: SteadyTime? { busy.isEmpty ? earliest : .now }

    func turn(
      _ opening: [CurlWebSocketOpening], _ changed: Set<Int>, _ ready: [CurlSockets.Ready]
    ) {
      let now = SteadyTime.now
      let left = busy
      busy = []
      for opening in opening {
        guard let run = CurlWebSocketRun(opening, sockets) else { continue }
        runs[run.number] = run
        turn(run, nil, now)
      }
      for ready in ready {
        if let run = sockets.owner(of: ready.socket).flatMap({ runs[$0] }) { turn(run, ready, now) }
      }
      for number in changed.union(left) {
        if let run = runs[number] { turn(run, nil, now) }
      }
      guard let earliest, earliest <= now else { return }
      for run in runs.values {
        if let due = run.due, due <= now { turn(run, nil, now) }
      }
      self.earliest = runs.values.compactMap(\.due).min()
    }

    private func turn(_ run: CurlWebSocketRun, _ ready: CurlSockets.Ready?, _ now: SteadyTime) {
      switch run.turn(ready, now) {
      case .over:
        runs[run.number] = nil
        sockets.release(run.number)
      case .again: busy.insert(run.number)
      case .waiting: break
      }
      if let due = run.due { earliest = earliest.map { min($0, due) } ?? due }
    }
  }

  /// The sockets that connections wait for.
  final class CurlWebSocketDescriptors {
    private let sockets: CurlSockets
    private var owners: [Int32: Int] = [:]
    private var owned: [Int: [Int32]] = [:]
    /// The memory for the bytes that are being read.
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)

    init(_ sockets: CurlSockets) { self.sockets = sockets }

    deinit { buffer.deallocate() }

    func owner(of socket: Int32) -> Int? { owners[socket] }

    /// Starts or stops waiting for a socket: see `CurlSockets.watch`.
    func watch(_ socket: Int32, _ wanted: Int32, for number: Int) {
      if owners[socket] != number {
        owners[socket] = number
        owned[number, default: []].append(socket)
      }
      sockets.watch(socket, wanted)
    }

    /// Forgets the sockets of a connection, which are closed.
    func release(_ number: Int) {
      for socket in owned.removeValue(forKey: number) ?? [] where owners[socket] == number {
        owners[socket] = nil
      }
    }
  }
#endif
