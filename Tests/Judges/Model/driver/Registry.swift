import Apus
import Foundation

/// The operations of all modules, each with what can be done to it without its type.
final class Registry {
  struct Operation {
    let text: String
    let check: (Case) -> Outcome
  }

  private(set) var operations: [String: Operation] = [:]
  private var fragments: [String: (Any) -> Any?] = [:]

  func add<Query: GraphQLOperation & GraphQLObject>(_: Query.Type) {
    operations[Query.operationName] = Operation(text: Query.operationDocument) { [unowned self] in
      check($0, of: Query.self)
    }
  }

  func add(fragment: String, convert: @escaping (Any) -> Any?) { fragments[fragment] = convert }

  /// Compares the values of both coders, which know the operation, and what they encode to, read again by coders that do not.
  private func check<Query: GraphQLOperation & GraphQLObject>(_ input: Case, of _: Query.Type) -> Outcome {
    var outcome = Outcome()
    func operation(_ input: Case) throws -> Query { try Query(json: input.variables.utf8) }
    let ways: [(String, () throws -> Query.Data)] = [
      ("direct", { try direct(input) }),
      ("JSONDecoder", { try codable(input) }),
      ("direct again", { try Query.Data(json: direct(input).json()) }),
      (
        "JSONDecoder again",
        { try JSONDecoder().decode(Query.Data.self, from: JSONEncoder().encode(codable(input))) }
      ),
    ]
    func direct(_ input: Case) throws -> Query.Data {
      guard let data = try operation(input).response(json: Array("{\"data\":\(input.data)}".utf8)).data else {
        throw GraphQLScalarError(expected: "data")
      }
      return data
    }
    func codable(_ input: Case) throws -> Query.Data {
      let decoder = JSONDecoder()
      decoder.userInfo[.graphQLOperation] = try operation(input)
      return try decoder.decode(Query.Data.self, from: Data(input.data.utf8))
    }
    for (name, decode) in ways {
      do {
        var comparison = Comparison(nodes: input.nodes) { self.fragments[$0]?($1) }
        comparison.compare(try decode(), input.root, "data")
        outcome.count += comparison.count
        outcome.differences += comparison.differences.map { "\(name)|\($0)" }
      } catch {
        outcome.differences.append("\(name)|error||\(error)")
      }
      // The ways that follow would only repeat it.
      if !outcome.differences.isEmpty { break }
    }
    return outcome
  }
}
