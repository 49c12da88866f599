import Apus

/// The operations of all projects by module and name, each with what can be done to it without its type.
struct Registry {
  private(set) var entries: [String: Entry] = [:]

  /// One operation.
  struct Entry {
    let document: String
    let identifier: String
    let check: (Case) -> Outcome
  }

  mutating func add<Operation: GraphQLOperation>(_: Operation.Type, in module: String) {
    entries["\(module)/\(Operation.operationName)"] = Entry(
      document: Operation.operationDocument, identifier: Operation.operationID,
      check: { check($0, of: Operation.self) })
  }
}
