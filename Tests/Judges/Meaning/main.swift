import Foundation

/// Tries random documents: `apus-meaning [DOCUMENTS] [SEED] [--defer] [--blocks] [--deep] [--arguments]`; with `--defer` they defer fragments, with
/// `--blocks` inline fragments are properties by name, with `--deep` several may stand within one another, with
/// `--arguments` fragments have variables of their own. Ends with 1 when one
/// means something else than the specification says.
let arguments = CommandLine.arguments.dropFirst().map { UInt64($0) }
let count = arguments.first.flatMap { $0 } ?? 20_000
let seed = arguments.dropFirst().first.flatMap { $0 } ?? 1
let isIncremental = CommandLine.arguments.contains("--defer")
let run = MeaningRun(
  count: Int(count), firstSeed: seed, isIncremental: isIncremental,
  hasBlocks: CommandLine.arguments.contains("--blocks"), isDeep: CommandLine.arguments.contains("--deep"),
  hasArguments: CommandLine.arguments.contains("--arguments")
) { print($0) }
print(run.summary)
if !run.isWithoutDifference { exit(1) }
