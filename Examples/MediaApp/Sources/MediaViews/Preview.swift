#if canImport(SwiftUI)
  import ApusSwiftUI
  import MediaSamples
  import SwiftUI

  /// A view with sample data instead of a server.
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
