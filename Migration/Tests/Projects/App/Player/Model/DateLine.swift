import ApolloAPI

struct DateLine {
  var date: MusicAPI.DateTime?

  init(_ date: MusicAPI.DateTime?) { self.date = date }

  var text: String { date.map { String($0.prefix(4)) } ?? "no date" }
}
