import Apus
import Foundation

// `Driver documents` prints `["operation", "text that is sent"]` a line;
// `Driver check` answers each case of standard input with a list of differences, and a count of what was read.

let registry = Registry()
registry.addAll()
let encoder = JSONEncoder()

struct Outcome: Encodable {
  var count = 0
  var differences: [String] = []
}

switch CommandLine.arguments.dropFirst().first {
case "documents":
  for (name, operation) in registry.operations.sorted(by: { $0.key < $1.key }) {
    try printLine([name, operation.text])
  }
case "check":
  while let line = readLine() {
    let input = try JSONDecoder().decode(Case.self, from: Data(line.utf8))
    guard let operation = registry.operations[input.operation] else {
      fatalError("no operation \(input.operation)")
    }
    try printLine(operation.check(input))
  }
default:
  FileHandle.standardError.write(Data("usage: Driver documents|check\n".utf8))
  exit(2)
}

func printLine(_ value: some Encodable) throws {
  FileHandle.standardOutput.write(try encoder.encode(value) + Data("\n".utf8))
}
