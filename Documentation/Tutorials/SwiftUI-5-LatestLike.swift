import ApusSwiftUI
import SwiftUI

struct LatestLike: View {
  @GraphQLSubscribe(LikedSubscription()) private var latest

  var body: some View {
    if let error = latest.error {
      Text(error.localizedDescription)
      Button("Listen again") { $latest.resubscribe() }
    } else if let album = latest.data?.liked {
      Text("\(album.title) now has \(album.likes) likes")
    } else {
      Text("Nobody has liked anything yet")
    }
  }
}
