import Foundation
import TestSupport
import Testing

/// A loop over inputs that a test makes at random: few among the other tests. `Tests/Judges/Fuzz/realtime` sets how many, and the seed.
enum Fuzzing {
  private static let count = variable("APUS_FUZZ_INPUTS")

  private static func variable(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  /// Makes inputs and tries them. On a long run it says how many, and that memory did not grow with them.
  ///
  /// - Parameters:
  ///   - surface: what reads the inputs.
  ///   - body: makes an input and tries it.
  static func run(
    _ surface: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: (inout SeededRandom) throws -> Void
  ) rethrows {
    let seed = variable("APUS_FUZZ_SEED") ?? 7
    var random = SeededRandom(UInt64(seed))
    // What is made once is there before memory is looked at.
    for _ in 0..<1000 { try body(&random) }
    let before = residentMegabytes
    for _ in 1000..<max(count ?? 2000, 1000) { try body(&random) }
    guard let count else { return }
    print("\(surface): \(count) inputs, seed \(seed), \(residentMegabytes - before) MB more at the end")
    // A sanitizer keeps what was freed.
    let isSanitized = ProcessInfo.processInfo.environment["ASAN_OPTIONS"] != nil
    #expect(isSanitized || residentMegabytes - before < 32, sourceLocation: sourceLocation)
  }

  /// What this process holds in memory; 0 where the system does not tell.
  private static var residentMegabytes: Int {
    let fields =
      (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * 4096 >> 20 : 0
  }
}

extension [UInt8] {
  /// Changes, removes, inserts or repeats some bytes.
  mutating func mutate(with alphabet: [UInt8], using random: inout SeededRandom) {
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      guard !isEmpty else { return append(0) }
      let index = Int.random(in: 0..<count, using: &random)
      let byte =
        Bool.random(using: &random)
        ? alphabet.randomElement(using: &random) ?? 0 : .random(in: 0 ... .max, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: remove(at: index)
      case 1: insert(byte, at: index)
      case 2:
        let end = Swift.min(count, index + Int.random(in: 1...12, using: &random))
        insert(contentsOf: Array(self[index..<end]), at: Int.random(in: 0...count, using: &random))
      default: self[index] = byte
      }
    }
  }

  /// The bytes in pieces that end anywhere.
  func pieces(using random: inout SeededRandom) -> [ArraySlice<UInt8>] {
    var rest = self[...]
    var pieces: [ArraySlice<UInt8>] = []
    while !rest.isEmpty {
      let piece = rest.prefix(Int.random(in: 1...Swift.max(1, Swift.min(64, rest.count)), using: &random))
      pieces.append(piece)
      rest = rest.dropFirst(piece.count)
    }
    return pieces
  }
}
