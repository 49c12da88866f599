import ApusCache
import ApusSwiftUI
import SwiftUI

struct LikeButton<Album: AlbumLikesFragment>: View {
  let album: Album
  @GraphQLMutate(LikeMutation.self) private var like

  var body: some View {
    Button("♥ \(album.likes)") {
      let id = album.id
      Task {
        // The error is shown below.
        _ = try? await like(LikeMutation(id: id)) { transaction in
          try transaction.update(AlbumLikesData.self, GraphQLCacheKey("Album", id)) { $0.likes += 1 }
        }
      }
    }
    .disabled(like.isRunning)
    if let error = like.error { Text(error.localizedDescription) }
  }
}
