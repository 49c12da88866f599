import ApusClient
import Foundation

let url: URL = given()

/// The token of the last sign-in.
var stored: String? { given() }

enum session {
  static func refresh(_ refused: String?) async throws -> String { given() }
}

func show(_ data: AlbumQuery.Data?) {}

/// The client that the page makes first.
var client: GraphQLClient {
  get { given() }
  set {}
}
