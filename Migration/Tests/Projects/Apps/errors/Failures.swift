import Apollo

func report(_ client: ApolloClient) async throws -> [String] {
  let response = try await client.fetch(
    query: MusicAPI.AlbumListQuery(genre: .none, first: .none, after: .none))
  guard let errors = response.errors else { return [] }
  if let first = response.errors?.first { print(first.message ?? "none") }
  if response.errors != nil, response.errors?.isEmpty == false { print((response.errors ?? []).count) }
  let isFine = response.errors?.isEmpty ?? true
  let isDenied = errors.contains { $0.message?.contains("denied") == true }
  let codes = errors.map { $0.message! }
  return isFine || isDenied ? [] : codes
}

/// Nobody knows what this takes.
func isEmpty(_ value: some Failing) -> Bool { value.errors?.isEmpty ?? true }

protocol Failing { var errors: [String]? { get } }
