import AlbumViews
import ApusSwiftUI
import SwiftUI

@main struct AlbumsApp: App {
  private let client = makeClient()

  var body: some Scene {
    WindowGroup {
      AlbumsView().graphQLClient(client)
    }
  }
}
