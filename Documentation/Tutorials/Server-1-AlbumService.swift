import Hummingbird

@main struct AlbumService {
  static func main() async throws {
    let router = Router()
    router.get("/") { _, _ in "The service runs.\n" }
    let application = Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: 8081)))
    try await application.runService()
  }
}
