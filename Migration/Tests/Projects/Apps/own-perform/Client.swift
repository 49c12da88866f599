import Apollo
import Foundation

protocol Reporter: Sendable { func report(_ error: any Error) }

extension ApolloClient {
  func perform<Mutation: GraphQLMutation>(mutation: Mutation, reporter: any Reporter) async throws -> Mutation
    .Data?
  {
    do {
      return try await perform(mutation: mutation).data
    } catch {
      reporter.report(error)
      throw error
    }
  }

  func load<Query: GraphQLQuery>(_ query: Query) async throws -> Query.Data? {
    try await self.fetch(query: query, cachePolicy: .networkOnly).data
  }
}
