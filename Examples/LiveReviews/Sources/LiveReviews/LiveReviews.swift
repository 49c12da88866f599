import ApusClient
import Foundation

/// Shows reviews in a table while they are written: `LiveReviews ENDPOINT [COUNT]`. It ends after COUNT reviews.
@main
struct LiveReviews {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard let endpoint = arguments.first.flatMap(URL.init(string:)), endpoint.scheme != nil,
      let count = arguments.count < 2 ? Int.max : Int(arguments[1])
    else {
      FileHandle.standardError.write(Data("usage: LiveReviews ENDPOINT [COUNT]\n".utf8))
      exit(2)
    }
    let socket = GraphQLWebSocketTransport()
    let client = GraphQLClient(url: endpoint, subscriptions: socket)
    // The connection's states go to standard error, so that they do not mix with the table.
    let states = Task {
      for await state in socket.states { FileHandle.standardError.write(Data("\(line(for: state))\n".utf8)) }
    }
    defer { states.cancel() }
    var table = ReviewTable()
    do {
      var left = count
      for try await data in client.subscribe(to: ReviewAddedSubscription()) {
        table.add(data.reviewAdded)
        table.draw()
        left -= 1
        // Leaving the loop ends the subscription on the server.
        if left == 0 { break }
      }
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
  }

  private static func line(for state: GraphQLWebSocketTransport.State) -> String {
    switch state {
    case .connecting: "connecting"
    case .connected: "connected"
    case .waiting(let date, let reason): "connecting again at \(date): \(reason)"
    case .waitingForNetwork: "waiting for the network"
    case .closed(let error): error.map { "closed: \($0)" } ?? "closed"
    }
  }
}
