import ApusCache
import ApusSwiftUI
import SwiftUI

struct SaveButton<Album: AlbumSavingFragment>: View {
  let album: Album
  @GraphQLMutate(SaveMutation.self) private var save

  var body: some View {
    Button(album.isSaved == true ? "In your library" : "Add to your library") {
      let id = album.id
      Task {
        // The error is shown below.
        _ = try? await save(SaveMutation(id: id)) { transaction in
          try transaction.update(AlbumSavingData.self, GraphQLCacheKey("Album", id)) { $0.isSaved = true }
        }
      }
    }
    .disabled(save.isRunning || album.isSaved == true)
    if let error = save.error { Text(error.localizedDescription) }
  }
}
