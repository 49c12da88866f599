#if canImport(SwiftUI)
  import ApusSwiftUI
  import MediaSamples
  import SwiftUI

  /// A view whose server is made up.
  struct Preview<Content: View>: View {
    @ViewBuilder var content: () -> Content
    private let client = Result { try MediaSamples.client() }

    var body: some View {
      switch client {
      case .success(let client): content().graphQLClient(client)
      case .failure(let error): Text(error.localizedDescription)
      }
    }
  }
#endif
