import ApusClient
import ApusInspector
import Foundation
import MediaKit
import MediaSamples

/// Runs the models of the views without the views: `MediaTerminal ENDPOINT [REVIEWS]`, or `MediaTerminal samples`. It ends after REVIEWS reviews.
@main
struct MediaTerminal {
  @MainActor static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      if arguments == ["samples"] {
        return try await Walk(MediaSamples.client()).run(reviews: 1)
      }
      guard let endpoint = arguments.first.flatMap(URL.init(string:)), endpoint.scheme != nil,
        let reviews = arguments.count < 2 ? 0 : Int(arguments[1])
      else {
        FileHandle.standardError.write(Data("usage: MediaTerminal ENDPOINT [REVIEWS]\n".utf8))
        exit(2)
      }
      let client = makeMediaClient(endpoint)
      var page: Task<Void, Never>?
      if ProcessInfo.processInfo.environment["MEDIA_INSPECT"] == "1" { page = serveInspector(of: client) }
      defer { page?.cancel() }
      try await Walk(client).run(reviews: reviews)
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
  }

  /// Shows what the client does on a page, until the task is cancelled.
  private static func serveInspector(of client: GraphQLClient) -> Task<Void, Never> {
    let inspector = GraphQLInspector(client)
    return Task {
      do {
        try await inspector.serve { url in
          FileHandle.standardError.write(Data("Apus Inspector: \(url.absoluteString)\n".utf8))
        }
      } catch {
        FileHandle.standardError.write(Data("The inspector's page cannot be served: \(error)\n".utf8))
      }
    }
  }
}
