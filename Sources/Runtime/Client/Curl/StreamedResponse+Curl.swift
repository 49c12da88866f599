#if os(Linux)
  import ApusCurl

  extension StreamedResponse: CurlStreamReceiver {
    package func receive(status: Int, fields: [(name: String, value: String)]) {
      receive((status, GraphQLHTTPHeaders(fields)))
    }

    package func mustPause() -> Bool { pauseWhenFull() }

    package func complete() { finish(.success(())) }

    package func fail(_ error: any Error) { finish(.failure(GraphQLClientError.translating(error))) }
  }
#endif
