import Apus
import Foundation

// Reads `["module/operation", "data"]` a line, and prints whether the operation's generated code decodes the data.

struct Registry {
  private(set) var decoders: [String: (String) throws -> Void] = [:]

  mutating func add<Operation: GraphQLOperation>(_: Operation.Type, in module: String) {
    decoders["\(module)/\(Operation.operationName)"] = { _ = try Operation.Data(json: $0.utf8) }
  }

  /// Fragments decode nothing by themselves.
  func checks(in module: String) -> Fragments { Fragments() }
}

struct Fragments {
  func add<Object: GraphQLObject>(_ name: String, convert: (any GraphQLObject) -> Object?) {}
}

var registry = Registry()
registry.addAll()
while let line = readLine() {
  let words = try JSONDecoder().decode([String].self, from: Data(line.utf8))
  guard let decode = registry.decoders[words[0]] else { exit(2) }
  do {
    try decode(words[1])
    print("decoded")
  } catch {
    print("failed: \(error)".replacing("\n", with: " "))
  }
}
