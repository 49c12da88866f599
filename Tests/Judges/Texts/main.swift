import Foundation

/// Makes random documents of Swift's expressions and checks what is printed: `apus-texts [DOCUMENTS] [SEED]`. Ends with 1 when one is not
/// valid, or says something else.
let numbers = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
let run = TextRun(count: Int(numbers.first ?? 10_000), firstSeed: numbers.dropFirst().first ?? 1)
for fault in run.faults.prefix(10) { print(fault) }
print("\(run.documents) documents, \(run.faults.count) faults")
if !run.faults.isEmpty { exit(1) }
