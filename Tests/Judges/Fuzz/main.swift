import Foundation

/// Mutated inputs for everything that reads text from outside: `apus-fuzz SURFACE [--inputs N] [--seed N] [--seconds N]
/// [--folder F] [--tool APUSC]`.
///
/// The seeds are the repository's own samples. An input is kept in the folder while it is tried, so that it is there
/// when the process ends by it; one that takes longer than ten seconds of CPU time ends it, too.
struct Fuzzer {
  var surface = Surface.syntax
  var inputs = Int.max
  var seconds = Double.infinity
  var seed: UInt64 = 1
  var folder = NSTemporaryDirectory() + "apus-fuzz"
  var tool: String?

  init(_ arguments: [String]) throws {
    guard let surface = arguments.first.flatMap(Surface.init(rawValue:)) else {
      throw Usage(Surface.allCases.map(\.rawValue).joined(separator: "|") + " [options]")
    }
    self.surface = surface
    var rest = arguments.dropFirst()
    while let option = rest.popFirst() {
      guard let value = rest.popFirst() else { throw Usage("\(option) needs a value") }
      switch option {
      case "--inputs": inputs = Int(value) ?? 0
      case "--seconds": seconds = Double(value) ?? 0
      case "--seed": seed = UInt64(value) ?? 1
      case "--folder": folder = value
      case "--tool": tool = value
      default: throw Usage("\(option) is no option")
      }
    }
    guard surface != .commandLine || tool != nil else { throw Usage("command-line needs --tool APUSC") }
    guard inputs < .max || seconds < .infinity else { throw Usage("--inputs or --seconds is needed") }
  }

  struct Usage: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = "apus-fuzz: " + description }
  }

  func run() throws {
    let workspace = try Workspace(folder: folder, tool: tool)
    let seeds = try Seeds.all(for: surface, workspace.folder)
    let kept = URL(fileURLWithPath: folder).appendingPathComponent("last-\(surface.rawValue)")
    var mutator = Mutator(seeds: seeds, words: surface.words, state: seed)
    let start = Date()
    var count = 0
    while count < inputs, Date().timeIntervalSince(start) < seconds {
      let input = mutator.next()
      try Data(input.text).write(to: kept)
      limitTime(10)
      do {
        try surface.take(input, workspace)
      } catch {
        throw Usage("\(error): seed \(seed), input \(count), kept as \(kept.path)")
      }
      count += 1
    }
    try FileManager.default.removeItem(at: kept)
    print("\(count) inputs for \(surface.rawValue) from \(seeds.count) seeds: no difference")
  }

  /// Ends the process when it goes on for more seconds of CPU time.
  private func limitTime(_ seconds: Int) {
    var timer = itimerval(
      it_interval: timeval(tv_sec: 0, tv_usec: 0), it_value: timeval(tv_sec: seconds, tv_usec: 0))
    #if canImport(Darwin)
      setitimer(ITIMER_PROF, &timer, nil)
    #else
      setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &timer, nil)
    #endif
  }
}

do {
  try Fuzzer(Array(CommandLine.arguments.dropFirst())).run()
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
