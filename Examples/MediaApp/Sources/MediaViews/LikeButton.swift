#if canImport(SwiftUI)
  import ApusSwiftUI
  import MediaKit
  import SwiftUI

  /// A button that likes a medium. The number increases immediately, and decreases again if the server rejects the like.
  struct LikeButton: View {
    let media: MediaReference
    let likes: Int
    @GraphQLMutate(LikeMutation.self) private var like

    var body: some View {
      VStack {
        Button("♥ \(likes)") {
          Task {
            // The error is shown below.
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
