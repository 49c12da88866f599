#if os(Linux)
  import ApusCurl

  /// Replaces the transport if there is no libcurl, so that creating a client does not fail.
  struct MissingTransport: GraphQLTransport {
    func send(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse {
      throw GraphQLClientError.invalidRequest(
        "requests need \(CurlLibrary.advice), or pass your own `transport`")
    }
  }
#endif
