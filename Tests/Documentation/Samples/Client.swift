import ApusClient
import Foundation

let url: URL = given()

/// Who is signed in.
actor Session {
  var token: String? { given() }
  func refresh(_ refused: String?) async throws -> String { given() }
  func token(refresh: Bool) async throws -> String { given() }
}

let session = Session()

func show(_ data: AlbumQuery.Data?) {}

/// The client that the page makes first.
var client: GraphQLClient {
  get { given() }
  set {}
}
