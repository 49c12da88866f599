import ApusClient
import ApusSwiftUI
import Foundation
import MediaKit
import MediaViews
import SwiftUI

/// The app: one client for all its views, at the address in the environment, or on this machine.
@main struct MediaApp: App {
  private let client: GraphQLClient?

  init() {
    let address = ProcessInfo.processInfo.environment["MEDIA_ENDPOINT"] ?? "http://127.0.0.1:8080/graphql"
    client = URL(string: address).map(makeMediaClient)
  }

  var body: some Scene {
    WindowGroup {
      if let client {
        ShelfView().graphQLClient(client)
      } else {
        Text("MEDIA_ENDPOINT is not a URL.")
      }
    }
  }
}
