import Apus
import Foundation

/// By how much a decode raises a process's peak of memory: one process for each side, started by the benchmark.
enum PeakMemory {
  static func report(_ json: [UInt8]) throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(
      "apus-benchmark-\(getpid()).json")
    try Data(json).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let ours = try rise("apus", file.path)
    let theirs = try rise("foundation", file.path)
    print("peak memory of a decode: \(ours) kB, JSONDecoder \(theirs) kB: ", terminator: "")
    print(String(format: "%.2fx", Double(ours) / Double(theirs)))
  }

  private static func rise(_ side: String, _ file: String) throws -> Int {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = ["decode", "--memory", side, file]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard let rise = Int(text.trimmingCharacters(in: .whitespacesAndNewlines)), rise > 0 else {
      throw Failure("no measurement of \(side)'s memory: \(text)")
    }
    return rise
  }

  /// The started process's part: one decode, and by how many kB it raised the peak.
  static func printRise(of side: String, file: String) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: file))
    let before = maximumResidentSize()
    let count: Int
    if side == "apus" {
      count = try Feed(json: data).repositories.count
    } else {
      count = try JSONDecoder().decode(PlainFeed.self, from: data).repositories.count
    }
    guard count > 0 else { throw Failure("nothing was decoded") }
    print(maximumResidentSize() - before)
  }

  /// In kB.
  static func maximumResidentSize() -> Int {
    #if canImport(Darwin)
      var usage = rusage()
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss / 1024
    #else
      // Not `getrusage`: there a new process inherits its parent's maximum.
      let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
      let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
      return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    #endif
  }
}
