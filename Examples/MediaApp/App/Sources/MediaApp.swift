import ApusClient
import ApusInspector
import ApusSwiftUI
import Foundation
import MediaKit
import MediaViews
import SwiftUI

/// The app: one client for all its views, at the address in the environment, or on this machine.
@main struct MediaApp: App {
  private let client: GraphQLClient?

  init() {
    let environment = ProcessInfo.processInfo.environment
    client = URL(string: environment["MEDIA_ENDPOINT"] ?? "http://127.0.0.1:8080/graphql").map(
      makeMediaClient)
    #if DEBUG
      // Prints the address of a page that shows what the client does.
      if environment["MEDIA_INSPECT"] == "1", let client {
        Task {
          do {
            try await GraphQLInspector(client).serve()
          } catch {
            print("The inspector's page cannot be served: \(error)")
          }
        }
      }
    #endif
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
