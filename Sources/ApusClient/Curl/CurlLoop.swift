#if os(Linux)
  import Foundation

  /// Runs transfers, many at a time, in the thread that calls `run`. All of libcurl's handles are that thread's alone.
  final class CurlLoop {
    private let library: CurlLibrary
    private let configuration: CurlConfiguration
    private let commands: CurlCommands
    private let userAgent: String
    // Nothing that is called while one of these is changed looks at it: libcurl calls transfers, which do not know the loop.
    @exclusivity(unchecked) private var transfers: [Int: CurlTransfer] = [:]
    /// Handles that are free, for the next transfers.
    @exclusivity(unchecked) private var idle: [CurlEasy] = []
    @exclusivity(unchecked) private var settling = CurlSettling()
    @exclusivity(unchecked) private var patience: CurlPatience
    /// Whether a transfer has ended since the loop waited for a command alone.
    private var hasWorked = false
    /// The shortest time for which a server says that it keeps connections; nil when none has said so.
    private var keepAlive: Duration?

    /// How many free handles are kept.
    private static let maximumIdleHandles = 64

    /// How long the loop sleeps when nothing wakes it: the longest that `poll` takes. Its own timers libcurl adds.
    private static let sleepTime: Int32 = .max

    init(_ library: CurlLibrary, _ configuration: CurlConfiguration, _ commands: CurlCommands) {
      self.library = library
      self.configuration = configuration
      self.commands = commands
      userAgent = Self.userAgent(library)
      patience = CurlPatience(
        limit: max(1, configuration.maximumConnectionsPerHost), slowTime: configuration.slowRequestTime)
    }

    /// Carries out commands until one says stop.
    func run() {
      guard let multi = library.multiInit() else { return refuseAll() }
      let connections = max(1, configuration.maximumConnectionsPerHost)
      library.set(multi, .maximumConnectionsPerHost, connections)
      library.set(multi, .maximumIdleConnections, connections)
      while carryOut(commands.take(), multi) {
        for job in settling.takeDue() { begin(job, multi) }
        var running: Int32 = 0
        _ = library.multiPerform(multi, &running)
        finishTransfers(multi)
        relieve(multi)
        sleep(multi)
      }
      for transfer in transfers.values {
        _ = library.multiRemove(multi, transfer.easy.handle)
        transfer.end(throwing: CancellationError())
      }
      transfers = [:]
      for job in settling.takeAll() { job.receiver.fail(CancellationError()) }
      idle = []
      _ = library.multiCleanup(multi)
    }

    /// Sleeps until there is something to do.
    private func sleep(_ multi: CurlLibrary.Multi) {
      let time = min(settling.timeout ?? Self.sleepTime, patience.timeout ?? Self.sleepTime)
      if transfers.isEmpty, time == Self.sleepTime, hasWorked {
        hasWorked = false
        commands.sleepForCommand()
      } else {
        commands.sleep(in: multi, milliseconds: time)
      }
    }

    /// Lets requests pass that wait behind others that hang.
    private func relieve(_ multi: CurlLibrary.Multi) {
      guard let (limit, again) = patience.look(at: transfers) else { return }
      library.set(multi, .maximumConnectionsPerHost, limit)
      for number in again {
        guard let easy = transfers[number]?.easy else { continue }
        _ = library.multiRemove(multi, easy.handle)
        if library.multiAdd(multi, easy.handle) != 0 {
          take(number, multi)?.end(throwing: URLError(.resourceUnavailable))
        }
      }
    }

    /// - Returns: false when the thread is to end.
    private func carryOut(_ commands: [CurlCommands.Command], _ multi: CurlLibrary.Multi) -> Bool {
      for command in commands {
        switch command {
        case .begin(let job):
          // Below two seconds mutations never get a kept connection.
          let mayBeKept = configuration.maximumIdleTime >= .seconds(2)
          if !(mayBeKept && settling.holdsBack(job)) { begin(job, multi) }
        case .cancel(let number):
          if let job = settling.take(number) { job.receiver.fail(CancellationError()) }
          guard let transfer = take(number, multi) else { continue }
          transfer.end(throwing: CancellationError())
          keep(transfer.easy)
        case .resume(let number):
          // CURLPAUSE_CONT
          if let transfer = transfers[number] { _ = library.easyPause(transfer.easy.handle, 0) }
        case .stop: return false
        }
      }
      return true
    }

    private func begin(_ job: CurlJob, _ multi: CurlLibrary.Multi) {
      guard let easy = idle.popLast() ?? CurlEasy(library) else {
        return job.receiver.fail(URLError(.resourceUnavailable))
      }
      let transfer = CurlTransfer(job, easy, library)
      start(transfer, multi)
    }

    private func start(_ transfer: CurlTransfer, _ multi: CurlLibrary.Multi, isRepeated: Bool = false) {
      do {
        try transfer.prepare(
          configuration, userAgent: userAgent, keepAlive: keepAlive, isRepeated: isRepeated)
      } catch {
        transfer.end(throwing: error)
        return keep(transfer.easy)
      }
      let code = library.multiAdd(multi, transfer.easy.handle)
      guard code == 0 else {
        return transfer.end(throwing: URLError(.resourceUnavailable))
      }
      transfers[transfer.number] = transfer
    }

    private func finishTransfers(_ multi: CurlLibrary.Multi) {
      while let (easy, code) = library.nextEnd(multi) {
        guard let number = CurlTransfer.of(easy, library)?.number, let transfer = take(number, multi) else {
          continue
        }
        if transfer.canBeRepeated(after: code) {
          start(transfer, multi, isRepeated: true)
        } else {
          if transfer.head.isComplete, !transfer.head.isHTTP2 {
            settling.answerEnded()
            if let announced = transfer.head.keepAlive {
              keepAlive = keepAlive.map { min($0, announced) } ?? announced
            }
          }
          transfer.end(code)
          keep(transfer.easy)
        }
      }
    }

    /// Takes a transfer out, which may have to close its connection.
    private func take(_ number: Int, _ multi: CurlLibrary.Multi) -> CurlTransfer? {
      guard let transfer = transfers.removeValue(forKey: number) else { return nil }
      hasWorked = true
      _ = library.multiRemove(multi, transfer.easy.handle)
      return transfer
    }

    private func keep(_ easy: CurlEasy) {
      // The next transfer on the handle sets all options that point to a transfer. But libcurl counts how often a handle had to send
      // again, which it does over a new connection, and gives up at five; the count goes with the options.
      if !easy.reusedConnection { easy.hasSharedOptions = false }
      if idle.count < Self.maximumIdleHandles { idle.append(easy) }
    }

    /// Without memory for libcurl's handle there is no transfer, but an answer to each.
    private func refuseAll() {
      while true {
        for command in commands.take() {
          switch command {
          case .begin(let job): job.receiver.fail(URLError(.resourceUnavailable))
          case .stop: return
          case .cancel, .resume: break
          }
        }
        Thread.sleep(forTimeInterval: 0.01)
      }
    }

    /// Some servers refuse requests without one.
    private static func userAgent(_ library: CurlLibrary) -> String {
      let name = ProcessInfo.processInfo.processName.unicodeScalars.filter {
        $0.isASCII && ($0.properties.isAlphabetic || "0123456789-_.".unicodeScalars.contains($0))
      }
      let version = library.version.prefix { $0 != " " }
      return name.isEmpty ? String(version) : "\(String(String.UnicodeScalarView(name))) \(version)"
    }
  }
#endif
