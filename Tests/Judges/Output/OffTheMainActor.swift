// What emitted code is for outside of the main actor. Tests/Judges/Output/check compiles this beside it.
import Apus

/// An enum over types that differ by case, its shared fields and its hash.
nonisolated func owners(
  _ animal: SharedFieldWithOtherTypesByCase.ZooQuery.Data.Animal
) -> Set<SharedFieldWithOtherTypesByCase.ZooQuery.Data.Animal.Owner> {
  guard let owner = animal.owner, !owner.name.isEmpty else { return [] }
  return [owner]
}

/// A fragment's protocol, one that it inherits, and its concrete type.
nonisolated func detail(_ value: some Inheritance.DetailFragment) -> Inheritance.DetailData {
  card(value)
  return Inheritance.DetailData(value)
}

nonisolated func card(_ value: some Inheritance.CardFragment) {}

/// A fragment with type conditions.
nonisolated func isA(_ value: some TypeConditionsInside.FooFragment) -> Bool {
  switch value.fooCase {
  case .a: true
  default: false
  }
}

/// An input object that holds one of its own type, sent to another task.
nonisolated func resend(_ pair: Recursive.Pair) async throws -> [UInt8] {
  var copy = pair
  copy.left = .null
  let sent = copy
  return try await Task.detached { try Recursive.FindQuery(where: sent.right).json() }.value
}

/// Enums of the schema, their known values and those to come.
nonisolated func known(_ names: [String]) -> [Values.Episode] {
  names.map { Values.Episode(rawValue: $0) }.filter { Values.Episode.allCases.contains($0) }
}

/// Bytes of a response, decoded and encoded again by the runtime.
nonisolated func animal(in json: [UInt8]) throws -> [UInt8] {
  let response = try SharedFieldWithOtherTypesByCase.ZooQuery.response(json: json)
  return try response.data?.json() ?? []
}

/// Any operation, decoded on another task and sent back.
nonisolated func data<Operation: GraphQLOperation>(
  for operation: Operation, in json: [UInt8]
) async throws -> Operation.Data? {
  try await Task.detached { try operation.response(json: json).data }.value
}

nonisolated func recursive(in json: [UInt8]) async throws -> Recursive.FindQuery.Data? {
  try await data(for: Recursive.FindQuery(where: .null), in: json)
}

/// A fragment's concrete type by a coder of somebody else's.
nonisolated func detail(from decoder: any Decoder, to encoder: any Encoder) throws {
  let detail = try Inheritance.DetailData(from: decoder)
  try detail.encode(to: encoder)
}

/// An actor other than the main one keeps responses, and answers by their hash.
actor Responses {
  private var seen: Set<Inheritance.DetailData> = []

  func add(_ json: String) throws -> Bool {
    seen.insert(try Inheritance.DetailData(json: json)).inserted
  }
}
