import Foundation

/// `apus-cache-fuzz rows|files|responses [--inputs N] [--seed N] [--folder F]` tries damaged rows, databases and responses. The other words are for the tests, which
/// kill and limit this process.
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
  switch (words.first, words.dropFirst().first) {
  case ("rows", nil): try await RowFuzzer(inputs: inputs, seed: seed).run()
  case ("files", nil): try await FileFuzzer(inputs: inputs, seed: seed, folder: folder).run()
  case ("responses", nil): try ResponseFuzzer(inputs: inputs, seed: seed).run()
  case ("queue", _): try await QueueChild.run(words)
  case ("write", let path?): try await Children.write(path)
  case ("read", let path?): try await Children.read(path)
  case ("read-as-nobody", let path?): try await Children.readAsNobody(path)
  case ("fill", let path?): try await Children.fill(path, 400_000)
  case ("fill-and-evict", let path?): try await Children.fill(path, 400_000, thenEvict: true)
  case ("fill-disk", let path?): try await Children.fillDisk(path)
  case ("fill-disk-and-evict", let path?): try await Children.fillDisk(path, thenEvict: true)
  case ("count", let path?): try await Children.count(path, words.last.flatMap { Int($0) } ?? 0)
  default: throw Failure("Usage: apus-cache-fuzz rows|files|responses [--inputs N] [--seed N] [--folder F]")
  }
}

do {
  try await run(Array(CommandLine.arguments.dropFirst()))
} catch {
  FileHandle.standardError.write(Data("apus-cache-fuzz: \(error)\n".utf8))
  exit(1)
}
