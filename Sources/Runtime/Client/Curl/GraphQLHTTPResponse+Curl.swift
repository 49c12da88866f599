#if os(Linux)
  import ApusCurl

  extension GraphQLHTTPResponse {
    init(_ response: HTTPResponse, timing: CurlTiming? = nil) {
      self.init(
        status: response.status, headers: GraphQLHTTPHeaders(response.fields), body: response.body,
        timing: timing.map { GraphQLTiming($0) })
    }
  }
#endif
