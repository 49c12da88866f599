import Foundation

/// A request, and the file that it was written to, if it was.
struct PreparedRequest {
  let http: GraphQLHTTPRequest
  private let temporaryFile: URL?

  init(_ http: GraphQLHTTPRequest) {
    self.http = http
    temporaryFile = nil
  }

  /// A request with files.
  init(_ request: GraphQLHTTPRequest, multipart: MultipartRequest) throws {
    var request = request
    request.headers["Content-Type"] = multipart.contentType
    // Servers that guard against forged requests from web pages ask for a field that a form cannot send.
    request.headers["GraphQL-Require-Preflight"] = "1"
    request.body = try multipart.body()
    http = request
    if case .file(let url) = request.body { temporaryFile = url } else { temporaryFile = nil }
  }

  func removeTemporaryFile() {
    if let temporaryFile { try? FileManager.default.removeItem(at: temporaryFile) }
  }
}
