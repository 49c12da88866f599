import Apus

/// Something that answers operations.
protocol Source: Sendable {
  func fetch<Query: GraphQLQuery>(_ query: Query) async throws -> Query.Data
}

/// What went wrong, as a sentence for the user.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

extension GraphQLResponse {
  /// The data of a response without errors. A program may also show what came beside the errors.
  func dataOrThrow() throws -> Data {
    guard let data, errors.isEmpty else {
      throw Failure("the server reports: \(errors.map(\.description).joined(separator: "; "))")
    }
    return data
  }
}
