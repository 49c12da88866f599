import Apus
import ApusClient
import ApusPlatform
import Foundation

/// `apus-benchmark messages URL FLOOD PACED`: what messages of a subscription cost; `messages URL memory`: what a subscription that
/// waits does.
///
/// URL is that of `messages_server.py`; `Tests/Benchmarks/messages` starts it, and the peers that do the same.
func runMessageBenchmark(_ arguments: [String]) throws {
  let usage = Failure(
    "usage: messages URL FLOOD PACED, or messages URL memory; Tests/Benchmarks/messages runs both")
  guard let url = arguments.first.flatMap(URL.init(string:)), url.scheme == "http" else { throw usage }
  let benchmark = MessageBenchmark(url: url)
  if arguments.dropFirst() == ["memory"] { return try runAndWait { try await benchmark.memory() } }
  let counts = arguments.dropFirst().compactMap { Int($0) }
  guard counts.count == 2 else { throw usage }
  try runAndWait { try await benchmark.time(flood: counts[0], paced: counts[1]) }
}

private struct MessageBenchmark: Sendable {
  let url: URL

  func time(flood: Int, paced: Int) async throws {
    var connects: [Double] = []
    for _ in 0..<20 { connects.append(try await messages(1, microseconds: 0).first) }
    let fast = try await messages(flood, microseconds: 0)
    let slow = try await messages(paced, microseconds: 500)
    let line = """
      {"connect": \(connects.sorted()[10]), "flood": \(fast.cpu), "paced": \(slow.cpu), "sum": \(fast.sum + slow.sum)}
      """
    print(line)
  }

  /// Subscribes on a connection of its own.
  ///
  /// - Returns: milliseconds from the start to the first message, microseconds of CPU by the message after that, and a sum over them.
  private func messages(
    _ count: Int, microseconds: Int
  ) async throws -> (first: Double, cpu: Double, sum: Int) {
    let client = GraphQLClient(url: url, subscriptions: GraphQLWebSocketTransport())
    let start = ContinuousClock.now
    var (first, cpu, sum) = (0.0, 0.0, 0)
    let notices = Shapes.NoticesSubscription(count: count, microseconds: microseconds, stays: false)
    for try await data in client.subscribe(to: notices) {
      if first == 0 {
        first = start.duration(to: .now) / .milliseconds(1)
        cpu = Measurement.cpuTime
      }
      sum += data.notice.number + data.notice.text.utf8.count + data.notice.tags.count
    }
    return (first, (Measurement.cpuTime - cpu) * 1000 / Double(count), sum)
  }

  /// How many subscriptions wait on one connection.
  private static let waiting = 10_000
  /// How much each may take, in bytes.
  private static let allowed = 16 * 1024

  /// Opens subscriptions on one connection, each of which has received a message and waits for the next.
  func memory() async throws {
    let client = GraphQLClient(url: url, subscriptions: GraphQLWebSocketTransport())
    let received = Locked(0)
    // The connection, and what is needed once, is there before.
    var tasks = [wait(client, received)]
    try await untilReceived(1, received)
    let before = try residentBytes()
    for _ in 0..<Self.waiting { tasks.append(wait(client, received)) }
    try await untilReceived(1 + Self.waiting, received)
    let each = (try residentBytes() - before) / Self.waiting
    print("\(Self.waiting) subscriptions that wait: \(each) bytes each, \(Self.allowed) allowed")
    for task in tasks { task.cancel() }
    if each > Self.allowed { throw Failure("a subscription takes too much memory") }
  }

  private func wait(_ client: GraphQLClient, _ received: Locked<Int>) -> Task<Void, any Error> {
    Task {
      let notices = Shapes.NoticesSubscription(count: 1, microseconds: 0, stays: true)
      for try await _ in client.subscribe(to: notices) { received.withLock { $0 += 1 } }
    }
  }

  private func untilReceived(_ count: Int, _ received: Locked<Int>) async throws {
    for _ in 0..<3000 where received.withLock({ $0 }) < count { try await Task.sleep(for: .milliseconds(20)) }
    guard received.withLock({ $0 }) == count else {
      throw Failure("\(received.withLock { $0 }) messages came instead of \(count)")
    }
  }
}
