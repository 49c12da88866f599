import Apus
import Foundation

// Reads `["module/operation", "variables", "data"]` a line, and prints whether the operation's generated code decodes
// the data as the response to these variables, which decide what `@include` and `@skip` leave of it.

struct Registry {
  private(set) var decoders: [String: (String, String) throws -> Void] = [:]

  mutating func add<Operation: GraphQLOperation & GraphQLObject>(_: Operation.Type, in module: String) {
    decoders["\(module)/\(Operation.operationName)"] = { variables, data in
      guard let operation = try? Operation(json: variables.utf8) else {
        fatalError("\(Operation.operationName) cannot have been sent with the variables \(variables)")
      }
      _ = try operation.response(json: Array("{\"data\":\(data)}".utf8))
    }
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
    try decode(words[1], words[2])
    print("decoded")
  } catch {
    print("failed: \(error)".replacing("\n", with: " "))
  }
}
