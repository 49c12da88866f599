import Foundation

/// The CPU time that repeated runs of one step took.
struct Measurement {
  let name: String
  /// Milliseconds, one a run, in the order of the runs.
  private(set) var times: [Double] = []
  /// What a run reads, in bytes.
  let byteCount: Int
  /// The largest amount of memory that a run's process held, in MiB, where the run was a process.
  var peakMemory: Double?

  init(_ name: String, byteCount: Int) {
    self.name = name
    self.byteCount = byteCount
  }

  /// Runs `body` once and adds its time.
  mutating func run(_ body: () throws -> Void) rethrows {
    let start = Measurement.cpuTime
    try body()
    times.append(Measurement.cpuTime - start)
  }

  mutating func add(_ time: Double) { times.append(time) }

  var median: Double {
    let sorted = times.sorted()
    return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
  }

  /// A line for people: name, median, throughput, memory.
  var line: String {
    let throughput = median > 0 ? Double(byteCount) / 1000 / median : 0
    var line = name.padding(toLength: 34, withPad: " ", startingAt: 0)
    line += Measurement.column(median, "ms") + Measurement.column(throughput, "MB/s")
    if let peakMemory { line += Measurement.column(peakMemory, "MiB") }
    return line
  }

  private static func column(_ value: Double, _ unit: String) -> String {
    let number = String(format: value < 100 ? "%.2f" : "%.0f", value)
    return String(repeating: " ", count: max(1, 10 - number.count)) + number + " " + unit
  }

  /// The CPU time of this process so far, in milliseconds.
  static var cpuTime: Double { time(of: CLOCK_PROCESS_CPUTIME_ID) }

  /// The CPU time of this thread so far, for a side that has one thread beside one that has more: what these still clear up is no
  /// time of the first one's.
  static var threadTime: Double { time(of: CLOCK_THREAD_CPUTIME_ID) }

  private static func time(of clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
  }
}
