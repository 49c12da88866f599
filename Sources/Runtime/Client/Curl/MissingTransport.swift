#if os(Linux)
  import ApusCurl

  /// Stands in for a transport where there is no libcurl, so that making a client does not fail.
  struct MissingTransport: GraphQLTransport {
    func send(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse {
      throw GraphQLClientError.invalidRequest(
        "requests need \(CurlLibrary.advice), or pass a `transport` of your own")
    }
  }
#endif
