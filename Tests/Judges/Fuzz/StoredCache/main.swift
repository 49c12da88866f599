import CacheFixtures
import Foundation

/// `apus-cache-fuzz rows|files|responses [--inputs N] [--seed N] [--folder F]` tries damaged rows, databases and responses.
func run(_ arguments: [String]) async throws {
  var inputs = 1000
  var seed: UInt64 = 1
  var folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "apus-cache-\(UUID().uuidString)")
  var words: [String] = []
  var rest = arguments[...]
  while let word = rest.popFirst() {
    switch word {
    case "--inputs": inputs = rest.popFirst().flatMap { Int($0) } ?? inputs
    case "--seed": seed = rest.popFirst().flatMap { UInt64($0) } ?? seed
    case "--folder": folder = URL(fileURLWithPath: rest.popFirst() ?? "")
    default: words.append(word)
    }
  }
  switch words {
  case ["rows"]: try await RowFuzzer(inputs: inputs, seed: seed).run()
  case ["files"]: try await FileFuzzer(inputs: inputs, seed: seed, folder: folder).run()
  case ["responses"]: try ResponseFuzzer(inputs: inputs, seed: seed).run()
  default: throw Failure("Usage: apus-cache-fuzz rows|files|responses [--inputs N] [--seed N] [--folder F]")
  }
}

do {
  try await run(Array(CommandLine.arguments.dropFirst()))
} catch {
  FileHandle.standardError.write(Data("apus-cache-fuzz: \(error)\n".utf8))
  exit(1)
}
