import Apus

/// The operations of a corpus by name, each with what can be done to it without its type.
struct Registry {
  private(set) var entries: [String: Entry] = [:]

  /// One operation.
  struct Entry {
    let document: String
    let identifier: String
    let check: (Case) -> Outcome
  }

  mutating func add<Operation: GraphQLOperation>(_: Operation.Type) {
    entries[Operation.operationName] = Entry(
      document: Operation.operationDocument, identifier: Operation.operationID,
      check: { check($0, of: Operation.self) })
  }
}
