import ApolloAPI

struct Counter {
  private var counts: [GraphQLEnum<MusicAPI.Genre>: Int] = [:]

  mutating func add(_ genre: GraphQLEnum<MusicAPI.Genre>) { counts[genre, default: 0] += 1 }

  func count(of genre: MusicAPI.Genre) -> Int { counts[.case(genre)] ?? 0 }
}
