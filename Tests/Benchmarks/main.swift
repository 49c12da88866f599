import Foundation

/// The benchmarks by the word that starts them. To add one: a file with its function, a line here.
let benchmarks: [String: ([String]) throws -> Void] = [
  "cache": runCacheBenchmark,
  "cache-growth": runCacheGrowth,
  "cache-queue": runQueueGrowth,
  "cache-scale": runCacheScale,
  "cache-small": runSmallResponses,
  "cache-rows": runRowsBenchmark,
  "cache-watchers": runWatchersBenchmark,
  "compiler": runCompilerBenchmark,
  "swift-scan": runSwiftScanBenchmark,
  "schema": runSchemaBenchmark,
  "decode": runRuntimeBenchmark,
  "shapes": runShapeBenchmark,
  "client": runClientBenchmark,
  "requests-memory": runRequestMemory,
  "messages": runMessageBenchmark,
  "transport": runTransportCheck,
  "deduplication": runDeduplicationBenchmark,
  "incremental": runIncrementalBenchmark,
  "limits": runLimitsBenchmark,
  "inspector": runInspectorBenchmark,
  "growth": runGrowthBenchmark,
]

let arguments = Array(CommandLine.arguments.dropFirst())
guard let name = arguments.first, let benchmark = benchmarks[name] else {
  let names = benchmarks.keys.sorted().joined(separator: "|")
  FileHandle.standardError.write(Data("Usage: apus-benchmark \(names) …\n".utf8))
  exit(2)
}
do {
  try benchmark(Array(arguments.dropFirst()))
} catch {
  FileHandle.standardError.write(Data("apus-benchmark: \(error)\n".utf8))
  exit(1)
}
