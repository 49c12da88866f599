import Apollo
import Foundation

final class Label { var text: String? }
struct Problem { var errors: [String]? }

/// Declares parameters and members with the names of other types' own.
struct Form {
  struct GraphQLResponse {}
  var text: GraphQLNullable<String>

  func find(text: GraphQLNullable<String>) -> MusicAPI.AlbumListQuery {
    MusicAPI.AlbumListQuery(genre: .none, first: .none, after: text)
  }

  func clear(_ label: Label, _ problem: Problem) -> String? {
    label.text = nil
    return problem.errors?.first
  }

  mutating func clear() { text = nil }
}

func first(_ client: ApolloClient) async throws -> String? {
  let response = try await client.fetch(
    query: MusicAPI.AlbumListQuery(genre: .none, first: .none, after: .none))
  if let message = response.errors?.first?.message { return message }
  return response.data?.albums.first?.title
}

func known(_ response: GraphQLResponse<MusicAPI.AlbumListQuery>) -> Bool { response.data != nil }
