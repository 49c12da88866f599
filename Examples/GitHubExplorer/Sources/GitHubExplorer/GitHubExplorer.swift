import Apus
import ApusClient
import ApusTesting
import Foundation

/// Prints what happened to an issue or a pull request: `GitHubExplorer [OWNER/NAME NUMBER]`.
@main
struct GitHubExplorer {
  static func main() async {
    do {
      let arguments = Array(CommandLine.arguments.dropFirst())
      if arguments.isEmpty {
        for number in [12, 14] {
          let query = TimelineQuery(owner: "apodidae", name: "nestbox", number: number)
          try await show(query, recordings(of: number))
          print()
        }
      } else {
        try await show(query(arguments), gitHub())
      }
    } catch {
      FileHandle.standardError.write(Data("GitHubExplorer: \(error)\n".utf8))
      exit(1)
    }
  }

  /// A client that reads responses from files, named after the operation, in a folder for each number. It sends nothing.
  private static func recordings(of number: Int) -> GraphQLClient {
    let folder = Bundle.module.bundleURL.appendingPathComponent("Recorded/\(number)")
    return GraphQLClient(
      url: URL(fileURLWithPath: "Recorded"),
      transport: GraphQLRecordedResponses(folder: folder).replayingTransport())
  }

  /// A client for GitHub itself, which requires a token.
  private static func gitHub() throws -> GraphQLClient {
    guard let token = ProcessInfo.processInfo.environment["GITHUB_TOKEN"],
      let url = URL(string: "https://api.github.com/graphql")
    else {
      throw Failure("GITHUB_TOKEN is not set; without arguments this program shows recorded timelines")
    }
    var client = GraphQLClient(url: url)
    client.headers["Authorization"] = "Bearer \(token)"
    client.headers["User-Agent"] = "GitHubExplorer"
    client.interceptors = [GraphQLRetryInterceptor(maximumAttempts: 3)]
    return client
  }

  private static func query(_ arguments: [String]) throws -> TimelineQuery {
    let parts = arguments[0].split(separator: "/").map(String.init)
    guard arguments.count == 2, parts.count == 2, let number = Int(arguments[1]) else {
      throw Failure("usage: GitHubExplorer [OWNER/NAME NUMBER]")
    }
    return TimelineQuery(owner: parts[0], name: parts[1], number: number)
  }

  private static func show(_ query: TimelineQuery, _ client: GraphQLClient) async throws {
    let data = try await client.fetch(query)
    guard let repository = data.repository, let subject = repository.issueOrPullRequest else {
      throw Failure("there is no \(query.owner)/\(query.name)#\(query.number) that may be seen")
    }
    print(TimelineText.lines(of: subject, in: repository.nameWithOwner).joined(separator: "\n"))
    if let limit = data.rateLimit { print("\(limit.remaining) of \(limit.limit) points are left") }
  }
}

/// A failure with a sentence for the user.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
