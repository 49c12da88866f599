import ApusPlatform

extension GraphQLHTTPRequest {
  /// Sends the request and follows redirections.
  ///
  /// - Parameter send: sends a request once; returns the response, and its status and header fields.
  package func followingRedirections<Answer: Sendable>(
    _ send: (GraphQLHTTPRequest) async throws -> (Answer, GraphQLHTTPResponse)
  ) async throws -> Answer {
    var request = self
    // As many as browsers follow.
    for _ in 0..<20 {
      let (answer, response) = try await send(request)
      guard let redirected = request.redirected(by: response) else { return answer }
      request = redirected
    }
    throw GraphQLConnectionError(.httpTooManyRedirects)
  }

  /// The request to make instead, when a response points elsewhere; nil if it does not, or if its target is not permitted. For transports,
  /// which should follow no redirection otherwise.
  ///
  /// A posted operation follows 307 and 308 only: with the others the method would become GET, and the operation be lost. QUERY stays
  /// QUERY, except for 303, which names the address of the response.
  /// To another origin go the header fields that never hold a secret, and ``forwardedHeaders``. Nothing goes from https to
  /// http.
  /// Specification: RFC 9110, section 15.4; RFC 10008.
  public func redirected(by response: GraphQLHTTPResponse) -> GraphQLHTTPRequest? {
    let isPermitted: Bool =
      switch response.status {
      case 307, 308: true
      case 301, 302, 303: method.isSafe
      default: false
      }
    guard isPermitted else { return nil }
    guard let location = response.headers["Location"],
      let target = URL(string: location, relativeTo: url)?.absoluteURL,
      let scheme = target.scheme?.lowercased(), scheme == "https" || scheme == "http",
      !(scheme == "http" && url.scheme?.lowercased() == "https")
    else { return nil }
    var request = self
    request.url = target
    if method == .query, response.status == 303 {
      request.method = .get
      request.body = .none
      request.headers["Content-Type"] = nil
      request.requirePreflight()
    }
    if Origin(target) != Origin(url) {
      let forwarded = NonSecretHeaders.forwarded.union(forwardedHeaders.map { $0.lowercased() })
      request.headers.removeAll { !forwarded.contains($0.name.lowercased()) }
    }
    return request
  }
}

/// The parts of a URL that have to be equal for secrets to be passed on.
package struct Origin: Equatable {
  package let scheme: String?
  package let host: String?
  package let port: Int?

  package init(_ url: URL) {
    scheme = url.scheme?.lowercased()
    host = url.host?.lowercased()
    port = url.port ?? (scheme == "https" ? 443 : 80)
  }
}
