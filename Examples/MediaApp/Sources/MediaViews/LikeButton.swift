#if canImport(SwiftUI)
  import ApusSwiftUI
  import MediaKit
  import SwiftUI

  /// Likes a medium: the number grows at once, and goes back if the server refuses.
  struct LikeButton: View {
    let media: MediaReference
    let likes: Int
    @GraphQLMutate(LikeMutation.self) private var like

    var body: some View {
      VStack {
        Button("♥ \(likes)") {
          Task {
            // Why it failed is shown below.
            _ = try? await like(
              LikeMutation(id: media.id), optimistically: LikeMutation.oneMore(of: media))
          }
        }
        .buttonStyle(.borderless)
        .disabled(like.isRunning)
        if let error = like.error { Text(error.localizedDescription).font(.caption) }
      }
    }
  }
#endif
