import ApolloAPI

struct TrackLine {
  private let row: MusicAPI.TrackRow

  init(_ row: MusicAPI.TrackRow) { self.row = row }

  var text: String { "\(row.title) \(Duration.text(seconds: row.seconds))" }
}
