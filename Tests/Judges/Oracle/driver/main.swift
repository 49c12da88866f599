import Foundation

// `Driver documents` prints the operations as they are sent, one `["module/name", "text", "identifier"]` a line;
// `Driver check` answers each case of standard input with an outcome on standard output.

var registry = Registry()
registry.addAll()
let encoder = JSONEncoder()

switch CommandLine.arguments.dropFirst().first {
case "documents":
  for (name, entry) in registry.entries.sorted(by: { $0.key < $1.key }) {
    try printLine([name, entry.document, entry.identifier])
  }
case "check":
  let decoder = JSONDecoder()
  while let line = readLine() {
    let input = try decoder.decode(Case.self, from: Data(line.utf8))
    guard let entry = registry.entries[input.operation] else {
      throw CocoaError(
        .keyValueValidation, userInfo: [NSLocalizedDescriptionKey: "no operation \(input.operation)"])
    }
    try printLine(await entry.check(input))
  }
default:
  FileHandle.standardError.write(Data("usage: Driver documents|check\n".utf8))
  exit(2)
}

func printLine(_ value: some Encodable) throws {
  FileHandle.standardOutput.write(try encoder.encode(value) + Data("\n".utf8))
}
