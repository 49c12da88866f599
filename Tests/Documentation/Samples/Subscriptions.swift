import ApusClient
import Foundation

let url: URL = given()

/// Who is signed in.
actor Session {
  var token: String? { given() }
  func refresh(_ refused: String?) async throws -> String { given() }
}

let session = Session()

/// What the page makes of a connection.
let socket = WebSocketTransport()

/// The client that the page has.
var client: GraphQLClient {
  get { given() }
  set {}
}
