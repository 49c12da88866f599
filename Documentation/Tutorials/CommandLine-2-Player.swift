import ApusClient
import Foundation

@main struct Player {
  static func main() async throws {
    guard let url = URL(string: "http://127.0.0.1:8080/graphql") else { return }
    let client = GraphQLClient(url: url)
    let data = try await client.fetch(AlbumsQuery(text: "blue"))
    for album in data.search.albums ?? [] {
      let artists = album.artists.map(\.name).joined(separator: ", ")
      print("\(album.title), \(artists): \(album.tracks.count) tracks")
    }
  }
}
