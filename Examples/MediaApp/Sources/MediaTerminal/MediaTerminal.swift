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
      try await Walk(makeMediaClient(endpoint)).run(reviews: reviews)
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
  }
}
