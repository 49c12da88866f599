import ApusClient
import Foundation
import Hummingbird

@main struct AlbumService {
  static func main() async throws {
    guard let url = URL(string: "http://127.0.0.1:8080/graphql") else { return }
    let routes = Routes(client: GraphQLClient(url: url, timeout: .seconds(10)))
    let application = Application(
      router: routes.router, configuration: .init(address: .hostname("127.0.0.1", port: 8081)))
    try await application.runService()
  }
}
