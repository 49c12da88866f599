import ApusClient

/// Asks on the main actor, where this project's code is by default, and decodes off it.
struct Zoo {
  let client: GraphQLClient

  func lines() async throws -> [String] {
    let data = try await client.fetch(AnimalsQuery())
    return data.animals.map(line)
  }

  func line(_ animal: AnimalsQuery.Data.Animal) -> String {
    switch animal {
    case .cat(let cat): cat.purrs ? "\(tag(cat)) purrs" : tag(cat)
    case .other(let other): tag(other)
    }
  }

  func tag(_ animal: some NameTagFragment) -> String { "~ \(animal.name) ~" }

  nonisolated func animals(in json: [UInt8]) async throws -> AnimalsQuery.Data {
    try await Task.detached { try AnimalsQuery.Data(json: json) }.value
  }
}
