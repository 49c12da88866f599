import ApusClient
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

let url: URL = given()

/// Who is signed in.
actor Session {
  var token: String?
  func refresh(_ refused: String) async throws -> String { given() }
  func token(refresh: Bool) async throws -> String { given() }
}

let session = Session()

/// An app's check of certificates.
enum pinning {
  static func answer(
    _ challenge: URLAuthenticationChallenge
  ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
    (.performDefaultHandling, nil)
  }
}

func show(_ data: AlbumQuery.Data?) {}

/// The client that the page makes first.
var client: GraphQLClient {
  get { given() }
  set {}
}
