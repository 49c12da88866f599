import Apollo

/// What is playing: compiled, not shown.
enum Feed {
  static func follow() async throws -> [String] {
    var lines: [String] = []
    for try await response in try Client.shared.subscribe(subscription: MusicAPI.NowPlayingSubscription()) {
      if let row = response.data?.nowPlaying.fragments.trackRow { lines.append(TrackLine(row).text) }
    }
    return lines
  }
}
