#if os(Linux)
  import ApusCurl

  extension StreamedResponse: CurlStreamReceiver {
    func receive(status: Int, fields: [(name: String, value: String)]) {
      receive((status, GraphQLHTTPHeaders(fields)))
    }

    func mustPause() -> Bool { pauseWhenFull() }

    func complete() { finish(.success(())) }

    func fail(_ error: any Error) { finish(.failure(GraphQLClientError.translating(error))) }
  }
#endif
