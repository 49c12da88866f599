import ApusSwiftUI
import SwiftUI

struct NowPlaying: View {
  @GraphQLSubscribe(NowPlayingSubscription()) private var latest

  var body: some View {
    if let error = latest.error {
      Text(error.localizedDescription)
      Button("Listen again") { $latest.reload() }
    } else if let track = latest.data?.nowPlaying.track {
      Text("♪ \(track.title), from \(track.album.title)")
    } else {
      Text("Nothing is playing")
    }
  }
}
