import Foundation

/// `NIOPeer PORT FLOOD PACED`: what `apus-benchmark messages` measures, by swift-nio and JSONDecoder.
@main
struct NIOPeer {
  static func main() async throws {
    let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
    guard numbers.count == 3 else {
      FileHandle.standardError.write(Data("usage: NIOPeer PORT FLOOD PACED\n".utf8))
      exit(2)
    }
    let socket = Socket(port: numbers[0])
    var connects: [Double] = []
    for _ in 0..<20 { connects.append(try await messages(socket, 1, microseconds: 0).first) }
    let flood = try await messages(socket, numbers[1], microseconds: 0)
    let paced = try await messages(socket, numbers[2], microseconds: 500)
    let line = """
      {"connect": \(connects.sorted()[10]), "flood": \(flood.cpu), "paced": \(paced.cpu), "sum": \(flood.sum + paced.sum)}
      """
    print(line)
  }

  /// - Returns: milliseconds from the start to the first message, microseconds of CPU by the message after that, and a sum over them.
  private static func messages(
    _ socket: Socket, _ count: Int, microseconds: Int
  ) async throws -> (first: Double, cpu: Double, sum: Int) {
    let start = ContinuousClock.now
    var (first, cpu, sum) = (0.0, 0.0, 0)
    try await socket.subscribe(#"{"count":\#(count),"microseconds":\#(microseconds)}"#) { notice in
      if first == 0 {
        first = start.duration(to: .now) / .milliseconds(1)
        cpu = cpuTime
      }
      sum += notice.number + notice.text.utf8.count + notice.tags.count
    }
    return (first, (cpuTime - cpu) / Double(count), sum)
  }

  /// Microseconds of this process.
  private static var cpuTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1_000_000 + Double(time.tv_nsec) / 1000
  }
}
