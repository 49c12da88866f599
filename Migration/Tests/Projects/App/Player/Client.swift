import Apollo
import Foundation

/// The app's client, made once. Not `ApolloClient(networkTransport:store:)`.
enum Client {
  static let shared: ApolloClient = ApolloClient(url: address)

  private static var address: URL {
    let text = ProcessInfo.processInfo.environment["SERVER"] ?? ""
    return URL(string: text) ?? URL(fileURLWithPath: "/")
  }
}
