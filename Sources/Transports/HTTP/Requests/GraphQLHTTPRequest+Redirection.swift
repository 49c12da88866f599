import ApusPlatform

extension GraphQLHTTPRequest {
  /// Sends the request and follows redirects.
  ///
  /// - Parameter send: sends a request once and returns the response, its status and its header fields.
  package func followingRedirections<Answer: Sendable>(
    _ send: (GraphQLHTTPRequest) async throws -> (Answer, GraphQLHTTPResponse)
  ) async throws -> Answer {
    var request = self
    // Browsers follow the same number.
    for _ in 0..<20 {
      let (answer, response) = try await send(request)
      guard let redirected = request.redirected(by: response) else { return answer }
      request = redirected
    }
    throw GraphQLConnectionError(.httpTooManyRedirects)
  }

  /// Returns the request that follows a response's redirect; nil if there is none, or if its target is not permitted. For transports, which should not follow
  /// redirects in any other way.
  ///
  /// With POST, only 307 and 308 are followed: the others would change the method to GET and lose the operation. QUERY stays QUERY, except for 303,
  /// which names the URL of the response.
  /// If the target has another origin, only header fields that never hold a secret and ``forwardedHeaders`` are sent there. A redirect from https to
  /// http is not followed.
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

/// The parts of a URL that must match before secrets are passed on.
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
