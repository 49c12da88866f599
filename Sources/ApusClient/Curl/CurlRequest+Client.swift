#if os(Linux)
  import ApusCurl
  import Foundation

  extension CurlRequest {
    init(_ request: GraphQLHTTPRequest) {
      let body = request.body
      let bodyCount = body.byteCount
      let sent: Body
      switch body {
      case .none: sent = .bytes(Data())
      case .bytes(let data): sent = .bytes(data)
      case .parts: sent = .pieces(byteCount: bodyCount, open: { Self.open(body) })
      }
      let progress = request.progress.map { report -> Progress in
        { sent, received, total in
          report(
            GraphQLProgress(
              sentBytes: sent, totalBytesToSend: bodyCount, receivedBytes: received,
              totalBytesToReceive: total))
        }
      }
      self.init(
        url: request.url, isGET: request.method == .get,
        fields: request.headers.fields.map { ($0.name, $0.value) }, body: sent,
        mustBeSentOnce: request.mustBeSentOnce, maximumResponseBytes: request.maximumResponseBytes,
        progress: progress)
    }

    private static func open(_ body: GraphQLHTTPBody) -> (_ count: Int) throws -> Data? {
      var reader = GraphQLHTTPBodyReader(body)
      return { try reader.read(upToCount: $0) }
    }
  }

  extension CurlSettings {
    init(_ configuration: CurlConfiguration) {
      self.init(
        maximumConnectionsPerHost: configuration.maximumConnectionsPerHost,
        slowRequestTime: configuration.slowRequestTime, maximumIdleTime: configuration.maximumIdleTime,
        usesHTTP2: configuration.usesHTTP2, apply: configuration.apply)
    }
  }

  extension GraphQLHTTPHeaders {
    init(_ fields: [(name: String, value: String)]) {
      self.init(fields.map { Field(name: $0.name, value: $0.value) })
    }
  }

  extension GraphQLClientError {
    init(_ failure: CurlFailure) {
      switch failure {
      case .responseTooLarge(let limit): self = .responseTooLarge(limit: limit)
      case .outcomeUnknown(let error): self = .outcomeUnknown(error)
      }
    }
  }

  extension GraphQLTiming {
    init(_ timing: CurlTiming) {
      self.init(total: .microseconds(timing.total), isReused: timing.isReused)
      firstByte = .microseconds(timing.firstByte)
      if timing.isReused { return }
      // libcurl counts each from the beginning.
      nameLookup = .microseconds(timing.nameLookup)
      connect = .microseconds(max(0, timing.connect - timing.nameLookup))
      if timing.tls > 0 { tls = .microseconds(max(0, timing.tls - timing.connect)) }
    }
  }

  extension StreamedResponse: CurlStreamReceiver {
    func receive(status: Int, fields: [(name: String, value: String)]) {
      receive((status, GraphQLHTTPHeaders(fields)))
    }

    func mustPause() -> Bool { pauseWhenFull() }

    func complete() { finish(.success(())) }

    func fail(_ error: any Error) {
      finish(.failure((error as? CurlFailure).map { GraphQLClientError($0) } ?? error))
    }
  }
#endif
