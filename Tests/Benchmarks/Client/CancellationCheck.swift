import ApusClient
import Foundation

extension TransportCheck {
  private static let requestCount = 10_000
  private static let atOnce = 64

  /// 10,000 requests, 64 at once, of which many are cancelled at any time. When their transport is gone, so are its threads, its
  /// file descriptors and its connections.
  func cancellation() async throws {
    // What stays for good once it was needed is there before.
    try await sendAll(64)
    try await Task.sleep(for: .seconds(1))
    let before = Remains()
    try await expectThreadToBeSeen()
    let start = (cpu: Measurement.cpuTime, wall: ContinuousClock.now)
    let (answered, cancelled) = try await sendAll(Self.requestCount)
    let cpu = (Measurement.cpuTime - start.cpu) / Double(Self.requestCount)
    let seconds = start.wall.duration(to: .now) / .seconds(1)
    print(
      String(
        format: "%d requests: %d answered, %d cancelled, %.3f ms CPU each, %.1f s", Self.requestCount,
        answered, cancelled, cpu, seconds))
    guard answered + cancelled == Self.requestCount else {
      throw Failure("some have neither answer nor error")
    }
    var after = Remains()
    for _ in 0..<100 where after.isMore(than: before) {
      try await Task.sleep(for: .milliseconds(100))
      after = Remains()
    }
    let open = try await openConnections()
    print("left behind: \(after), before \(before); \(open) connections at the server")
    if after.isMore(than: before) || open > 0 { throw Failure("something was left behind") }
  }

  /// Without its name, a thread that stays would not be noticed.
  private func expectThreadToBeSeen() async throws {
    #if os(Linux)
      guard let transport = try transport() as? GraphQLCurlTransport else { return }
      _ = try await transport.send(request("delay/0"))
      guard Remains().threads > 0 else { throw Failure("the transport's thread is not seen") }
      _ = transport
    #endif
  }

  /// - Returns: how many were answered, and how many cancelled.
  @discardableResult
  private func sendAll(_ count: Int) async throws -> (answered: Int, cancelled: Int) {
    let transport = try transport()
    return try await withThrowingTaskGroup(of: Bool.self) { group in
      var (answered, cancelled) = (0, 0)
      for number in 0..<count {
        if number >= Self.atOnce, try await group.next() == true {
          answered += 1
        } else if number >= Self.atOnce {
          cancelled += 1
        }
        group.addTask { try await isAnswered(by: transport) }
      }
      for try await wasAnswered in group { if wasAnswered { answered += 1 } else { cancelled += 1 } }
      return (answered, cancelled)
    }
  }

  /// Sends a request that takes a while, and cancels it after some time, or does not.
  private func isAnswered(by transport: any GraphQLTransport) async throws -> Bool {
    let request = request("delay/\(Int.random(in: 0...20))", .bytes(Data("{}".utf8)))
    let task = Task { try await transport.send(request).status }
    if Bool.random() {
      try await Task.sleep(for: .microseconds(Int.random(in: 0...25_000)))
      task.cancel()
    }
    do {
      guard try await task.value == 200 else { throw Failure("another status") }
      return true
    } catch is CancellationError {
      return false
    }
  }

  private func openConnections() async throws -> Int {
    let body = try await transport().send(request("open")).body
    return Int(String(decoding: body, as: UTF8.self)) ?? -1
  }
}

/// What a transport may leave behind, where the system tells.
private struct Remains: CustomStringConvertible {
  let descriptors: Int
  let threads: Int

  init() {
    descriptors = Self.count("/proc/self/fd")
    threads = Self.threads()
  }

  func isMore(than other: Remains) -> Bool { descriptors > other.descriptors || threads > other.threads }

  var description: String { "\(descriptors) file descriptors, \(threads) threads of ours" }

  private static func count(_ folder: String) -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? 0
  }

  /// The threads that run transfers. Those that run tasks come and go as the system likes.
  private static func threads() -> Int {
    let folder = "/proc/self/task"
    let all = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return all.count { number in
      let name = (try? String(contentsOfFile: "\(folder)/\(number)/comm", encoding: .utf8)) ?? ""
      return name.hasPrefix("Apus libcurl")
    }
  }
}
