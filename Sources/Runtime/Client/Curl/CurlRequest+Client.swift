#if os(Linux)
  import ApusCurl
  import ApusPlatform

  extension CurlRequest {
    init(_ request: GraphQLHTTPRequest) {
      let body = request.body
      let bytes: Data? =
        switch body {
        case .none: Data()
        case .bytes(let data): data
        case .parts: nil
        }
      let bodyCount = body.byteCount
      let progress = request.progress.map { report -> Progress in
        { sent, received, total in
          report(
            GraphQLProgress(
              sentBytes: sent, totalBytesToSend: bodyCount, receivedBytes: received,
              totalBytesToReceive: total))
        }
      }
      self.init(
        url: request.url, method: request.method.rawValue,
        fields: request.headers.fields.map { ($0.name, $0.value) }, bodyCount: bodyCount, bytes: bytes,
        openBody: {
          var reader = GraphQLHTTPBodyReader(body)
          return { try reader.read(upToCount: $0) }
        }, mustBeSentOnce: request.mustBeSentOnce, maximumResponseBytes: request.maximumResponseBytes,
        progress: progress)
    }
  }
#endif
